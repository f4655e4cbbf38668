#ifndef COPENSSLSHIMS_H
#define COPENSSLSHIMS_H

#include <openssl/asn1.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// Functions that wrap C macros, which Swift cannot import; each is named copensslshims_<macro>.

int copensslshims_sk_X509_num(const STACK_OF(X509) *stack);
X509 *copensslshims_sk_X509_value(const STACK_OF(X509) *stack, int index);
const ASN1_ITEM *copensslshims_ASN1_SEQUENCE_it(void);
void copensslshims_OPENSSL_free(void *pointer);
int copensslshims_SSL_CTX_set_min_proto_version(SSL_CTX *context, int version);
long copensslshims_SSL_set_tlsext_host_name(SSL *session, const char *name);
long copensslshims_SSL_set_tlsext_status_type(SSL *session, int type);
long copensslshims_SSL_get_tlsext_status_ocsp_resp(SSL *session, const unsigned char **response);
int copensslshims_EVP_PKEY_PUBLIC_KEY(void);
int copensslshims_is_memory_failure(unsigned long code);

#endif
