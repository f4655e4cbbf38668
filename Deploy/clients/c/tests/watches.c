// The cases of anchord_watch.
#include "private.h"
#include "scene.h"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A watch in its own thread, about a peer as which the program is a client or a server.
typedef struct {
    anchord_client *client;
    SSL *connection; // That whose peer is watched, or NULL for the question.
    anchord_question question;
    anchord_bytes leaf;
    int cancel[2];
    pthread_t thread;
    anchord_outcome outcome;
    anchord_result result;
} watcher;

static void *run_watch(void *argument) {
    watcher *watcher = argument;
    watcher->outcome = watcher->connection ? anchord_ssl_watch(watcher->connection, watcher->cancel[0], &watcher->result)
                                           : anchord_watch(watcher->client, &watcher->question, watcher->cancel[0], &watcher->result);
    return NULL;
}

static watcher *start_watch(const anchord_options *options, X509 *peer, int silence) {
    watcher *watcher = calloc(1, sizeof *watcher);
    unsigned char *encoded = NULL;
    int length = i2d_X509(peer, &encoded);
    anchord_options patient = *options;
    patient.deadline = 60000;
    watcher->client = anchord_client_new(&patient, NULL, 0);
    check(watcher->client && length > 0 && pipe2(watcher->cancel, 0) == 0, "watcher");
    if (silence > 0) watcher->client->silence = silence;
    watcher->leaf = (anchord_bytes){encoded, (size_t)length};
    watcher->question = (anchord_question){.chain = &watcher->leaf, .chain_count = 1};
    if (options == &as_client) watcher->question.host = "good.example";
    else watcher->question.is_client = 1;
    check(pthread_create(&watcher->thread, NULL, run_watch, watcher) == 0, "thread");
    return watcher;
}

static watcher *start_watch_of(SSL *connection) {
    watcher *watcher = calloc(1, sizeof *watcher);
    watcher->connection = connection;
    check(pipe2(watcher->cancel, 0) == 0, "pipe");
    check(pthread_create(&watcher->thread, NULL, run_watch, watcher) == 0, "thread");
    return watcher;
}

// Waits for the end of the watch.
static void end_watch(watcher *watcher, anchord_outcome expected, const char *text) {
    pthread_join(watcher->thread, NULL);
    check(watcher->outcome == expected && watcher->result.outcome == expected, "outcome %d: %s", watcher->outcome, watcher->result.text);
    check(strstr(watcher->result.text, text), "%s, not %s", watcher->result.text, text);
    close(watcher->cancel[0]);
    if (watcher->cancel[1] >= 0) close(watcher->cancel[1]);
    OPENSSL_free((void *)watcher->leaf.bytes); // NULL without a question, like the client.
    anchord_client_free(watcher->client);
    free(watcher);
}

void test_watch_blocked(void) {
    watcher *server = start_watch(&as_client, good.certificate, 0), *of_client = start_watch(&as_server, client.certificate, 0);
    await_watches(2);
    block_key("watched", good.certificate);
    end_watch(server, ANCHORD_DENIED, "policy.blocked");
    await_watches(1);
    block_key("watched", client.certificate);
    end_watch(of_client, ANCHORD_DENIED, "policy.blocked");
    await_watches(0);
    unblock("watched");
}

// Connects a client and a server, each of which asks about the other.
static void connect_both(SSL *client_side, SSL *server_side) {
    BIO *client_end, *server_end;
    check(BIO_new_bio_pair(&client_end, 0, &server_end, 0) == 1, "pair");
    SSL_set_bio(client_side, client_end, client_end);
    SSL_set_bio(server_side, server_end, server_end);
    SSL_set_connect_state(client_side);
    SSL_set_accept_state(server_side);
    for (int i = 0; i < 20 && !(SSL_is_init_finished(client_side) && SSL_is_init_finished(server_side)); i++) {
        SSL_do_handshake(client_side);
        SSL_do_handshake(server_side);
    }
    check(SSL_is_init_finished(client_side) && SSL_is_init_finished(server_side), "handshake");
}

