// Runs the cases of ../cases.json and those of the library against a daemon and TLS connections.
//
//   tests DIRECTORY DAEMON CLIENT WATCHED
//
// CLIENT and WATCHED are the programs in README.md.
#include "private.h"
#include "scene.h"
#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *readme, *readme_watch;
static identity root, other_root, expired, other_host, unknown, pinned, local, client_for_servers;
identity good, client;
anchord_options as_client, as_server;

typedef struct {
    int listener;
    SSL_CTX *context;
} server;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static outcome visit(const identity *server, const char *host) {
    outcome outcome = run((connection){.server_identity = server, .client = &as_client, .host = host});
    SSL_SESSION_free(outcome.session);
    return outcome;
}

static void expect(outcome outcome, anchord_outcome expected, const char *code) {
    check(outcome.client_has_result, "no result, error %ld", outcome.verify_error);
    check(outcome.client.outcome == expected, "outcome %d: %s", outcome.client.outcome, outcome.client.text);
    check(outcome.is_open == (expected == ANCHORD_ALLOWED), "open: %d, %s", outcome.is_open, outcome.client.text);
    check(outcome.server_received == outcome.is_open, "a byte was sent before the verdict");
    bool has_code = code == NULL;
    for (size_t i = 0; i < outcome.client.code_count; i++) has_code |= code && strcmp(outcome.client.codes[i], code) == 0;
    check(has_code, "no code %s: %s", code, outcome.client.text);
    check(expected != ANCHORD_DENIED || outcome.verify_error == X509_V_ERR_CERT_REJECTED, "error %ld", outcome.verify_error);
    check(expected == ANCHORD_NO_VERDICT || outcome.client.decision[0], "no decision");
}

static void test_good(void) { expect(visit(&good, "good.example"), ANCHORD_ALLOWED, NULL); }
static void test_expired(void) { expect(visit(&expired, "expired.example"), ANCHORD_DENIED, "time.expired"); }
static void test_wrong_host(void) { expect(visit(&other_host, "good.example"), ANCHORD_DENIED, "host.mismatch"); }
static void test_unknown_ca(void) { expect(visit(&unknown, "good.example"), ANCHORD_DENIED, "chain.issuerNotFound"); }
static void test_pin_rotated(void) { expect(visit(&pinned, "pinned.example"), ANCHORD_DENIED, "pin.keyMismatch"); }

static void test_blocked(void) {
    test_good();
    block_key("good", good.certificate);
    expect(visit(&good, "good.example"), ANCHORD_DENIED, "policy.blocked");
    unblock("good");
    test_good();
}

// Replaces the CRL of the policy.
static void test_revoked(void) {
    as_client.policy = "revoked";
    test_good();
    write_crl("root.crl", &root, good.certificate);
    check(request("POST", "/v1/reload", "") == 200, "reload");
    expect(visit(&good, "good.example"), ANCHORD_DENIED, "revocation.revoked");
    as_client.policy = "web";
}

static outcome receive(const identity *client_identity) {
    outcome outcome = run((connection){.server_identity = &good, .client_identity = client_identity, .server = &as_server});
    SSL_SESSION_free(outcome.session);
    return outcome;
}

static void test_client_good(void) {
    outcome outcome = receive(&client);
    check(outcome.is_open && outcome.server.outcome == ANCHORD_ALLOWED, "%s", outcome.server.text);
    check(strcmp(outcome.server.principal, "billing.example") == 0, "principal %s", outcome.server.principal);
    check(strcmp(outcome.server.principal_kind, "dnsName") == 0, "kind %s", outcome.server.principal_kind);
    check(!receive(NULL).server_received, "a client without a certificate was served");
    anchord_options optional = as_server;
    optional.client_certificate_optional = 1;
    outcome = run((connection){.server_identity = &good, .server = &optional});
    SSL_SESSION_free(outcome.session);
    check(outcome.is_open && !outcome.server_has_result, "an optional certificate");
}

