// Prints the times of handshakes. ../../benchmark describes the arguments.
#include <anchord_ssl.h>
#include <dirent.h>
#include <openssl/err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void fail(const char *text) {
    fprintf(stderr, "%s\n", text);
    ERR_print_errors_fp(stderr);
    exit(1);
}

static long microseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static SSL_CTX *new_context(const char *mode) {
    char problem[256];
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    anchord_options options = {.address = getenv("ANCHORD_ADDRESS"), .policy = getenv("ANCHORD_POLICY"), .daemon_user = getuid()};
    if (strcmp(mode, "anchord") == 0) {
        if (!anchord_ssl_ctx_attach(context, &options, problem, sizeof problem)) fail(problem);
        return context;
    }
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    if (!SSL_CTX_load_verify_file(context, getenv("ANCHORD_ROOT"))) fail("ANCHORD_ROOT cannot be read");
    return context;
}

static void visit(SSL_CTX *context, const char *address, const char *host) {
    SSL *connection = NULL;
    long begin = microseconds();
    BIO *stream = BIO_new_ssl_connect(context);
    BIO_get_ssl(stream, &connection);
    BIO_set_conn_hostname(stream, address);
    if (!X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(connection), host)) fail("the host is not an address");
    if (BIO_do_handshake(stream) != 1) {
        const anchord_result *result = anchord_ssl_result(connection);
        fail(result ? result->text : "the handshake failed");
    }
    printf("%ld\n", microseconds() - begin);
    BIO_set_tcp_ndelay(SSL_get_fd(connection), 1); // The end of the connection does not wait for an acknowledgment.
    BIO_free_all(stream);
}

static void print_resources(void) {
    char line[256];
    long memory = 0, descriptors = -3; // Not the two names of directories, nor the descriptor that reads.
    FILE *status = fopen("/proc/self/status", "re");
    while (status && fgets(line, sizeof line, status)) sscanf(line, "VmRSS: %ld", &memory);
    if (status) fclose(status);
    DIR *entries = opendir("/proc/self/fd");
    while (entries && readdir(entries)) descriptors++;
    if (entries) closedir(entries);
    printf("rss %ld fds %ld\n", memory, descriptors);
}

int main(int count, char **arguments) {
    char host[64];
    if (count != 4) fail("usage: benchmark HOST:PORT COUNT own|anchord");
    snprintf(host, sizeof host, "%.*s", (int)strcspn(arguments[1], ":"), arguments[1]);
    SSL_CTX *context = new_context(arguments[3]);
    for (int left = atoi(arguments[2]); left > 0; left--) visit(context, arguments[1], host);
    SSL_CTX_free(context);
    print_resources();
    return 0;
}
