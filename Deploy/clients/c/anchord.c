// Makes clients, and asks.
#include "private.h"
#include <netdb.h>
#include <netinet/in.h>
#include <pwd.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>
#include <unistd.h>

enum { LONGEST_TOKEN = 4096, DEFAULT_DEADLINE = 2000, SHORTEST_DEADLINE = 800, LONGEST_DEADLINE = 600000, SILENCE = 45000 };

#define DEFAULT_ADDRESS "unix:/run/anchord/anchord.sock"
#define FORMS "write /PATH, unix:/PATH, tcp:HOST:PORT or http://HOST:PORT"

anchord_outcome anchord_no_verdict(anchord_result *result, const char *format, ...) {
    memset(result, 0, sizeof *result);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(result->text, sizeof result->text, format, arguments);
    va_end(arguments);
    return result->outcome = ANCHORD_NO_VERDICT;
}

void anchord_describe(anchord_result *result, const char *text) {
    size_t used = strlen(result->text), length = strlen(text), space = sizeof result->text - 1 - used;
    if (length > space) {
        length = space;
        while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80) length--;
    }
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        result->text[used + i] = byte < ' ' || byte == 0x7F ? '?' : text[i];
    }
    result->text[used + length] = 0;
}

static bool is_loopback(const struct sockaddr_storage *address) {
    if (address->ss_family == AF_UNIX) return true;
    if (address->ss_family == AF_INET)
        return ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr) >> 24 == 127;
    return IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)address)->sin6_addr);
}

// Reads `HOST:PORT` with a numeric host; an IPv6 address is in brackets.
static const char *read_tcp_address(const char *text, anchord_client *client) {
    const char *colon = strrchr(text, ':');
    char address[64], *end = NULL;
    size_t length = colon ? (size_t)(colon - text) : 0;
    if (length == 0 || length >= sizeof address) return "the address has no port: " FORMS;
    unsigned long port = strtoul(colon + 1, &end, 10);
    if (colon[1] < '0' || colon[1] > '9' || *end || port == 0 || port > 65535) return "the port of the address is not from 1 to 65535: " FORMS;
    int is_six = text[0] == '[' && colon[-1] == ']';
    snprintf(address, sizeof address, "%.*s", (int)length - 2 * is_six, text + is_six);
    struct addrinfo *found, hints = {.ai_flags = AI_NUMERICHOST, .ai_family = is_six ? AF_INET6 : AF_INET, .ai_socktype = SOCK_STREAM};
    if (getaddrinfo(address, colon + 1, &hints, &found) != 0) return "the host of the address is not numeric, such as 127.0.0.1: " FORMS;
    memcpy(&client->address, found->ai_addr, found->ai_addrlen);
    client->address_length = found->ai_addrlen;
    freeaddrinfo(found);
    return NULL;
}

static const char *read_address(const char *text, anchord_client *client) {
    if (strncmp(text, "tcp:", 4) == 0) return read_tcp_address(text + 4, client);
    if (strncmp(text, "http://", 7) == 0) return read_tcp_address(text + 7, client);
    const char *path = strncmp(text, "unix:", 5) == 0 ? text + 5 : text;
    if (path[0] != '/') return "the address has an unknown form: " FORMS;
    struct sockaddr_un *local = (struct sockaddr_un *)&client->address;
    if (strlen(path) >= sizeof local->sun_path) return "the path of the socket is too long";
    local->sun_family = AF_UNIX;
    strcpy(local->sun_path, path);
    client->address_length = sizeof *local;
    return NULL;
}

static const char *read_token(const anchord_options *options, anchord_client *client) {
    char text[LONGEST_TOKEN + 2] = "";
    if (options->token && options->token_file) return "token and token_file are both set";
    if (!options->token && !options->token_file) return NULL;
    if (options->token_file) {
        FILE *file = fopen(options->token_file, "re");
        if (!file) return "the file with the token cannot be read";
        size_t length = fread(text, 1, sizeof text - 1, file);
        fclose(file);
        while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r')) text[--length] = 0;
    } else {
        snprintf(text, sizeof text, "%s", options->token);
    }
    size_t length = strlen(text);
    if (length == 0 || length > LONGEST_TOKEN) return "the token is empty or too long";
    for (size_t i = 0; i < length; i++)
        if (text[i] <= ' ' || text[i] >= 0x7F) return "the token has other characters than visible ASCII";
    if (!is_loopback(&client->address)) return "a token is sent only to Unix sockets and loopback addresses";
    client->token = strdup(text);
    return client->token ? NULL : "out of memory";
}

