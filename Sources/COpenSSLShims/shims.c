#include "COpenSSLShims.h"

#include <openssl/asn1t.h>
#include <openssl/err.h>

int copensslshims_sk_X509_num(const STACK_OF(X509) *stack) { return sk_X509_num(stack); }
X509 *copensslshims_sk_X509_value(const STACK_OF(X509) *stack, int index) { return sk_X509_value(stack, index); }
const ASN1_ITEM *copensslshims_ASN1_SEQUENCE_it(void) { return ASN1_ITEM_rptr(ASN1_SEQUENCE); }
void copensslshims_OPENSSL_free(void *pointer) { OPENSSL_free(pointer); }
int copensslshims_SSL_CTX_set_min_proto_version(SSL_CTX *context, int version) { return SSL_CTX_set_min_proto_version(context, version); }
long copensslshims_SSL_set_tlsext_host_name(SSL *session, const char *name) { return SSL_set_tlsext_host_name(session, name); }
long copensslshims_SSL_set_tlsext_status_type(SSL *session, int type) { return SSL_set_tlsext_status_type(session, type); }
long copensslshims_SSL_get_tlsext_status_ocsp_resp(SSL *session, const unsigned char **response) { return SSL_get_tlsext_status_ocsp_resp(session, response); }
int copensslshims_EVP_PKEY_PUBLIC_KEY(void) { return EVP_PKEY_PUBLIC_KEY; }
int copensslshims_is_memory_failure(unsigned long code) { return ERR_GET_REASON(code) == ERR_R_MALLOC_FAILURE; }
