#ifndef COPENAPI_H
#define COPENAPI_H

#include <stddef.h>

/// The bytes of openapi.yaml as they were when the program was built; a pointer, since Swift sees no array without length.
extern const unsigned char *_Nonnull const copenapi_bytes;
extern const size_t copenapi_count;

#endif
