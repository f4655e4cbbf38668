// Asks in the handshakes of OpenSSL.
#include "anchord_ssl.h"
#include <arpa/inet.h>
#include <openssl/ct.h>
#include <openssl/x509.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_CHAIN = 100, MOST_SCTS = 16 };

// The attachment of a context.
typedef struct {
    anchord_client *client;
    bool is_deferred;
} attachment;

// The state of a connection.
typedef struct {
    char *host; // That of anchord_ssl_set_host.
    char *asked_host; // That of the last question.
    STACK_OF(X509) *chain; // As the peer sent it.
    anchord_result result;
    bool is_answered; // Whether the result is for the chain and the callback has not used it.
} state;

static CRYPTO_ONCE once = CRYPTO_ONCE_STATIC_INIT;
static int context_index = -1, state_index = -1;

static void free_attachment(void *parent, void *value, CRYPTO_EX_DATA *data, int index, long number, void *argument) {
    (void)parent, (void)data, (void)index, (void)number, (void)argument;
    attachment *attachment = value;
    if (!attachment) return;
    anchord_client_free(attachment->client);
    free(attachment);
}

static void free_state(void *parent, void *value, CRYPTO_EX_DATA *data, int index, long number, void *argument) {
    (void)parent, (void)data, (void)index, (void)number, (void)argument;
    state *state = value;
    if (!state) return;
    sk_X509_pop_free(state->chain, X509_free);
    free(state->host);
    free(state->asked_host);
    free(state);
}

// SSL_dup copies no state: the copy asks for itself.
static int drop_state(CRYPTO_EX_DATA *to, const CRYPTO_EX_DATA *from, void **value, int index, long number, void *argument) {
    (void)to, (void)from, (void)index, (void)number, (void)argument;
    *value = NULL;
    return 1;
}

static void make_indexes(void) {
    context_index = SSL_CTX_get_ex_new_index(0, NULL, NULL, NULL, free_attachment);
    state_index = SSL_get_ex_new_index(0, NULL, NULL, drop_state, free_state);
}

static state *state_of(SSL *connection) {
    if (!CRYPTO_THREAD_run_once(&once, make_indexes) || state_index < 0) return NULL;
    state *found = SSL_get_ex_data(connection, state_index);
    if (found) return found;
    state *made = calloc(1, sizeof *made);
    if (made && SSL_set_ex_data(connection, state_index, made)) return made;
    free(made);
    return NULL;
}

// Returns the host that the program expects, or NULL. The caller frees `allocated`.
static const char *host_of(SSL *connection, const state *state, char **allocated) {
    X509_VERIFY_PARAM *parameters = SSL_get0_param(connection);
    if (state->host) return state->host;
    const char *host = X509_VERIFY_PARAM_get0_host(parameters, 0);
    // A question has one host, so several alternatives are like none.
    if (host) return X509_VERIFY_PARAM_get0_host(parameters, 1) ? NULL : host;
    if ((*allocated = X509_VERIFY_PARAM_get1_ip_asc(parameters))) return *allocated;
    return SSL_get_servername(connection, TLSEXT_NAMETYPE_host_name);
}

// Keeps the host for a question about a server, and returns false without memory.
static bool keep_host(SSL *connection, state *state) {
    char *allocated = NULL;
    const char *host = SSL_is_server(connection) ? NULL : host_of(connection, state, &allocated);
    free(state->asked_host);
    state->asked_host = host ? strdup(host) : NULL;
    OPENSSL_free(allocated);
    return !host || state->asked_host;
}

