#ifndef COPENSSLSHIMS_H
#define COPENSSLSHIMS_H

#include <openssl/asn1.h>
#include <openssl/evp.h>
#include <openssl/pkcs12.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// Functions that wrap C macros, which Swift cannot import; each is named copensslshims_<macro>.

int copensslshims_sk_X509_num(const STACK_OF(X509) *stack);
X509 *copensslshims_sk_X509_value(const STACK_OF(X509) *stack, int index);
int copensslshims_sk_PKCS7_num(const STACK_OF(PKCS7) *stack);
PKCS7 *copensslshims_sk_PKCS7_value(const STACK_OF(PKCS7) *stack, int index);
void copensslshims_sk_PKCS7_pop_free(STACK_OF(PKCS7) *stack);
int copensslshims_sk_PKCS12_SAFEBAG_num(const STACK_OF(PKCS12_SAFEBAG) *stack);
PKCS12_SAFEBAG *copensslshims_sk_PKCS12_SAFEBAG_value(const STACK_OF(PKCS12_SAFEBAG) *stack, int index);
void copensslshims_sk_PKCS12_SAFEBAG_pop_free(STACK_OF(PKCS12_SAFEBAG) *stack);
const ASN1_ITEM *copensslshims_ASN1_SEQUENCE_it(void);
void copensslshims_OPENSSL_free(void *pointer);
void copensslshims_OPENSSL_secure_clear_free(void *pointer, size_t count);
int copensslshims_SSL_CTX_set_min_proto_version(SSL_CTX *context, int version);
long copensslshims_SSL_set_tlsext_host_name(SSL *session, const char *name);
long copensslshims_SSL_set_tlsext_status_type(SSL *session, int type);
long copensslshims_SSL_get_tlsext_status_ocsp_resp(SSL *session, const unsigned char **response);
int copensslshims_EVP_PKEY_PUBLIC_KEY(void);
int copensslshims_is_memory_failure(unsigned long code);

/// Whether the library at run time verifies PBMAC1 authentication codes of PKCS #12 files (RFC 9579): whether it has the
/// function that writes them, which was added together with the verification.
int copensslshims_has_pbmac1(void);

/// Calls CRYPTO_secure_malloc_init for an arena of `size` bytes. If the program has a leak sanitizer, registers the arena,
/// so that memory to which only secure memory points is not reported as a leak.
int copensslshims_secure_malloc_init(size_t size, size_t smallest);

#endif
