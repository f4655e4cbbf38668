// The daemon and the certificates of the tests.
#include "scene.h"
#include <errno.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

char directory[512], socket_address[600];
const char *daemon_program;
static pid_t daemon_process;

void fail(const char *file, int line, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: ", file, line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    ERR_print_errors_fp(stderr);
    if (daemon_process > 0) {
        kill(daemon_process, SIGKILL);
        waitpid(daemon_process, NULL, 0);
    }
    _exit(1);
}

static void extend(X509 *certificate, X509 *issuer, int kind, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, value);
    check(extension && X509_add_ext(certificate, extension, -1), "extension %s", value);
    X509_EXTENSION_free(extension);
}

identity issue(const identity *issuer, profile profile) {
    static long serial = 1000;
    char names[256];
    identity made = {X509_new(), EVP_EC_gen("P-256")};
    X509 *above = issuer ? issuer->certificate : made.certificate;
    X509_set_version(made.certificate, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(made.certificate), ++serial);
    X509_gmtime_adj(X509_getm_notBefore(made.certificate), -10 * 86400L);
    X509_gmtime_adj(X509_getm_notAfter(made.certificate), profile.is_expired ? -86400L : 20 * 86400L);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(made.certificate), "CN", MBSTRING_ASC,
                               (const unsigned char *)profile.name, -1, -1, 0);
    X509_set_issuer_name(made.certificate, X509_get_subject_name(above));
    X509_set_pubkey(made.certificate, made.key);
    extend(made.certificate, above, NID_subject_key_identifier, "hash");
    extend(made.certificate, above, NID_basic_constraints, profile.usage ? "critical,CA:FALSE" : "critical,CA:TRUE");
    extend(made.certificate, above, NID_key_usage, profile.usage ? "critical,digitalSignature" : "critical,keyCertSign,cRLSign");
    if (profile.usage) {
        extend(made.certificate, above, NID_ext_key_usage, profile.usage);
        snprintf(names, sizeof names, "DNS:%s", profile.name);
        extend(made.certificate, above, NID_subject_alt_name, names);
    }
    check(X509_sign(made.certificate, issuer ? issuer->key : made.key, EVP_sha256()), "signature");
    return made;
}

void release(identity identity) {
    X509_free(identity.certificate);
    EVP_PKEY_free(identity.key);
}

static FILE *open_file(const char *name) {
    char path[700];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "we");
    check(file, "%s: %s", path, strerror(errno));
    return file;
}

void write_text(const char *name, const char *format, ...) {
    va_list arguments;
    FILE *file = open_file(name);
    va_start(arguments, format);
    vfprintf(file, format, arguments);
    va_end(arguments);
    check(fclose(file) == 0, "%s", name);
}

void write_certificate(const char *name, X509 *certificate) {
    FILE *file = open_file(name);
    check(PEM_write_X509(file, certificate) && fclose(file) == 0, "%s", name);
}

void write_crl(const char *name, const identity *issuer, X509 *revoked) {
    X509_CRL *list = X509_CRL_new();
    ASN1_TIME *time = X509_gmtime_adj(NULL, -3600);
    X509_CRL_set_version(list, X509_CRL_VERSION_2);
    X509_CRL_set_issuer_name(list, X509_get_subject_name(issuer->certificate));
    X509_CRL_set1_lastUpdate(list, time);
    if (revoked) {
        X509_REVOKED *entry = X509_REVOKED_new();
        X509_REVOKED_set_serialNumber(entry, X509_get_serialNumber(revoked));
        X509_REVOKED_set_revocationDate(entry, time);
        X509_CRL_add0_revoked(list, entry);
    }
    X509_CRL_set1_nextUpdate(list, X509_gmtime_adj(time, 3600));
    ASN1_INTEGER *number = ASN1_INTEGER_new();
    ASN1_INTEGER_set(number, revoked ? 2 : 1);
    check(X509_CRL_add1_ext_i2d(list, NID_crl_number, number, 0, 0) && X509_CRL_sign(list, issuer->key, EVP_sha256()), "CRL");
    FILE *file = open_file(name);
    check(PEM_write_X509_CRL(file, list) && fclose(file) == 0, "%s", name);
    ASN1_INTEGER_free(number);
    ASN1_TIME_free(time);
    X509_CRL_free(list);
}

void pin_of(X509 *certificate, char pin[64]) {
    unsigned char digest[32], *encoded = NULL;
    int length = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &encoded);
    check(length > 0 && EVP_Digest(encoded, (size_t)length, digest, NULL, EVP_sha256(), NULL), "digest");
    OPENSSL_free(encoded);
    EVP_EncodeBlock((unsigned char *)pin, digest, sizeof digest);
}

static int connect_to_daemon(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strcpy(address.sun_path, socket_address + strlen("unix:"));
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
    close(descriptor);
    return -1;
}