// Encodes the certificate timestamps of the TLS extension; those in certificates are sent anyway.
static size_t encode_timestamps(SSL *connection, anchord_bytes *bytes) {
    const STACK_OF(SCT) *timestamps = SSL_get0_peer_scts(connection);
    size_t count = 0;
    for (int i = 0; i < sk_SCT_num(timestamps) && count < MOST_SCTS; i++) {
        const SCT *timestamp = sk_SCT_value(timestamps, i);
        unsigned char *encoded = NULL;
        if (SCT_get_source(timestamp) != SCT_SOURCE_TLS_EXTENSION) continue;
        int length = i2o_SCT(timestamp, &encoded);
        if (length > 0) bytes[count++] = (anchord_bytes){encoded, (size_t)length};
    }
    return count;
}

static void free_all(const anchord_bytes *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) OPENSSL_free((void *)bytes[i].bytes);
}

// A question, and the bytes that it refers to.
typedef struct {
    anchord_bytes chain[LONGEST_CHAIN], timestamps[MOST_SCTS], stapled;
    size_t encoded_count;
    anchord_question question;
} inquiry;

// Makes the question about the chain and the host of the state. It reads only what another thread that uses the connection does not
// change after the handshake.
static void make_inquiry(SSL *connection, const state *state, inquiry *inquiry) {
    bool is_whole = sk_X509_num(state->chain) <= LONGEST_CHAIN;
    anchord_question *question = &inquiry->question;
    memset(inquiry, 0, sizeof *inquiry);
    question->chain = inquiry->chain;
    question->is_client = SSL_is_server(connection);
    question->ocsp = &inquiry->stapled;
    question->scts = inquiry->timestamps;
    for (int i = 0; is_whole && i < sk_X509_num(state->chain); i++) {
        unsigned char *encoded = NULL;
        int length = i2d_X509(sk_X509_value(state->chain, i), &encoded);
        if ((is_whole = length > 0)) inquiry->chain[inquiry->encoded_count++] = (anchord_bytes){encoded, (size_t)length};
    }
    if (!question->is_client) {
        const unsigned char *response = NULL;
        long length = SSL_get_tlsext_status_ocsp_resp(connection, &response);
        if (response && length > 0) inquiry->stapled = (anchord_bytes){response, (size_t)length};
        question->ocsp_count = inquiry->stapled.length > 0;
        question->sct_count = encode_timestamps(connection, inquiry->timestamps);
        question->host = state->asked_host;
    }
    // Another certificate must not be in the place of the first.
    question->chain_count = is_whole ? inquiry->encoded_count : 0;
}

static void free_inquiry(const inquiry *inquiry) {
    free_all(inquiry->chain, inquiry->encoded_count);
    free_all(inquiry->timestamps, inquiry->question.sct_count);
}

// Asks about the chain of the state.
static void ask(SSL *connection, const attachment *attachment, state *state) {
    inquiry inquiry;
    bool has_host = keep_host(connection, state);
    make_inquiry(connection, state, &inquiry);
    if (!has_host) inquiry.question.chain_count = 0;
    anchord_ask(attachment->client, &inquiry.question, &state->result);
    free_inquiry(&inquiry);
}

// Keeps the certificates in the order in which the peer sent them, the end-entity certificate first.
static bool keep_chain(X509_STORE_CTX *store, state *state) {
    X509 *leaf = X509_STORE_CTX_get0_cert(store);
    STACK_OF(X509) *sent = X509_STORE_CTX_get0_untrusted(store);
    sk_X509_pop_free(state->chain, X509_free);
    state->chain = sk_X509_new_null();
    if (!leaf || !state->chain || !X509_add_cert(state->chain, leaf, X509_ADD_FLAG_UP_REF)) return false;
    return !sent || X509_add_certs(state->chain, sent, X509_ADD_FLAG_UP_REF | X509_ADD_FLAG_NO_DUP);
}

static int finish(X509_STORE_CTX *store, const anchord_result *result) {
    int error = result->outcome == ANCHORD_ALLOWED  ? X509_V_OK
                : result->outcome == ANCHORD_DENIED ? X509_V_ERR_CERT_REJECTED
                                                    : X509_V_ERR_APPLICATION_VERIFICATION;
    X509_STORE_CTX_set_error(store, error);
    return result->outcome == ANCHORD_ALLOWED;
}