static void watch_connection(int version) {
    connection settings = {.server_identity = &good, .client_identity = &client, .server = &as_server, .client = &as_client, .version = version};
    SSL_CTX *contexts[2] = {new_context(&settings, false), new_context(&settings, true)};
    SSL *client_side = SSL_new(contexts[0]), *server_side = SSL_new(contexts[1]);
    check(anchord_ssl_set_host(client_side, "good.example"), "host");
    end_watch(start_watch_of(client_side), ANCHORD_NO_VERDICT, "no allowed verdict");
    connect_both(client_side, server_side);
    watcher *ended = start_watch_of(server_side), *server = start_watch_of(client_side), *of_client = start_watch_of(server_side);
    await_watches(3);
    close(ended->cancel[1]);
    ended->cancel[1] = -1;
    end_watch(ended, ANCHORD_ALLOWED, "");
    block_key("watched", good.certificate);
    end_watch(server, ANCHORD_DENIED, "policy.blocked");
    await_watches(1);
    block_key("watched", client.certificate);
    end_watch(of_client, ANCHORD_DENIED, "policy.blocked");
    unblock("watched");
    SSL_free(client_side);
    SSL_free(server_side);
    for (int i = 0; i < 2; i++) SSL_CTX_free(contexts[i]);
}

void test_watch_connection(void) {
    as_client.deadline = as_server.deadline = 60000;
    watch_connection(TLS1_2_VERSION);
    watch_connection(TLS1_3_VERSION);
    as_client.deadline = as_server.deadline = 0;
}

// The principal changes between the handshake and the watch.
void test_watch_accepted(void) {
    unsigned char *encoded = NULL;
    anchord_bytes leaf = {.length = (size_t)i2d_X509(client.certificate, &encoded)};
    leaf.bytes = encoded;
    anchord_result accepted = {.outcome = ANCHORD_ALLOWED, .principal_kind = "dnsName", .principal = "other.example"}, result;
    anchord_question question = {.chain = &leaf, .chain_count = 1, .is_client = 1, .accepted = &accepted};
    anchord_client *made = anchord_client_new(&as_server, NULL, 0);
    check(anchord_watch(made, &question, -1, &result) == ANCHORD_DENIED, "%s", result.text);
    check(strstr(result.text, "another principal"), "%s", result.text);
    anchord_client_free(made);
    OPENSSL_free(encoded);
}

void test_watch_daemon_stopped(void) {
    for (int is_killed = 0; is_killed < 2; is_killed++) {
        watcher *watcher = start_watch(&as_client, good.certificate, 0);
        await_watches(1);
        if (is_killed) signal_daemon(SIGKILL);
        stop_daemon();
        end_watch(watcher, ANCHORD_NO_VERDICT, "");
        start_daemon();
    }
}

void test_watch_ends(void) {
    watcher *watcher = start_watch(&as_client, good.certificate, 0);
    await_watches(1);
    close(watcher->cancel[1]);
    watcher->cancel[1] = -1;
    end_watch(watcher, ANCHORD_ALLOWED, "");
    await_watches(0);
}

// The daemon sends nothing for 15 seconds.
void test_watch_silent(void) {
    end_watch(start_watch(&as_client, good.certificate, 100), ANCHORD_NO_VERDICT, "in time");
    await_watches(0);
}

void test_watch_refused(void) {
    as_client.policy = "absent";
    end_watch(start_watch(&as_client, good.certificate, 0), ANCHORD_NO_VERDICT, "unknownPolicySet");
    as_client.policy = "web";
}

