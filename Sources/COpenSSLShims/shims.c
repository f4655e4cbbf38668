#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
// The macros of OpenSSL would put the path of this file into the program, which then depends on where it was built.
#define OPENSSL_NO_FILENAMES
#include "COpenSSLShims.h"

#include <dlfcn.h>

#include <openssl/asn1t.h>
#include <openssl/err.h>

int copensslshims_sk_X509_num(const STACK_OF(X509) *stack) { return sk_X509_num(stack); }
X509 *copensslshims_sk_X509_value(const STACK_OF(X509) *stack, int index) { return sk_X509_value(stack, index); }
int copensslshims_sk_PKCS7_num(const STACK_OF(PKCS7) *stack) { return sk_PKCS7_num(stack); }
PKCS7 *copensslshims_sk_PKCS7_value(const STACK_OF(PKCS7) *stack, int index) { return sk_PKCS7_value(stack, index); }
void copensslshims_sk_PKCS7_pop_free(STACK_OF(PKCS7) *stack) { sk_PKCS7_pop_free(stack, PKCS7_free); }
int copensslshims_has_pbmac1(void) { return dlsym(RTLD_DEFAULT, "PKCS12_set_pbmac1_pbkdf2") != NULL; }

int copensslshims_sk_PKCS12_SAFEBAG_num(const STACK_OF(PKCS12_SAFEBAG) *stack) { return sk_PKCS12_SAFEBAG_num(stack); }
PKCS12_SAFEBAG *copensslshims_sk_PKCS12_SAFEBAG_value(const STACK_OF(PKCS12_SAFEBAG) *stack, int index) { return sk_PKCS12_SAFEBAG_value(stack, index); }
void copensslshims_sk_PKCS12_SAFEBAG_pop_free(STACK_OF(PKCS12_SAFEBAG) *stack) { sk_PKCS12_SAFEBAG_pop_free(stack, PKCS12_SAFEBAG_free); }
const ASN1_ITEM *copensslshims_ASN1_SEQUENCE_it(void) { return ASN1_ITEM_rptr(ASN1_SEQUENCE); }
void copensslshims_OPENSSL_free(void *pointer) { OPENSSL_free(pointer); }
void copensslshims_OPENSSL_secure_clear_free(void *pointer, size_t count) { OPENSSL_secure_clear_free(pointer, count); }
int copensslshims_SSL_CTX_set_min_proto_version(SSL_CTX *context, int version) { return SSL_CTX_set_min_proto_version(context, version); }
long copensslshims_SSL_set_tlsext_host_name(SSL *session, const char *name) { return SSL_set_tlsext_host_name(session, name); }
long copensslshims_SSL_set_tlsext_status_type(SSL *session, int type) { return SSL_set_tlsext_status_type(session, type); }
long copensslshims_SSL_get_tlsext_status_ocsp_resp(SSL *session, const unsigned char **response) { return SSL_get_tlsext_status_ocsp_resp(session, response); }
int copensslshims_EVP_PKEY_PUBLIC_KEY(void) { return EVP_PKEY_PUBLIC_KEY; }
int copensslshims_is_memory_failure(unsigned long code) { return ERR_GET_REASON(code) == ERR_R_MALLOC_FAILURE; }

// Defined by the leak sanitizer only (sanitizer/lsan_interface.h).
__attribute__((weak)) void __lsan_register_root_region(const void *start, size_t size);

int copensslshims_secure_malloc_init(size_t size, size_t smallest) {
    int result = CRYPTO_secure_malloc_init(size, smallest);
    if (result == 0 || !__lsan_register_root_region) return result;
    // A block as large as the empty arena is the arena.
    void *arena = OPENSSL_secure_malloc(size);
    if (arena) __lsan_register_root_region(arena, size);
    OPENSSL_secure_free(arena);
    return result;
}