static void test_client_without_purpose(void) {
    outcome outcome = receive(&client_for_servers);
    check(!outcome.server_received && outcome.server.outcome == ANCHORD_DENIED, "%s", outcome.server.text);
    check(strstr(outcome.server.text, "usage.extendedKeyUsage"), "%s", outcome.server.text);
    anchord_options nameless = as_server;
    nameless.policy = NULL;
    outcome = run((connection){.server_identity = &good, .client_identity = &client, .server = &nameless});
    SSL_SESSION_free(outcome.session);
    check(!outcome.server_received && outcome.server.outcome == ANCHORD_NO_VERDICT, "a client without a policy");
}

static void test_daemon_down(void) {
    stop_daemon();
    outcome outcome = visit(&good, "good.example");
    expect(outcome, ANCHORD_NO_VERDICT, NULL);
    check(strstr(outcome.client.text, socket_address), "%s", outcome.client.text);
    start_daemon();
    test_good();
}

static void test_daemon_stopped(void) {
    signal_daemon(SIGSTOP);
    as_client.deadline = 800;
    double begin = now();
    expect(visit(&good, "good.example"), ANCHORD_NO_VERDICT, NULL);
    check(now() - begin >= 0.8, "the deadline was shorter");
    as_client.deadline = 0;
    signal_daemon(SIGCONT);
    test_good();
}

static const char *const garbage[] = {
    "", "SSH-2.0-OpenSSH\r\n", HEAD "Content-Length: 49\r\n\r\nnot a verdict, although the length is the right on\n",
    HEAD "Content-Length: 99\r\n\r\n" LINE, HEAD "\r\n" LINE, HEAD "Transfer-Encoding: chunked\r\n\r\n31\r\n" LINE "\r\n0\r\n\r\n",
    HEAD "Content-Length: 49\r\nContent-Length: 49\r\n\r\n" LINE, HEAD "Content-Length: 48\r\n\r\n" LINE,
    HEAD "Content-Length: 99999999\r\n\r\n" LINE, "HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 49\r\n\r\n" LINE,
    "HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nContent-Length: 49\r\n\r\n" LINE,
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 49\r\n\r\n" LINE,
    HEAD "Content-Length: 42\r\n\r\nuntrusted: deny (unspecified, policy a/b)\n", HEAD " folded: 1\r\nContent-Length: 49\r\n\r\n" LINE,
    HEAD "Content-Length: 70\r\n\r\n" LINE "principal: uri a\\u{a}\n",
    "HTTP/1.1 200 OK\nContent-Type: text/plain\nContent-Length: 49\n\n" LINE, HEAD "X: \x01\r\nContent-Length: 49\r\n\r\n" LINE,
    HEAD "Anchord-Action: deny\r\nContent-Length: 49\r\n\r\n" LINE, HEAD "Anchord-Action:\r\nContent-Length: 49\r\n\r\n" LINE,
    HEAD "Anchord-Action: allow\r\nAnchord-Action: deny\r\nContent-Length: 49\r\n\r\n" LINE,
    "HTTP/1.1 200 OK\r\nContent-Type: application/problem+json\r\nContent-Type: text/plain\r\nContent-Length: 49\r\n\r\n" LINE,
    "HTTP/1.1 100 Continue\r\n\r\n" HEAD "Content-Length: 49\r\n\r\n" LINE,
    HEAD "Content-Length: 49\r\n\r\n" LINE HEAD "Content-Length: 49\r\n\r\n" LINE,
    HEAD "Content-Length: 49\r\n\r\n" "trusted",
};

