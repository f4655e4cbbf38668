#ifndef COPENSSLSHIMS_READINGPROVIDER_H
#define COPENSSLSHIMS_READINGPROVIDER_H

#include <openssl/types.h>

/// Loads, into a library context, a provider that is OpenSSL's default one but for what it can decode; 1 for success.
///
/// d2i_X509 decodes the key of every certificate through all of the default provider's decoders, forty in OpenSSL 3.0, and
/// takes a lock of the whole library for it: five times the rest of the work. Nothing here needs keys decoded that way.
///
/// Without decoders certificates are read with their keys left alone.
int copensslshims_load_provider_without_decoders(OSSL_LIB_CTX *context);
/// With those of SubjectPublicKeyInfo in DER alone, for RSA, RSA-PSS, DSA, elliptic curves, Ed25519 and Ed448.
int copensslshims_load_provider_of_public_keys(OSSL_LIB_CTX *context);

#endif
