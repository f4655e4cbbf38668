#include "COpenAPI.h"

const unsigned char copenapi_bytes[] = {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
#embed "../../openapi.yaml"
#pragma clang diagnostic pop
};
const size_t copenapi_count = sizeof copenapi_bytes;