static void test_daemon_garbage(void) {
    char path[600], address[700];
    snprintf(path, sizeof path, "%s/impostor", directory);
    snprintf(address, sizeof address, "unix:%s", path);
    check(strlen(LINE) == 49, "the length is %zu", strlen(LINE));
    // The same program sends one right answer first, so that the others are refused for their own faults.
    enum { count = 1 + sizeof garbage / sizeof *garbage };
    const char *answers[count] = {HEAD "Anchord-Action: allow\r\nContent-Length: 49\r\n\r\n" LINE};
    memcpy(answers + 1, garbage, sizeof garbage);
    impostor *impostor = start_impostor(path, answers, count);
    as_client.address = address;
    outcome outcome = visit(&good, "good.example");
    check(outcome.is_open, "%s", outcome.client.text);
    for (int i = 1; i < count; i++) {
        as_client.deadline = i + 1 < count ? 60000 : 800;
        outcome = visit(&good, "good.example");
        check(outcome.client.outcome == ANCHORD_NO_VERDICT && !outcome.server_received, "answer %d was accepted", i);
        expect(outcome, ANCHORD_NO_VERDICT, NULL);
    }
    as_client.deadline = 0;
    as_client.address = socket_address;
    end_impostor(impostor);
}

// With less than 500 ms, a soft fail of the daemon would allow chains without a fetch.
static void test_wait(void) {
    for (int left = 100; left <= 40000; left = left * 5 / 4) {
        int64_t begin = anchord_now();
        int wait = anchord_wait(begin + left);
        int64_t late = anchord_now() - begin, longest = left - 200 < 30000 ? left - 200 : 30000;
        check(wait > 0 || left - late < 700, "%d ms are not enough", left);
        check(wait == 0 || (wait >= 500 && wait % 100 == 0 && wait <= longest && wait > longest - late - 100), "%d: %d", left, wait);
    }
    anchord_client *made = anchord_client_new(&as_client, NULL, 0);
    size_t length = 0;
    char *request = anchord_make_request(made, "/", &(anchord_question){.host = "a\"b"}, 500, &length);
    check(request && strlen(request) == length && strstr(request, "\r\n\r\n{\"deadline\":\"500ms\",\"host\":\"a\\u0022b\""), "%s", request);
    free(request);
    anchord_bytes large = {calloc(1, 8 << 20), 8 << 20};
    check(!anchord_make_request(made, "/", &(anchord_question){.chain = &large, .chain_count = 1}, 500, &length), "a large question");
    free((void *)large.bytes);
    anchord_client_free(made);
}

static void test_daemon_problem(void) {
    as_client.policy = "absent";
    outcome outcome = visit(&good, "good.example");
    expect(outcome, ANCHORD_NO_VERDICT, "unknownPolicySet");
    check(strstr(outcome.client.text, "answered with the problem unknownPolicySet (404)"), "%s", outcome.client.text);
    as_client.policy = "web";
    expect(visit(&good, NULL), ANCHORD_NO_VERDICT, NULL);
    expect(visit(&good, "a\"b\\c\n"), ANCHORD_DENIED, "host.invalid");
}

static void test_daemon_other_user(void) {
    char path[600], address[700];
    snprintf(path, sizeof path, "%s/other", directory);
    snprintf(address, sizeof address, "unix:%s", path);
    int ready[2], listener = bind_to(path);
    check(pipe2(ready, O_CLOEXEC) == 0, "pipe");
    pid_t child = fork();
    if (child == 0) {
        // The kernel reports the user at the time of listen.
        if (setresuid(65534, 65534, 65534) != 0 || listen(listener, 16) != 0) _exit(1);
        (void)!write(ready[1], "r", 1);
        pause(); // Until the signal.
        _exit(0);
    }
    char byte;
    close(ready[1]);
    close(listener);
    check(read(ready[0], &byte, 1) == 1, "no other user");
    as_client.address = address;
    outcome outcome = visit(&good, "good.example");
    expect(outcome, ANCHORD_NO_VERDICT, NULL);
    check(strstr(outcome.client.text, "user 65534"), "%s", outcome.client.text);
    as_client.address = socket_address;
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(ready[0]);
}

static void test_daemon_restarts(void) {
    test_good();
    stop_daemon();
    start_daemon();
    test_good();
}

