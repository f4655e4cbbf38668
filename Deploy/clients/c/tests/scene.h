// A daemon, certificates and TLS connections for the tests.
#ifndef SCENE_H
#define SCENE_H

#include "anchord_ssl.h"
#include <pthread.h>
#include <stdbool.h>
#include <sys/types.h>

typedef struct {
    X509 *certificate;
    EVP_PKEY *key;
} identity;

// Settings of a certificate.
typedef struct {
    const char *name; // The subject and the DNS name.
    const char *usage; // The extended key usage, or NULL for a CA.
    bool is_expired;
} profile;

extern char directory[512], socket_address[600];
extern const char *daemon_program;
extern identity good, client;
extern anchord_options as_client, as_server;

void fail(const char *file, int line, const char *format, ...) __attribute__((noreturn, format(printf, 3, 4)));
#define check(condition, ...)                                                                                              \
    do {                                                                                                                   \
        if (!(condition)) fail(__FILE__, __LINE__, __VA_ARGS__);                                                           \
    } while (0)

// Issues a certificate; without an issuer, it is self-signed.
identity issue(const identity *issuer, profile profile);
void release(identity identity);
// Writes a file of the directory.
void write_text(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));
void write_certificate(const char *name, X509 *certificate);
// Writes a CRL, which revokes one certificate or none.
void write_crl(const char *name, const identity *issuer, X509 *revoked);
// Writes the base64 of the digest of a key, as pins have it.
void pin_of(X509 *certificate, char pin[64]);

void start_daemon(void);
void signal_daemon(int signal);
void stop_daemon(void);
// Sends a request to the daemon, and returns the status.
int request(const char *method, const char *path, const char *body);
// Waits until the daemon has a number of watches.
void await_watches(int count);
void block_key(const char *name, X509 *certificate);
void unblock(const char *name);

// The outcome of a connection.
typedef struct {
    bool is_open; // Both sides received a byte of the other.
    bool client_received, server_received;
    anchord_result client, server;
    bool client_has_result, server_has_result, is_resumed;
    long verify_error;
    SSL_SESSION *session; // The session of the client, or NULL.
} outcome;

// Settings of a connection. Contexts without options do not ask.
typedef struct {
    const identity *server_identity, *client_identity;
    const anchord_options *server, *client;
    const char *host;
    int version; // The only version, or 0.
    SSL_SESSION *session;
    const char *staple;
    SSL_CTX *server_context, *client_context; // Used instead of new contexts.
    SSL *client_connection; // Used instead of a new one.
} connection;

// A program in the place of the daemon, which answers each connection with the next of the texts and closes it. The last one stays open
// until the client closes it.
typedef struct impostor {
    int listener, count;
    const char *const *answers;
    pthread_t thread;
} impostor;

#define HEAD "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n"
#define LINE "trusted: allow (unspecified, policy a/b, at now)\n"

int bind_to(const char *path);
impostor *start_impostor(const char *path, const char *const *answers, int count);
// Waits for as many connections as there are answers.
void end_impostor(impostor *impostor);

void test_watch_accepted(void);
void test_watch_blocked(void);
void test_watch_connection(void);
void test_watch_daemon_stopped(void);
void test_watch_drained(void);
void test_watch_ends(void);
void test_watch_garbage(void);
void test_watch_silent(void);
void test_watch_refused(void);

SSL_CTX *new_context(const connection *connection, bool is_server);
outcome run(connection connection);

#endif