// Starts the daemon, and waits until it answers or ends.
void start_daemon(void) {
    char configuration[700], log[700];
    snprintf(configuration, sizeof configuration, "%s/anchord.yaml", directory);
    snprintf(log, sizeof log, "%s/log", directory);
    daemon_process = fork();
    check(daemon_process >= 0, "fork");
    if (daemon_process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (!freopen(log, "a", stderr)) _exit(3);
        execl(daemon_program, daemon_program, "serve", "--config", configuration, (char *)NULL);
        _exit(3);
    }
    for (int tries = 0;; tries++) {
        int descriptor = connect_to_daemon();
        if (descriptor >= 0) {
            close(descriptor);
            return;
        }
        check(waitpid(daemon_process, NULL, WNOHANG) == 0 && tries < 6000, "the daemon does not start; see %s", log);
        poll(NULL, 0, 20);
    }
}

void signal_daemon(int signal) { check(kill(daemon_process, signal) == 0, "kill"); }

void stop_daemon(void) {
    signal_daemon(SIGTERM);
    waitpid(daemon_process, NULL, 0);
    daemon_process = 0;
}

int request(const char *method, const char *path, const char *body) {
    char text[2048];
    int descriptor = connect_to_daemon(), status = 0;
    int length = snprintf(text, sizeof text,
                          "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
                          "Content-Length: %zu\r\n\r\n%s", method, path, strlen(body), body);
    check(descriptor >= 0 && write(descriptor, text, (size_t)length) == length, "%s %s", method, path);
    size_t used = 0;
    ssize_t count;
    while (used < sizeof text - 1 && (count = read(descriptor, text + used, sizeof text - 1 - used)) > 0) used += (size_t)count;
    text[used] = 0;
    close(descriptor);
    check(sscanf(text, "HTTP/1.1 %d", &status) == 1, "%s %s: %s", method, path, text);
    if (status >= 400) fprintf(stderr, "%s %s: %s\n", method, path, text);
    return status;
}

static bool has_watches(int count) {
    char line[64], bytes[4096];
    const char *get = "GET /metrics HTTP/1.0\r\n\r\n";
    int descriptor = connect_to_daemon();
    check(descriptor >= 0 && write(descriptor, get, strlen(get)) == (ssize_t)strlen(get), "metrics");
    BIO *text = BIO_new(BIO_s_mem());
    for (ssize_t got; (got = read(descriptor, bytes, sizeof bytes)) > 0;) BIO_write(text, bytes, (int)got);
    close(descriptor);
    BIO_write(text, "", 1);
    char *metrics;
    BIO_get_mem_data(text, &metrics);
    check(strstr(metrics, "\nanchord_watches "), "%s", metrics);
    snprintf(line, sizeof line, "\nanchord_watches %d\n", count);
    bool has = strstr(metrics, line) != NULL;
    BIO_free(text);
    return has;
}

void await_watches(int count) {
    for (int tries = 0; !has_watches(count); tries++) {
        check(tries < 6000, "the daemon does not have %d watches", count);
        poll(NULL, 0, 20);
    }
}

void block_key(const char *name, X509 *certificate) {
    char pin[64], path[128], body[256];
    pin_of(certificate, pin);
    snprintf(path, sizeof path, "/v1/blocks/%s", name);
    snprintf(body, sizeof body, "{\"match\": {\"spkiSha256\": [\"sha256/%s\"]}, \"reason\": \"stolen\"}", pin);
    int status = request("PUT", path, body);
    check(status == 200 || status == 201, "block: %d", status);
}

void unblock(const char *name) {
    char path[128];
    snprintf(path, sizeof path, "/v1/blocks/%s", name);
    check(request("DELETE", path, "") < 300, "unblock");
}

int bind_to(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strcpy(address.sun_path, path);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    check(bind(listener, (struct sockaddr *)&address, sizeof address) == 0, "%s", path);
    return listener;
}

static void *answer(void *argument) {
    const impostor *impostor = argument;
    char bytes[65536];
    int kept = -1;
    for (int i = 0; i < impostor->count; i++) {
        int descriptor = accept(impostor->listener, NULL, NULL);
        if (recv(descriptor, bytes, sizeof bytes, 0) > 0)
            (void)!send(descriptor, impostor->answers[i], strlen(impostor->answers[i]), MSG_NOSIGNAL);
        if (i + 1 < impostor->count) close(descriptor);
        else kept = descriptor;
    }
    while (kept >= 0 && recv(kept, bytes, sizeof bytes, 0) > 0) continue;
    if (kept >= 0) close(kept);
    return NULL;
}

impostor *start_impostor(const char *path, const char *const *answers, int count) {
    impostor *impostor = malloc(sizeof *impostor);
    *impostor = (struct impostor){.listener = bind_to(path), .count = count, .answers = answers};
    check(listen(impostor->listener, 16) == 0, "listen");
    check(pthread_create(&impostor->thread, NULL, answer, impostor) == 0, "thread");
    return impostor;
}

void end_impostor(impostor *impostor) {
    pthread_join(impostor->thread, NULL);
    close(impostor->listener);
    free(impostor);
}