static void test_reload(void) {
    as_client.policy = "changing";
    test_good();
    write_text("policies/changing.yaml", "otherwise: web\npolicies:\n  web:\n    evaluator: default\n    anchors: [%s/other.pem]\n", directory);
    check(request("POST", "/v1/reload", "") == 200, "reload");
    expect(visit(&good, "good.example"), ANCHORD_DENIED, NULL);
    as_client.policy = "web";
}

// Connects twice with one context for each side, offers the session of the first connection, and blocks the key between them.
static void resume(int version, connection settings, const identity *blocked) {
    settings.version = version;
    settings.server_context = new_context(&settings, true);
    settings.client_context = new_context(&settings, false);
    outcome first = run(settings);
    check(first.is_open && first.session, "first connection: %s", first.client.text);
    block_key("resumed", blocked->certificate);
    settings.session = first.session;
    outcome second = run(settings);
    check(!second.is_open && !second.server_received, "a session was resumed after a block");
    check(settings.server ? second.server.outcome == ANCHORD_DENIED : true, "%s", second.server.text);
    unblock("resumed");
    SSL_SESSION_free(first.session);
    SSL_SESSION_free(second.session);
    SSL_CTX_free(settings.server_context);
    SSL_CTX_free(settings.client_context);
}

// Offers a session that the program has from a context without the library.
static void offer_foreign_session(int version, SSL_SESSION *session, SSL_CTX *server) {
    block_key("foreign", good.certificate);
    outcome outcome = run((connection){.client = &as_client, .host = "good.example", .version = version,
                                       .session = session, .server_context = server});
    check(!outcome.is_open && !outcome.server_received, "a session of another context was resumed");
    SSL_SESSION_free(outcome.session);
    unblock("foreign");
}

static void test_resumed(void) {
    static const int versions[] = {TLS1_2_VERSION, TLS1_3_VERSION};
    for (int i = 0; i < 2; i++) {
        // Without the library on either side, the same connections are resumed.
        connection plain = {.server_identity = &good, .version = versions[i]};
        plain.server_context = new_context(&plain, true);
        plain.client_context = new_context(&plain, false);
        outcome first = run(plain);
        plain.session = first.session;
        outcome second = run(plain);
        check(second.is_open && second.is_resumed, "the test does not resume sessions");
        offer_foreign_session(versions[i], second.session, plain.server_context);
        SSL_SESSION_free(first.session);
        SSL_SESSION_free(second.session);
        SSL_CTX_free(plain.server_context);
        SSL_CTX_free(plain.client_context);
        resume(versions[i], (connection){.server_identity = &good, .client = &as_client, .host = "good.example"}, &good);
        resume(versions[i], (connection){.server_identity = &good, .client_identity = &client, .server = &as_server}, &client);
    }
}

static unsigned share_key(SSL *connection, const char *hint, char *identity, unsigned space, unsigned char *key, unsigned size) {
    (void)connection, (void)hint;
    snprintf(identity, space, "tests");
    memset(key, 1, size < 16 ? size : 16);
    return 16;
}

static unsigned find_key(SSL *connection, const char *identity, unsigned char *key, unsigned size) {
    (void)connection, (void)identity;
    memset(key, 1, size < 16 ? size : 16);
    return 16;
}

// Handshakes without a certificate message ask nothing.
static void test_without_certificate(void) {
    char problem[256];
    for (int version = TLS1_2_VERSION; version <= TLS1_3_VERSION; version++) {
        connection settings = {.host = "good.example", .version = version};
        for (int i = 0; i < 2; i++) { // Without the library, and with it.
            settings.server_context = new_context(&settings, true);
            settings.client_context = new_context(&settings, false);
            SSL_CTX_set_psk_server_callback(settings.server_context, find_key);
            SSL_CTX_set_psk_client_callback(settings.client_context, share_key);
            if (i == 1) check(anchord_ssl_ctx_attach(settings.client_context, &as_client, problem, sizeof problem), "%s", problem);
            outcome outcome = run(settings);
            check(outcome.is_open == (i == 0), "a pre-shared key: %d, open: %d", i, outcome.is_open);
            SSL_SESSION_free(outcome.session);
            SSL_CTX_free(settings.server_context);
            SSL_CTX_free(settings.client_context);
        }
    }
    SSL_CTX *anonymous = SSL_CTX_new(TLS_client_method());
    check(SSL_CTX_set_cipher_list(anonymous, "ALL:aNULL:@SECLEVEL=0"), "cipher suites");
    check(!anchord_ssl_ctx_attach(anonymous, &as_client, problem, sizeof problem), "anonymous cipher suites were accepted");
    check(strstr(problem, "without certificates"), "%s", problem);
    SSL_CTX_free(anonymous);
}