// OpenSSL calls this function instead of its own verification.
static int verify(X509_STORE_CTX *store, void *argument) {
    const attachment *attachment = argument;
    SSL *connection = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx());
    state *state = connection ? state_of(connection) : NULL;
    X509_STORE_CTX_set_error(store, X509_V_ERR_APPLICATION_VERIFICATION);
    if (!state) return 0;
    // After a pause, the answer is for the same certificate.
    bool is_answered = state->is_answered && X509_cmp(sk_X509_value(state->chain, 0), X509_STORE_CTX_get0_cert(store)) == 0;
    state->is_answered = false;
    if (is_answered) return finish(store, &state->result);
    memset(&state->result, 0, sizeof state->result);
    if (!keep_chain(store, state)) return 0;
    if (!attachment->is_deferred) {
        ask(connection, attachment, state);
        return finish(store, &state->result);
    }
    // As a server, the handshake ends, and SSL_get_verify_result keeps the error until the question is asked.
    return SSL_is_server(connection) || SSL_set_retry_verify(connection) > 0 ? 1 : 0;
}

// Makes sessions unusable: OpenSSL fails if it resumes one whose identifier is not that of the context.
static int spoil_session(SSL *connection, SSL_SESSION *session) {
    static const unsigned char never[] = "anchord never resumes";
    (void)connection;
    SSL_SESSION_set1_id_context(session, never, sizeof never);
    return 0;
}