#define EVENTS "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
#define VERDICT EVENTS "id: 1\nevent: verdict\ndata: {}\n\n: ping\n\n"
#define CHANGED "event: changed\ndata: {}\n\n"
#define END "event: end\ndata: {}\n\n"
#define ALLOW HEAD "Content-Length: 49\r\n\r\n" LINE
#define NAMED HEAD "Content-Length: 77\r\n\r\n" LINE "principal: uri spiffe:a/b/c\n"
#define DENY "HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nContent-Length: 42\r\n\r\nuntrusted: deny (unspecified, policy a/b)\n"

typedef struct {
    const char *answers[6];
    anchord_outcome expected;
    const char *text;
} imitation;

// Runs all at the same time.
static void run_imitations(const imitation *imitations, size_t count) {
    enum { MOST = 16 };
    char path[600], address[700];
    impostor *impostors[MOST];
    watcher *watchers[MOST];
    check(count <= MOST, "%zu imitations", count);
    as_client.address = address;
    for (size_t i = 0; i < count; i++) {
        int answers = 0;
        while (answers < 6 && imitations[i].answers[answers]) answers++;
        snprintf(path, sizeof path, "%s/watch-%zu", directory, i);
        snprintf(address, sizeof address, "unix:%s", path);
        impostors[i] = start_impostor(path, imitations[i].answers, answers);
        watchers[i] = start_watch(&as_client, good.certificate, 0);
    }
    for (size_t i = 0; i < count; i++) {
        end_watch(watchers[i], imitations[i].expected, imitations[i].text);
        end_impostor(impostors[i]);
        snprintf(path, sizeof path, "%s/watch-%zu", directory, i);
        unlink(path);
    }
    as_client.address = socket_address;
}

void test_watch_garbage(void) {
    char *line = calloc(1, 2 << 20);
    strcpy(line, EVENTS);
    memset(line + strlen(line), 'x', 3 << 19);
    const imitation imitations[] = {
        {{VERDICT, ALLOW}, ANCHORD_NO_VERDICT, "closed the connection"},
        {{VERDICT "event: changed\n", ALLOW}, ANCHORD_NO_VERDICT, "closed the connection"},
        {{VERDICT CHANGED CHANGED, ALLOW, ALLOW, DENY}, ANCHORD_DENIED, "untrusted"},
        {{VERDICT CHANGED, ALLOW, NAMED}, ANCHORD_DENIED, "another principal"},
        {{VERDICT CHANGED, ALLOW, "SSH-2.0\r\n"}, ANCHORD_NO_VERDICT, "not one of anchord"},
        {{EVENTS CHANGED}, ANCHORD_NO_VERDICT, "does not begin"},
        {{EVENTS "data: {}\n\n"}, ANCHORD_NO_VERDICT, "does not begin"},
        {{ALLOW}, ANCHORD_NO_VERDICT, "not a watch"},
        {{DENY}, ANCHORD_NO_VERDICT, "not a watch"},
        {{line}, ANCHORD_NO_VERDICT, "not one of anchord"},
    };
    run_imitations(imitations, sizeof imitations / sizeof *imitations);
    free(line);
}

void test_watch_drained(void) {
    static const imitation imitations[] = {
        {{VERDICT "retry: 1\n" END, ALLOW, VERDICT CHANGED, ALLOW, DENY}, ANCHORD_DENIED, "untrusted"},
        {{VERDICT "retry: 1\n" END, ALLOW, VERDICT, DENY}, ANCHORD_DENIED, "untrusted"},
        {{VERDICT "retry: 1\n" END, ALLOW, EVENTS "retry: 1\n" END, ALLOW}, ANCHORD_NO_VERDICT, "ended the watch"},
        {{VERDICT "retry: soon\n" END, ALLOW, ALLOW}, ANCHORD_NO_VERDICT, "ended the watch"},
        {{VERDICT END, ALLOW, ALLOW}, ANCHORD_NO_VERDICT, "ended the watch"},
        {{VERDICT END, ALLOW, DENY}, ANCHORD_DENIED, "untrusted"},
    };
    run_imitations(imitations, sizeof imitations / sizeof *imitations);
}
