// Asks anchord in the handshakes of OpenSSL 3.
#ifndef ANCHORD_SSL_H
#define ANCHORD_SSL_H

#include <anchord.h>
#include <openssl/ssl.h>

#ifdef __cplusplus
extern "C" {
#endif

// Lets anchord decide about the peers of all connections of the context, as a client and as a server. Returns 1, or 0 with
// the reason in `problem`. Call it after all other settings of the context, and before the first connection.
//
// It replaces OpenSSL's verification of chains, requires a certificate of each peer, and turns session resumption and pre-shared
// keys off. Cipher suites without certificates are an error. Attach all contexts that a callback for server names selects. Do not call functions afterwards that change the verify mode, the
// verify callback, the cipher suites, pre-shared keys, the cache or the context of sessions, or tickets.
int anchord_ssl_ctx_attach(SSL_CTX *context, const anchord_options *options, char *problem, size_t problem_size);

// Sets the host of a server: a DNS name, which is also sent as the name of the server (SNI), or an address. Returns 1 or 0.
//
// Without this call, the host is that of SSL_set1_host or X509_VERIFY_PARAM_set1_ip, or else the name of the server.
int anchord_ssl_set_host(SSL *connection, const char *host);

// Returns the answer about the peer of a connection, or NULL if none has arrived. It belongs to the connection.
const anchord_result *anchord_ssl_result(const SSL *connection);

// Asks about the peer of a connection with the option `deferred`, and returns the outcome. It may block until the deadline, so
// call it in another thread, while no other thread uses the connection.
//
// Client: call it when SSL_get_error returns SSL_ERROR_WANT_RETRY_VERIFY, and then SSL_connect again.
// Server: OpenSSL cannot pause here. Call it when SSL_accept has succeeded, and before SSL_read and SSL_write. Until it returns
// ANCHORD_ALLOWED, SSL_get_verify_result is not X509_V_OK. Close the connection after any other outcome.
anchord_outcome anchord_ssl_ask(SSL *connection);

// Asks again about the peer of an accepted connection whenever the daemon reports a change, until the connection must be closed, as
// anchord_watch does. The question is that of the handshake. Call it in another thread: it blocks.
//
// Meanwhile, another thread may read and write, but must not free the connection, begin a handshake or request another certificate.
// Returns ANCHORD_NO_VERDICT at once unless the verdict about the peer is allowed.
anchord_outcome anchord_ssl_watch(SSL *connection, int cancel, anchord_result *result);

#ifdef __cplusplus
}
#endif
#endif