// Turns off everything with which a handshake has no certificate message, so that OpenSSL does not call the callback.
static bool require_certificates(SSL_CTX *context) {
    static const unsigned char own[] = "anchord";
    STACK_OF(SSL_CIPHER) *ciphers = SSL_CTX_get_ciphers(context);
    for (int i = 0; i < sk_SSL_CIPHER_num(ciphers); i++)
        if (SSL_CIPHER_get_auth_nid(sk_SSL_CIPHER_value(ciphers, i)) == NID_auth_null) return false;
    SSL_CTX_set_psk_client_callback(context, NULL);
    SSL_CTX_set_psk_server_callback(context, NULL);
    SSL_CTX_set_psk_use_session_callback(context, NULL);
    SSL_CTX_set_psk_find_session_callback(context, NULL);
    SSL_CTX_set_options(context, SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    SSL_CTX_sess_set_new_cb(context, spoil_session);
    // Sessions of other contexts, which the program may offer, have another identifier.
    return SSL_CTX_set_num_tickets(context, 0) && SSL_CTX_set_session_id_context(context, own, sizeof own);
}

// Enables the reading of certificate timestamps, about which anchord decides.
static int accept_timestamps(const CT_POLICY_EVAL_CTX *context, const STACK_OF(SCT) *timestamps, void *argument) {
    (void)context, (void)timestamps, (void)argument;
    return 1;
}

static bool configure(SSL_CTX *context, attachment *attachment, const anchord_options *options) {
    int mode = SSL_VERIFY_PEER | (options->client_certificate_optional ? 0 : SSL_VERIFY_FAIL_IF_NO_PEER_CERT);
    if (!SSL_CTX_set_ex_data(context, context_index, attachment)) return false;
    SSL_CTX_set_verify(context, mode, NULL);
    SSL_CTX_set_cert_verify_callback(context, verify, attachment);
    SSL_CTX_set_tlsext_status_type(context, TLSEXT_STATUSTYPE_ocsp);
    return SSL_CTX_set_ct_validation_callback(context, accept_timestamps, NULL);
}

int anchord_ssl_ctx_attach(SSL_CTX *context, const anchord_options *options, char *problem, size_t problem_size) {
    static const anchord_options defaults;
    if (!options) options = &defaults;
    bool has_indexes = CRYPTO_THREAD_run_once(&once, make_indexes) && context_index >= 0 && state_index >= 0;
    if (has_indexes && SSL_CTX_get_ex_data(context, context_index)) {
        if (problem) snprintf(problem, problem_size, "the context is attached already");
        return 0;
    }
    if (!require_certificates(context)) {
        if (problem) snprintf(problem, problem_size, "the context has cipher suites without certificates");
        return 0;
    }
    attachment *attachment = calloc(1, sizeof *attachment);
    anchord_client *client = anchord_client_new(options, problem, problem_size);
    if (attachment && client && has_indexes) {
        attachment->client = client;
        attachment->is_deferred = options->deferred != 0;
        if (configure(context, attachment, options)) return 1;
    }
    // The context owns the attachment already if a later setting failed.
    if (client && problem) snprintf(problem, problem_size, "OpenSSL cannot be configured");
    if (has_indexes && SSL_CTX_get_ex_data(context, context_index) == attachment) return 0;
    anchord_client_free(client);
    free(attachment);
    return 0;
}

int anchord_ssl_set_host(SSL *connection, const char *host) {
    unsigned char address[16];
    state *state = state_of(connection);
    char *copy = state ? strdup(host) : NULL;
    if (!copy) return 0;
    free(state->host);
    state->host = copy;
    state->is_answered = false;
    if (inet_pton(AF_INET, host, address) == 1 || inet_pton(AF_INET6, host, address) == 1) return 1;
    return SSL_set_tlsext_host_name(connection, host) == 1;
}

const anchord_result *anchord_ssl_result(const SSL *connection) {
    const state *state = state_index < 0 ? NULL : SSL_get_ex_data(connection, state_index);
    if (!state || !state->result.text[0]) return NULL;
    // The connection may be another one by now, after SSL_clear.
    X509 *peer = SSL_get0_peer_certificate(connection);
    bool is_current = peer && X509_cmp(peer, sk_X509_value(state->chain, 0)) == 0;
    return state->result.outcome != ANCHORD_ALLOWED || is_current ? &state->result : NULL;
}

anchord_outcome anchord_ssl_ask(SSL *connection) {
    const attachment *attachment = SSL_CTX_get_ex_data(SSL_get_SSL_CTX(connection), context_index);
    state *state = SSL_get_ex_data(connection, state_index);
    X509 *peer = SSL_get0_peer_certificate(connection);
    if (!attachment || !state || sk_X509_num(state->chain) <= 0) return ANCHORD_NO_VERDICT;
    // As a server, the handshake is over, and the chain must not be that of an earlier connection, before SSL_clear.
    if (SSL_is_server(connection) && (!peer || X509_cmp(peer, sk_X509_value(state->chain, 0)) != 0)) return ANCHORD_NO_VERDICT;
    ask(connection, attachment, state);
    state->is_answered = SSL_want_retry_verify(connection);
    if (SSL_is_server(connection) && state->result.outcome == ANCHORD_ALLOWED) SSL_set_verify_result(connection, X509_V_OK);
    return state->result.outcome;
}

anchord_outcome anchord_ssl_watch(SSL *connection, int cancel, anchord_result *result) {
    const attachment *attachment = SSL_CTX_get_ex_data(SSL_get_SSL_CTX(connection), context_index);
    const state *state = SSL_get_ex_data(connection, state_index);
    if (!attachment || !state || state->result.outcome != ANCHORD_ALLOWED) {
        memset(result, 0, sizeof *result);
        snprintf(result->text, sizeof result->text, "no verdict: the connection has no allowed verdict that can be watched");
        return ANCHORD_NO_VERDICT;
    }
    inquiry inquiry;
    make_inquiry(connection, state, &inquiry);
    inquiry.question.accepted = &state->result;
    anchord_outcome outcome = anchord_watch(attachment->client, &inquiry.question, cancel, result);
    free_inquiry(&inquiry);
    return outcome;
}
