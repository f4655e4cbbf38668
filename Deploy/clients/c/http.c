// Connects to the daemon, and reads responses with strict bounds.
#include "private.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { MOST_FIELDS = 64, LONGEST_FIELD = 4096, LARGEST_BODY = 1 << 20 };

int64_t anchord_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Waits for an event until the end, and returns whether it or a failure of the connection occurred.
static bool wait_for(int descriptor, short events, int64_t end) {
    for (;;) {
        int64_t left = end - anchord_now();
        struct pollfd waiting = {.fd = descriptor, .events = events};
        if (left <= 0) return false;
        int count = poll(&waiting, 1, (int)left);
        if (count > 0) return true;
        if (count < 0 && errno != EINTR) return false;
    }
}

// Connects a blocking Unix socket, since a non-blocking one fails at once if many clients wait.
static bool connect_local(int descriptor, const anchord_client *client, int64_t end) {
    for (;;) {
        int64_t left = end - anchord_now();
        if (left <= 0) {
            errno = ETIMEDOUT;
            return false;
        }
        struct timeval timeout = {.tv_sec = left / 1000, .tv_usec = left % 1000 * 1000};
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
        if (connect(descriptor, (const struct sockaddr *)&client->address, client->address_length) == 0) return true;
        if (errno != EINTR) return false;
    }
}

static bool connect_remote(int descriptor, const anchord_client *client, int64_t end) {
    socklen_t size = sizeof errno;
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
    if (connect(descriptor, (const struct sockaddr *)&client->address, client->address_length) == 0) return true;
    if (errno != EINPROGRESS && errno != EINTR) return false;
    if (!wait_for(descriptor, POLLOUT, end)) {
        errno = ETIMEDOUT;
        return false;
    }
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &errno, &size) == 0 && errno == 0;
}

// Returns whether the process that listens on the Unix socket belongs to the daemon's user, or to root.
static bool is_daemon(int descriptor, const anchord_client *client, anchord_result *result) {
    struct ucred peer = {0};
    socklen_t size = sizeof peer;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && size == sizeof peer)
        for (size_t i = 0; i < client->user_count; i++)
            if (peer.uid == client->users[i]) return true;
    anchord_no_verdict(result, "no verdict: the socket belongs to the user %ld, not to root or anchord", (long)peer.uid);
    return false;
}

