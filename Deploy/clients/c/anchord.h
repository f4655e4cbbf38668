// Asks anchord whether a TLS peer can be trusted.
//
// Everything except an allowed verdict refuses the peer. All functions may be called from several threads at once.
#ifndef ANCHORD_H
#define ANCHORD_H

#include <stddef.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

// The outcome of a question. Zero is not an allowed verdict, so that zeroed memory refuses the peer.
typedef enum {
    ANCHORD_NO_VERDICT = 0,
    ANCHORD_DENIED = 1,
    ANCHORD_ALLOWED = 2,
} anchord_outcome;

// Settings of a client. Zero and NULL are the defaults.
typedef struct {
    // `/PATH`, `unix:/PATH`, `tcp:HOST:PORT` or `http://HOST:PORT`, with a numeric host such as 127.0.0.1 or [::1]. By default
    // `unix:/run/anchord/anchord.sock`.
    const char *address;
    // A bearer token, or a file with one. Refused unless the address is a Unix socket or a loopback address.
    const char *token;
    const char *token_file;
    // The policy set, or set and policy as `set/policy`. By default `system` for servers; questions about clients need one.
    const char *policy;
    // Milliseconds for a question: connecting, waiting and reading. By default 2000, and at least 800.
    int deadline;
    // One more user that may own the Unix socket, beside root and `anchord`. Zero is root.
    uid_t daemon_user;
    // Server: accepts clients without a certificate, for which no question is asked.
    int client_certificate_optional;
    // Client: questions may have no host, for policies that do not validate it.
    int host_optional;
    // The program asks with `anchord_ssl_ask` outside the handshake; see there.
    int deferred;
} anchord_options;

// A client of the daemon. It does not change after it is made.
typedef struct anchord_client anchord_client;

// Bytes that belong to the caller.
typedef struct {
    const unsigned char *bytes;
    size_t length;
} anchord_bytes;

enum { ANCHORD_MAXIMUM_CODES = 16 };

// The answer. The texts are UTF-8 that ends with a zero byte.
typedef struct {
    anchord_outcome outcome;
    char decision[64]; // The identifier of the decision, or empty.
    size_t code_count;
    char codes[ANCHORD_MAXIMUM_CODES][64]; // The codes of the errors, or of the problem.
    char principal_kind[32]; // The name with which the policy allows a client, or empty.
    char principal[1024];
    char text[2048]; // The reasons, or why there is no verdict; may be truncated.
} anchord_result;

// A question about one peer.
typedef struct {
    const anchord_bytes *chain; // DER, the end-entity certificate first.
    size_t chain_count;
    const char *host; // The host of a server; NULL for a client.
    const anchord_bytes *ocsp; // Stapled OCSP responses.
    size_t ocsp_count;
    const anchord_bytes *scts; // Certificate timestamps of the TLS extension.
    size_t sct_count;
    int is_client; // Whether the peer is a client, so that the client's own policy is required.
    // For anchord_watch: the verdict with which the program has accepted the peer, or NULL for the first one of the watch.
    const anchord_result *accepted;
} anchord_question;

// Makes a client. If the options are invalid, returns NULL and writes the reason to `problem`.
anchord_client *anchord_client_new(const anchord_options *options, char *problem, size_t problem_size);
void anchord_client_free(anchord_client *client);

// Asks about a peer, and waits at most until the deadline. Also returns the outcome.
anchord_outcome anchord_ask(const anchord_client *client, const anchord_question *question, anchord_result *result);

// Asks about a peer, and again whenever the daemon reports a change, until the connection to the peer must be closed. Call it in another
// thread: it blocks.
//
// Returns ANCHORD_DENIED or ANCHORD_NO_VERDICT, also if the daemon ends or is silent. Returns ANCHORD_ALLOWED only after `cancel` became
// readable, such as one end of a pipe whose other end was closed; it may be -1. The result has no text then.
//
// A client that is allowed with another principal than before is ANCHORD_DENIED.
anchord_outcome anchord_watch(const anchord_client *client, const anchord_question *question, int cancel, anchord_result *result);

#ifdef __cplusplus
}
#endif
#endif