static void visit_with(int version) {
    connection settings = {.server_identity = &good, .client = &as_client, .host = "good.example", .version = version};
    outcome outcome = run(settings);
    expect(outcome, ANCHORD_ALLOWED, NULL);
    SSL_SESSION_free(outcome.session);
    settings.server_identity = &expired;
    outcome = run(settings);
    expect(outcome, ANCHORD_DENIED, "time.expired");
    SSL_SESSION_free(outcome.session);
}

static void test_version_2(void) { visit_with(TLS1_2_VERSION); }
static void test_version_3(void) { visit_with(TLS1_3_VERSION); }

static void test_token(void) {
    static const struct {
        anchord_options options;
        const char *problem;
    } refused[] = {
        {{.address = "tcp:192.0.2.1:8778", .token = "secret"}, "loopback"},
        {{.address = "tcp:[2001:db8::1]:8778", .token = "secret"}, "loopback"},
        {{.address = "tcp:[::ffff:192.0.2.1]:8778", .token = "secret"}, "loopback"},
        {{.address = "tcp:localhost:8778"}, "numeric"},
        {{.address = "tcp:127.0.0.1"}, "port"},
        {{.address = "tcp:127.0.0.1:0"}, "port"},
        {{.address = "https://127.0.0.1:8778"}, "write /PATH, unix:/PATH, tcp:HOST:PORT or http://HOST:PORT"},
        {{.address = "http://127.0.0.1:8778/"}, "write /PATH, unix:/PATH, tcp:HOST:PORT or http://HOST:PORT"},
        {{.address = "http://localhost:8778"}, "numeric"},
        {{.address = "http://192.0.2.1:8778", .token = "secret"}, "loopback"},
        {{.address = "http:127.0.0.1:8778"}, "unknown form"},
        {{.address = "unix:anchord.sock"}, "unknown form"},
        {{.address = "anchord.sock"}, "unknown form"},
        {{.address = ""}, "unknown form"},
        {{.address = "tcp:127.0.0.1:8778", .token = "a b"}, "ASCII"},
        {{.address = "tcp:127.0.0.1:8778", .token = "a\r\nHost: b"}, "ASCII"},
        {{.token_file = "/nonexistent"}, "file"},
        {{.deadline = -1}, "deadline"},
        {{.deadline = 799}, "deadline"},
    };
    char problem[256];
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        check(!anchord_client_new(&refused[i].options, problem, sizeof problem), "option %zu was accepted", i);
        check(strstr(problem, refused[i].problem), "option %zu: %s", i, problem);
    }
    static const char *const accepted[] = {"tcp:[::1]:8778", "tcp:127.0.0.1:8778", "http://[::1]:8778", "http://127.0.0.1:8778", "/a", "unix:/a"};
    for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) {
        anchord_client *made = anchord_client_new(&(anchord_options){.address = accepted[i], .token = "secret"}, problem, sizeof problem);
        check(made, "%s: %s", accepted[i], problem);
        check(made->address.ss_family == (accepted[i][0] == '/' || accepted[i][0] == 'u' ? AF_UNIX : i % 2 == 0 ? AF_INET6 : AF_INET), "%s", accepted[i]);
        anchord_client_free(made);
    }
    // A path alone is the socket.
    as_client.address = socket_address + strlen("unix:");
    test_good();
    as_client.address = socket_address;
}

