#ifndef COPENAPI_H
#define COPENAPI_H

#include <stddef.h>

/// The bytes of openapi.yaml at build time; a pointer, since Swift cannot import an array of unknown length.
extern const unsigned char *_Nonnull const copenapi_bytes;
extern const size_t copenapi_count;

#endif
