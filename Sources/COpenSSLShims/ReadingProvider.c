#include "ReadingProvider.h"

#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <openssl/provider.h>
#include <pthread.h>
#include <string.h>

// The default provider, in the library's default context; loaded once and never unloaded.
static OSSL_PROVIDER *forwarded;

// Algorithms of the default provider are shared: they are immutable tables, and each is made with the default provider's own
// context, which is ours too.
enum { maximum_decoders = 16 };
static OSSL_ALGORITHM public_key_decoders[maximum_decoders + 1];
// Only SHA-1, by which OpenSSL tells certificates apart: for each certificate all algorithms of a context are copied, to look
// among them for one that decodes keys.
static OSSL_ALGORITHM certificate_digests[2];

static int is_sha1(const OSSL_ALGORITHM *digest)
{
    size_t length = strcspn(digest->algorithm_names, ":");
    return length == 4 && strncmp(digest->algorithm_names, "SHA1", length) == 0;
}

static int is_wanted(const OSSL_ALGORITHM *decoder)
{
    static const char *const names[] = {"RSA", "RSA-PSS", "DSA", "EC", "ED25519", "ED448"};
    // An algorithm may have several names, with colons between them; these are the first.
    size_t length = strcspn(decoder->algorithm_names, ":");
    if (strstr(decoder->property_definition, "input=der") == NULL
        || strstr(decoder->property_definition, "structure=SubjectPublicKeyInfo") == NULL)
        return 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && strncmp(decoder->algorithm_names, names[i], length) == 0)
            return 1;
    return 0;
}

static void prepare(void)
{
    int no_cache = 0;
    size_t count = 0;
    forwarded = OSSL_PROVIDER_load(NULL, "default");
    if (forwarded == NULL)
        return;
    const OSSL_ALGORITHM *decoder = OSSL_PROVIDER_query_operation(forwarded, OSSL_OP_DECODER, &no_cache);
    for (; decoder != NULL && decoder->algorithm_names != NULL; decoder++)
        if (is_wanted(decoder) && count < maximum_decoders)
            public_key_decoders[count++] = *decoder;
    const OSSL_ALGORITHM *digest = OSSL_PROVIDER_query_operation(forwarded, OSSL_OP_DIGEST, &no_cache);
    for (; digest != NULL && digest->algorithm_names != NULL; digest++)
        if (is_sha1(digest))
            certificate_digests[0] = *digest;
}

static const OSSL_ALGORITHM *query_digests(void *provider, int operation, int *no_cache)
{
    (void)provider;
    *no_cache = 0;
    return operation == OSSL_OP_DIGEST && certificate_digests[0].algorithm_names != NULL ? certificate_digests : NULL;
}

static const OSSL_ALGORITHM *query_public_keys(void *provider, int operation, int *no_cache)
{
    (void)provider;
    if (operation != OSSL_OP_DECODER)
        return OSSL_PROVIDER_query_operation(forwarded, operation, no_cache);
    *no_cache = 0;
    return public_key_decoders;
}

static const OSSL_DISPATCH of_digests[] = {
    {OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))query_digests},
    {0, NULL},
};

static const OSSL_DISPATCH of_public_keys[] = {
    {OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))query_public_keys},
    {0, NULL},
};

static int start(const OSSL_DISPATCH *table, const OSSL_DISPATCH **out, void **provider)
{
    *out = table;
    *provider = OSSL_PROVIDER_get0_provider_ctx(forwarded);
    return 1;
}

static int start_of_digests(const OSSL_CORE_HANDLE *core, const OSSL_DISPATCH *in, const OSSL_DISPATCH **out, void **provider)
{
    (void)core;
    (void)in;
    return start(of_digests, out, provider);
}

static int start_of_public_keys(const OSSL_CORE_HANDLE *core, const OSSL_DISPATCH *in, const OSSL_DISPATCH **out, void **provider)
{
    (void)core;
    (void)in;
    return start(of_public_keys, out, provider);
}

static int load(OSSL_LIB_CTX *context, const char *name, OSSL_provider_init_fn *start)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (pthread_once(&once, prepare) != 0 || forwarded == NULL)
        return 0;
    return OSSL_PROVIDER_add_builtin(context, name, start) == 1 && OSSL_PROVIDER_load(context, name) != NULL;
}

int copensslshims_load_provider_of_digests(OSSL_LIB_CTX *context)
{
    return load(context, "of-digests", start_of_digests);
}

int copensslshims_load_provider_of_public_keys(OSSL_LIB_CTX *context)
{
    return load(context, "of-public-keys", start_of_public_keys);
}