static void test_deferred(void) {
    as_client.deferred = as_server.deferred = 1;
    for (int version = TLS1_2_VERSION; version <= TLS1_3_VERSION; version++) visit_with(version);
    test_client_without_purpose();
    outcome outcome = receive(&client);
    check(outcome.is_open && outcome.server.outcome == ANCHORD_ALLOWED, "%s", outcome.server.text);
    as_client.deferred = as_server.deferred = 0;
}

// A program asks once more about an open connection, and uses its object for another host.
static void test_other_host(void) {
    as_client.deferred = 1;
    connection settings = {.server_identity = &good, .client = &as_client, .host = "good.example"};
    settings.client_context = new_context(&settings, false);
    settings.client_connection = SSL_new(settings.client_context);
    outcome outcome = run(settings);
    expect(outcome, ANCHORD_ALLOWED, NULL);
    SSL_SESSION_free(outcome.session);
    check(anchord_ssl_ask(settings.client_connection) == ANCHORD_ALLOWED, "the second question");
    check(SSL_clear(settings.client_connection), "clear");
    settings.host = "other.example";
    outcome = run(settings);
    expect(outcome, ANCHORD_DENIED, "host.mismatch");
    SSL_SESSION_free(outcome.session);
    SSL_free(settings.client_connection);
    SSL_CTX_free(settings.client_context);
    as_client.deferred = 0;
}

static void test_stapled(void) {
    connection settings = {.server_identity = &good, .client = &as_client, .host = "good.example",
                           .version = TLS1_3_VERSION, .staple = "not a response"};
    outcome outcome = run(settings);
    SSL_SESSION_free(outcome.session);
    expect(outcome, ANCHORD_NO_VERDICT, "malformedEvidence");
}

static size_t open_descriptors(void) {
    size_t count = 0;
    DIR *entries = opendir("/proc/self/fd");
    while (readdir(entries)) count++;
    closedir(entries);
    return count;
}

static void *visit_often(void *argument) {
    const connection *settings = argument;
    for (int i = 0; i < 25; i++) {
        outcome outcome = run(*settings);
        check(outcome.is_open && outcome.server.outcome == ANCHORD_ALLOWED, "%s %s", outcome.client.text, outcome.server.text);
        SSL_SESSION_free(outcome.session);
    }
    return NULL;
}

// Several threads use the same contexts, and leave no descriptor open.
static void test_threads(void) {
    pthread_t threads[4];
    size_t before = open_descriptors();
    as_client.deadline = as_server.deadline = 60000;
    connection settings = {.server_identity = &good, .client_identity = &client, .client = &as_client, .server = &as_server,
                           .host = "good.example"};
    settings.server_context = new_context(&settings, true);
    settings.client_context = new_context(&settings, false);
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, visit_often, &settings);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    SSL_CTX_free(settings.server_context);
    SSL_CTX_free(settings.client_context);
    as_client.deadline = as_server.deadline = 0;
    check(open_descriptors() == before, "descriptors are left open");
}

// Answers one request over TCP.
static void *answer_request(void *argument) {
    const server *server = argument;
    char request[256];
    int descriptor = accept(server->listener, NULL, NULL);
    if (descriptor < 0) return NULL;
    SSL *connection = SSL_new(server->context);
    SSL_set_fd(connection, descriptor);
    if (SSL_accept(connection) == 1 && SSL_read(connection, request, sizeof request) > 0) SSL_write(connection, "hello", 5);
    SSL_shutdown(connection);
    SSL_free(connection);
    close(descriptor);
    return NULL;
}

// Blocks the key of the server when its connection is watched, and waits until the client closes it.
static void *block_watched(void *argument) {
    const server *server = argument;
    char byte;
    int descriptor = accept(server->listener, NULL, NULL);
    if (descriptor < 0) return NULL;
    SSL *connection = SSL_new(server->context);
    SSL_set_fd(connection, descriptor);
    check(SSL_accept(connection) == 1, "the program in README.md refuses its server");
    await_watches(1);
    block_key("watched", local.certificate);
    check(SSL_read(connection, &byte, 1) <= 0, "a byte of a closed connection");
    SSL_free(connection);
    close(descriptor);
    unblock("watched");
    return NULL;
}