int anchord_connect(const anchord_client *client, int64_t end, anchord_result *result) {
    bool is_local = client->address.ss_family == AF_UNIX;
    int descriptor = socket(client->address.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool is_connected = descriptor >= 0 && (is_local ? connect_local : connect_remote)(descriptor, client, end);
    if (!is_connected)
        anchord_no_verdict(result, "no verdict: cannot connect to anchord at %s: %s", client->name,
                           errno == EAGAIN ? "the deadline has passed" : strerrordesc_np(errno));
    else if (!is_local || is_daemon(descriptor, client, result))
        return descriptor;
    if (descriptor >= 0) close(descriptor);
    return -1;
}

bool anchord_send(int descriptor, const char *bytes, size_t length, int64_t end) {
    size_t sent = 0;
    while (sent < length) {
        ssize_t count = send(descriptor, bytes + sent, length - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count > 0)
            sent += (size_t)count;
        else if (errno == EPIPE || errno == ECONNRESET)
            return true; // The daemon may have answered before it read everything.
        else if ((errno != EINTR && errno != EAGAIN) || !wait_for(descriptor, POLLOUT, end))
            return false;
    }
    return true;
}

// Waits for bytes, and returns whether some were received. Otherwise, the cause is in the reader.
static bool fill(anchord_reader *reader) {
    struct pollfd waiting[2] = {{.fd = reader->cancel, .events = POLLIN}, {.fd = reader->descriptor, .events = POLLIN}};
    for (;;) {
        int64_t left = reader->end - anchord_now();
        reader->cause = "anchord did not answer in time";
        if (left <= 0) return false;
        reader->cause = "anchord closed the connection before a whole response";
        int count = poll(waiting, 2, (int)left);
        reader->is_canceled = count > 0 && waiting[0].revents;
        if (reader->is_canceled || (count < 0 && errno != EINTR)) return false;
        if (count <= 0) continue;
        ssize_t received = recv(reader->descriptor, reader->bytes, sizeof reader->bytes, MSG_DONTWAIT);
        reader->at = 0;
        reader->count = received > 0 ? (size_t)received : 0;
        if (received > 0) return true;
        if (received == 0 || (errno != EINTR && errno != EAGAIN)) return false;
    }
}

bool anchord_read_line(anchord_reader *reader, char *line, size_t size) {
    for (size_t length = 0; length < LARGEST_BODY; length++) {
        if (reader->at == reader->count && !fill(reader)) return false;
        char byte = reader->bytes[reader->at++];
        if (byte == 0) break;
        if (length < size) line[length] = byte == '\n' ? 0 : byte;
        if (byte == '\n') {
            line[size - 1] = 0;
            return true;
        }
    }
    reader->cause = "the response is not one of anchord";
    return false;
}

// Copies a value, and returns whether it fits, is not empty, and is the first one.
static bool copy_once(const char *value, char *text, size_t size) {
    if (text[0] || !value[0] || strlen(value) >= size) return false;
    strcpy(text, value);
    return true;
}

// Reads `name: value`, and returns whether it is well-formed and its message has no coding that is not supported.
static bool read_field(char *line, anchord_response *response) {
    size_t name = strspn(line, "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
    if (name == 0 || line[name] != ':') return false;
    char *value = line + name + 1, *end = line + strlen(line);
    value += strspn(value, " \t");
    while (end > value && (end[-1] == ' ' || end[-1] == '\t')) *--end = 0;
    line[name] = 0;
    if (strcasecmp(line, "Transfer-Encoding") == 0 || strcasecmp(line, "Content-Encoding") == 0) return false;
    if (strcasecmp(line, "Content-Type") == 0) return copy_once(value, response->type, sizeof response->type);
    if (strcasecmp(line, "Content-Length") == 0) return copy_once(value, response->length_text, sizeof response->length_text);
    if (strcasecmp(line, "Anchord-Decision") == 0) return copy_once(value, response->decision, sizeof response->decision);
    if (strcasecmp(line, "Anchord-Action") == 0) return copy_once(value, response->action, sizeof response->action);
    return true;
}

// Removes the carriage return, and returns whether the line has one, is not truncated, and has no other control characters.
static bool is_head_line(char *line, size_t size) {
    size_t length = strlen(line);
    if (length == 0 || length == size - 1 || line[length - 1] != '\r') return false;
    line[length - 1] = 0;
    for (const char *each = line; *each; each++)
        if (((unsigned char)*each < ' ' && *each != '\t') || *each == 0x7F) return false;
    return true;
}

static bool read_status(char *line, anchord_response *response) {
    if (strncmp(line, "HTTP/1.1 ", 9) != 0 || strspn(line + 9, "0123456789") != 3 || line[12] != ' ') return false;
    response->status = (int)strtol(line + 9, NULL, 10);
    return response->status >= 200;
}

bool anchord_read_head(anchord_reader *reader, anchord_response *response) {
    char line[LONGEST_FIELD];
    for (size_t count = 0; count < MOST_FIELDS; count++) {
        if (!anchord_read_line(reader, line, sizeof line)) return false;
        reader->cause = "the response is not one of anchord";
        if (!is_head_line(line, sizeof line)) return false;
        if (count > 0 && !line[0]) return true;
        if (!(count > 0 ? read_field : read_status)(line, response)) return false;
    }
    return false;
}

bool anchord_is_type(const anchord_response *response, const char *type) {
    size_t size = strlen(type);
    return strncasecmp(response->type, type, size) == 0 && (!response->type[size] || response->type[size] == ';');
}

bool anchord_read_body(anchord_reader *reader, anchord_response *response) {
    size_t digits = strspn(response->length_text, "0123456789"), length = strtoul(response->length_text, NULL, 10);
    reader->cause = "the response is not one of anchord";
    if (digits == 0 || response->length_text[digits] || length > LARGEST_BODY) return false;
    response->body = malloc(length + 1);
    for (; response->body && response->length < length; response->length++) {
        if (reader->at == reader->count && !fill(reader)) return false;
        response->body[response->length] = reader->bytes[reader->at++];
    }
    return response->body && reader->at == reader->count;
}