static void read_users(const anchord_options *options, anchord_client *client) {
    struct passwd entry, *found = NULL;
    char text[4096];
    client->users[client->user_count++] = 0;
    if (options->daemon_user != 0) client->users[client->user_count++] = options->daemon_user;
    if (getpwnam_r("anchord", &entry, text, sizeof text, &found) == 0 && found)
        client->users[client->user_count++] = found->pw_uid;
}

static const char *read_options(const anchord_options *options, anchord_client *client) {
    const char *address = options->address ? options->address : DEFAULT_ADDRESS;
    const char *fault = read_address(address, client);
    if (!fault) fault = read_token(options, client);
    if (fault) return fault;
    if (options->deadline && (options->deadline < SHORTEST_DEADLINE || options->deadline > LONGEST_DEADLINE))
        return "the deadline is not from 800 to 600000 milliseconds";
    client->deadline = options->deadline ? options->deadline : DEFAULT_DEADLINE;
    client->silence = SILENCE;
    client->host_optional = options->host_optional;
    read_users(options, client);
    if (!(client->name = strdup(address))) return "out of memory";
    if (options->policy && !(client->policy = strdup(options->policy))) return "out of memory";
    return NULL;
}

anchord_client *anchord_client_new(const anchord_options *options, char *problem, size_t problem_size) {
    static const anchord_options defaults;
    anchord_client *client = calloc(1, sizeof *client);
    const char *fault = client ? read_options(options ? options : &defaults, client) : "out of memory";
    if (problem && problem_size > 0) snprintf(problem, problem_size, "%s", fault ? fault : "");
    if (!fault) return client;
    anchord_client_free(client);
    return NULL;
}

void anchord_client_free(anchord_client *client) {
    if (!client) return;
    if (client->token) explicit_bzero(client->token, strlen(client->token));
    free(client->name);
    free(client->token);
    free(client->policy);
    free(client);
}

int anchord_begin(const anchord_client *client, const char *path, const anchord_question *question, int64_t end,
                  anchord_result *result) {
    int descriptor = anchord_connect(client, end, result);
    if (descriptor < 0) return -1;
    size_t length = 0;
    int wait = anchord_wait(end);
    char *request = wait > 0 ? anchord_make_request(client, path, question, wait, &length) : NULL;
    const char *cause = wait == 0                                          ? "too little time is left for an answer"
                        : !request                                         ? "the question is too large"
                        : !anchord_send(descriptor, request, length, end) ? "anchord did not accept the question in time"
                                                                           : NULL;
    if (request) explicit_bzero(request, length);
    free(request);
    if (!cause) return descriptor;
    close(descriptor);
    anchord_no_verdict(result, "no verdict: %s", cause);
    return -1;
}

anchord_outcome anchord_ask(const anchord_client *client, const anchord_question *question, anchord_result *result) {
    int64_t end = anchord_now() + client->deadline;
    if (question->chain_count == 0) return anchord_no_verdict(result, "no verdict: the peer sent no certificate");
    if (question->is_client && !client->policy)
        return anchord_no_verdict(result, "no verdict: questions about clients need a policy, and the options have none");
    if (!question->is_client && !question->host && !client->host_optional)
        return anchord_no_verdict(result, "no verdict: the host of the server is missing");
    int descriptor = anchord_begin(client, "/v1/evaluations?failOnUntrusted=1 HTTP/1.1", question, end, result);
    if (descriptor < 0) return ANCHORD_NO_VERDICT;
    anchord_reader reader = {.descriptor = descriptor, .cancel = -1, .end = end};
    anchord_response response = {0};
    anchord_outcome outcome = anchord_read_head(&reader, &response) && anchord_read_body(&reader, &response)
                                  ? anchord_decide(&response, result)
                                  : anchord_no_verdict(result, "no verdict: %s", reader.cause);
    free(response.body);
    close(descriptor);
    return outcome;
}