// Runs a program in README.md against a server with the identity, and returns the status of its end. Programs begin with a SIGPIPE that ends
// them, which these tests ignore.
static int run_readme(const char *program, const identity *identity, void *(*serve)(void *)) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    char command[2048];
    pthread_t thread;
    connection settings = {.server_identity = identity};
    server server = {socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), new_context(&settings, true)};
    check(bind(server.listener, (struct sockaddr *)&address, size) == 0 && listen(server.listener, 1) == 0, "listen");
    // A client that does not connect ends the test.
    setsockopt(server.listener, SOL_SOCKET, SO_RCVTIMEO, &(struct timeval){.tv_sec = 60}, sizeof(struct timeval));
    getsockname(server.listener, (struct sockaddr *)&address, &size);
    pthread_create(&thread, NULL, serve, &server);
    snprintf(command, sizeof command, "exec env --default-signal=PIPE %s localhost %d web %s >%s/output 2>&1", program, ntohs(address.sin_port), socket_address, directory);
    int status = system(command);
    pthread_join(thread, NULL);
    close(server.listener);
    SSL_CTX_free(server.context);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static bool output_has(const char *text) {
    char path[600], output[4096];
    snprintf(path, sizeof path, "%s/output", directory);
    FILE *file = fopen(path, "re");
    check(file, "%s", path);
    output[fread(output, 1, sizeof output - 1, file)] = 0;
    fclose(file);
    return strstr(output, text) != NULL;
}

static void test_readme(void) {
    check(run_readme(readme, &local, answer_request) == 0 && output_has("hello"), "a good server was refused");
    check(run_readme(readme, &good, answer_request) == 1 && output_has("host.mismatch"), "a server with another name was accepted");
}

static void test_readme_watch(void) {
    int status = run_readme(readme_watch, &local, block_watched);
    check(status == 1 && output_has("policy.blocked"), "the watched program ended with %d", status);
}

static void make_scene(void) {
    char pin[64];
    root = issue(NULL, (profile){.name = "Root"});
    other_root = issue(NULL, (profile){.name = "Other Root"});
    good = issue(&root, (profile){.name = "good.example", .usage = "serverAuth"});
    expired = issue(&root, (profile){.name = "expired.example", .usage = "serverAuth", .is_expired = true});
    other_host = issue(&root, (profile){.name = "other.example", .usage = "serverAuth"});
    unknown = issue(&other_root, (profile){.name = "good.example", .usage = "serverAuth"});
    pinned = issue(&root, (profile){.name = "pinned.example", .usage = "serverAuth"});
    local = issue(&root, (profile){.name = "localhost", .usage = "serverAuth"});
    client = issue(&root, (profile){.name = "billing.example", .usage = "clientAuth"});
    client_for_servers = issue(&root, (profile){.name = "billing.example", .usage = "serverAuth"});
    write_certificate("root.pem", root.certificate);
    write_certificate("other.pem", other_root.certificate);
    pin_of(good.certificate, pin);
    char policies[600];
    snprintf(policies, sizeof policies, "%s/policies", directory);
    check(mkdir(policies, 0700) == 0, "%s", policies);
    write_text("policies/web.yaml", "hosts: {pinned.example: pinned}\notherwise: web\npolicies:\n"
               "  web: {evaluator: default, anchors: [%s/root.pem]}\n"
               "  pinned: {evaluator: pinPublicKeys, anchors: [%s/root.pem], requireBackupPin: false, pins: [\"sha256/%s\"]}\n"
               "  clients:\n    evaluator: default\n    anchors: [%s/root.pem]\n    purpose: clientAuth\n"
               "    validateHost: false\n    allowedClients: {dnsNames: [billing.example]}\n", directory, directory, pin, directory);
    write_text("policies/changing.yaml", "otherwise: web\npolicies:\n  web: {evaluator: default, anchors: [%s/root.pem]}\n", directory);
    write_crl("root.crl", &root, NULL);
    write_text("policies/revoked.yaml", "otherwise: web\npolicies:\n  web:\n    evaluator: default\n    anchors: [%s/root.pem]\n"
               "    revocation: {crls: [%s/root.crl]}\n", directory, directory);
    write_text("anchord.yaml", "listen: [\"%s\"]\npolicies: %s/policies\nblocks: {directory: %s/blocks}\nclients:\n"
               "  - {name: tests, unixUser: %s, may: [evaluate, read, reload, block]}\n", socket_address, directory, directory,
               getpwuid(getuid())->pw_name);
    as_client = (anchord_options){.address = socket_address, .policy = "web", .daemon_user = getuid(), .deadline = 0};
    as_server = (anchord_options){.address = socket_address, .policy = "web/clients", .daemon_user = getuid()};
}

