#ifndef COPENSSLSHIMS_READINGPROVIDER_H
#define COPENSSLSHIMS_READINGPROVIDER_H

#include <openssl/types.h>

/// Loads, into a library context, a provider that offers a part of what OpenSSL's default one does; 1 for success.
///
/// d2i_X509 decodes the key of every certificate through all of the default provider's decoders, forty in OpenSSL 3.0, asks
/// each kind of key whether it is meant, and takes a lock of the whole library for it: six times the rest of the work.
///
/// Of digests alone: certificates are read with their keys left alone.
int copensslshims_load_provider_of_digests(OSSL_LIB_CTX *context);
/// Of all but most decoders: those of SubjectPublicKeyInfo in DER, for RSA, RSA-PSS, DSA, elliptic curves, Ed25519 and Ed448.
int copensslshims_load_provider_of_public_keys(OSSL_LIB_CTX *context);

#endif
