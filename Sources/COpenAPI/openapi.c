#include "COpenAPI.h"

static const unsigned char contract[] = {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
#embed "../../openapi.yaml"
#pragma clang diagnostic pop
};
const unsigned char *_Nonnull const copenapi_bytes = contract;
const size_t copenapi_count = sizeof contract;
