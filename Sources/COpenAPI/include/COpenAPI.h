#ifndef COPENAPI_H
#define COPENAPI_H

#include <stddef.h>

/// The bytes of openapi.yaml as they were when the program was built.
extern const unsigned char copenapi_bytes[];
extern const size_t copenapi_count;

#endif