static const struct {
    const char *name;
    void (*run)(void);
    bool needs_root;
} cases[] = {
    {"good", test_good, false}, {"expired", test_expired, false}, {"wrong-host", test_wrong_host, false},
    {"unknown-ca", test_unknown_ca, false}, {"pin-rotated", test_pin_rotated, false}, {"blocked", test_blocked, false},
    {"revoked", test_revoked, false},
    {"client-good", test_client_good, false}, {"client-without-purpose", test_client_without_purpose, false},
    {"daemon-down", test_daemon_down, false}, {"daemon-stopped", test_daemon_stopped, false},
    {"daemon-garbage", test_daemon_garbage, false}, {"daemon-problem", test_daemon_problem, false},
    {"daemon-other-user", test_daemon_other_user, true}, {"daemon-restarts", test_daemon_restarts, false},
    {"reload", test_reload, false}, {"resumed", test_resumed, false}, {"tls-1.2", test_version_2, false},
    {"tls-1.3", test_version_3, false}, {"token-off-loopback", test_token, false}, {"deferred", test_deferred, false},
    {"wait", test_wait, false}, {"other-host", test_other_host, false}, {"without-certificate", test_without_certificate, false},
    {"stapled", test_stapled, false}, {"threads", test_threads, false}, {"readme", test_readme, false},
    {"watch-blocked", test_watch_blocked, false}, {"watch-daemon-stopped", test_watch_daemon_stopped, false},
    {"watch-drained", test_watch_drained, false}, {"watch-ends", test_watch_ends, false},
    {"watch-garbage", test_watch_garbage, false}, {"watch-silent", test_watch_silent, false},
    {"watch-refused", test_watch_refused, false}, {"watch-connection", test_watch_connection, false},
    {"watch-accepted", test_watch_accepted, false}, {"readme-watch", test_readme_watch, false},
};

int main(int count, char **arguments) {
    if (count != 5) return 2;
    snprintf(directory, sizeof directory, "%s", arguments[1]);
    snprintf(socket_address, sizeof socket_address, "unix:%s/anchord.sock", directory);
    daemon_program = arguments[2];
    readme = arguments[3];
    readme_watch = arguments[4];
    signal(SIGPIPE, SIG_IGN);
    alarm(600); // A test that hangs ends.
    // A daemon that is stopped does not interrupt the connections.
    sigaction(SIGCHLD, &(struct sigaction){.sa_handler = SIG_DFL, .sa_flags = SA_NOCLDSTOP}, NULL);
    make_scene();
    start_daemon();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool is_skipped = cases[i].needs_root && getuid() != 0;
        if (!is_skipped) cases[i].run();
        printf("%s: %s\n", is_skipped ? "skipped" : "passed", cases[i].name);
        fflush(stdout);
    }
    stop_daemon();
    identity all[] = {root, other_root, good, expired, other_host, unknown, pinned, local, client, client_for_servers};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) release(all[i]);
    return 0;
}
