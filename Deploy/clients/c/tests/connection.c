// TLS connections over socket pairs: the server is another thread.
#include "scene.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

typedef struct {
    const connection *connection;
    SSL_CTX *context;
    int descriptor;
    outcome *outcome;
} server_part;

static int staple(SSL *connection, void *argument) {
    const char *text = argument;
    unsigned char *copy = OPENSSL_malloc(strlen(text));
    memcpy(copy, text, strlen(text));
    SSL_set_tlsext_status_ocsp_resp(connection, copy, (long)strlen(text));
    return SSL_TLSEXT_ERR_OK;
}

SSL_CTX *new_context(const connection *connection, bool is_server) {
    const identity *own = is_server ? connection->server_identity : connection->client_identity;
    const anchord_options *options = is_server ? connection->server : connection->client;
    char problem[256] = "";
    SSL_CTX *context = SSL_CTX_new(is_server ? TLS_server_method() : TLS_client_method());
    if (own) check(SSL_CTX_use_certificate(context, own->certificate) && SSL_CTX_use_PrivateKey(context, own->key), "identity");
    if (connection->version) {
        SSL_CTX_set_min_proto_version(context, connection->version);
        SSL_CTX_set_max_proto_version(context, connection->version);
    }
    if (is_server && connection->staple) {
        SSL_CTX_set_tlsext_status_cb(context, staple);
        SSL_CTX_set_tlsext_status_arg(context, (void *)connection->staple);
    }
    if (is_server) SSL_CTX_set_session_id_context(context, (const unsigned char *)"tests", 5);
    if (options) check(anchord_ssl_ctx_attach(context, options, problem, sizeof problem), "attach: %s", problem);
    return context;
}

// Takes the outcome of one side from its connection.
static bool take_result(SSL *connection, anchord_result *result) {
    const anchord_result *found = anchord_ssl_result(connection);
    if (found) *result = *found;
    return found != NULL;
}

// Asks outside of the handshake, as an event loop does in another thread.
static bool ask_deferred(SSL *connection, const anchord_options *options) {
    if (!options || !options->deferred) return true;
    check(SSL_get_verify_result(connection) != X509_V_OK, "a deferred connection is verified before the question");
    return anchord_ssl_ask(connection) == ANCHORD_ALLOWED && SSL_get_verify_result(connection) == X509_V_OK;
}

static void *serve(void *argument) {
    const server_part *part = argument;
    SSL *connection = SSL_new(part->context);
    char byte;
    SSL_set_fd(connection, part->descriptor);
    if (SSL_accept(connection) == 1 && ask_deferred(connection, part->connection->server)) {
        part->outcome->server_received = SSL_read(connection, &byte, 1) == 1;
        if (part->outcome->server_received) SSL_write(connection, "s", 1);
    }
    part->outcome->server_has_result = take_result(connection, &part->outcome->server);
    SSL_shutdown(connection);
    SSL_free(connection);
    shutdown(part->descriptor, SHUT_RDWR);
    return NULL;
}

static bool connect_client(SSL *connection, const anchord_options *options) {
    for (;;) {
        int status = SSL_connect(connection);
        if (status == 1) return true;
        if (SSL_get_error(connection, status) != SSL_ERROR_WANT_RETRY_VERIFY) return false;
        check(options && options->deferred, "a pause without the option");
        anchord_ssl_ask(connection);
    }
}

outcome run(connection settings) {
    outcome outcome = {0};
    int ends[2];
    char byte;
    pthread_t thread;
    struct timeval patience = {.tv_sec = 120};
    check(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0, "socketpair");
    for (int i = 0; i < 2; i++) setsockopt(ends[i], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    SSL_CTX *server = settings.server_context ? settings.server_context : new_context(&settings, true);
    SSL_CTX *client = settings.client_context ? settings.client_context : new_context(&settings, false);
    server_part part = {&settings, server, ends[0], &outcome};
    check(pthread_create(&thread, NULL, serve, &part) == 0, "thread");
    SSL *connection = settings.client_connection ? settings.client_connection : SSL_new(client);
    SSL_set_fd(connection, ends[1]);
    if (settings.host) check(anchord_ssl_set_host(connection, settings.host), "host");
    if (settings.session) check(SSL_set_session(connection, settings.session), "session");
    if (connect_client(connection, settings.client) && SSL_write(connection, "c", 1) == 1)
        outcome.client_received = SSL_read(connection, &byte, 1) == 1;
    outcome.client_has_result = take_result(connection, &outcome.client);
    outcome.is_resumed = SSL_session_reused(connection);
    outcome.verify_error = SSL_get_verify_result(connection);
    SSL_shutdown(connection);
    outcome.session = SSL_get1_session(connection);
    if (!settings.client_connection) SSL_free(connection);
    shutdown(ends[1], SHUT_RDWR);
    pthread_join(thread, NULL);
    for (int i = 0; i < 2; i++) close(ends[i]);
    if (!settings.server_context) SSL_CTX_free(server);
    if (!settings.client_context) SSL_CTX_free(client);
    outcome.is_open = outcome.client_received && outcome.server_received;
    return outcome;
}
