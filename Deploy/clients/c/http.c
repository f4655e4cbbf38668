// Connects to the daemon, and reads one response with strict bounds.
#include "private.h"
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <strings.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { LARGEST_HEAD = 16 << 10, LARGEST_BODY = 1 << 20 };

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
        anchord_no_verdict(result, "no verdict: cannot connect to anchord: %s",
                           errno == EAGAIN ? "the deadline has passed" : strerrordesc_np(errno));
    else if (!is_local || is_daemon(descriptor, client, result))
        return descriptor;
    if (descriptor >= 0) close(descriptor);
    return -1;
}

bool anchord_send(int descriptor, const anchord_buffer *request, int64_t end) {
    size_t sent = 0;
    while (sent < request->length) {
        ssize_t count = send(descriptor, request->bytes + sent, request->length - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count > 0)
            sent += (size_t)count;
        else if (errno == EPIPE || errno == ECONNRESET)
            return true; // The daemon may have answered before it read everything.
        else if ((errno != EINTR && errno != EAGAIN) || !wait_for(descriptor, POLLOUT, end))
            return false;
    }
    return true;
}

// Returns the value of a line `name: value` of the head if it has the name, without the spaces around it.
static bool field(const char *line, size_t length, const char *name, anchord_bytes *value) {
    size_t size = strlen(name);
    if (length <= size || strncasecmp(line, name, size) != 0 || line[size] != ':') return false;
    const char *begin = line + size + 1, *end = line + length;
    while (begin < end && (*begin == ' ' || *begin == '\t')) begin++;
    while (end > begin && (end[-1] == ' ' || end[-1] == '\t')) end--;
    *value = (anchord_bytes){(const unsigned char *)begin, (size_t)(end - begin)};
    return true;
}

static bool is_media_type(anchord_bytes value, const char *type) {
    size_t size = strlen(type);
    return value.length >= size && strncasecmp((const char *)value.bytes, type, size) == 0 &&
           (value.length == size || value.bytes[size] == ';');
}

// Copies a value, and returns whether it fits, is not empty, and is the first one.
static bool copy_once(anchord_bytes value, char *text, size_t size) {
    if (text[0] || value.length == 0 || value.length >= size) return false;
    memcpy(text, value.bytes, value.length);
    return true;
}

// Reads a line after the first. Returns whether it is well-formed and its message has no coding that is not supported.
static bool read_field(const char *line, size_t length, anchord_response *response, bool *has_length) {
    anchord_bytes value;
    size_t name = 0;
    while (name < length && (isalnum((unsigned char)line[name]) || strchr("!#$%&'*+-.^_`|~", line[name]))) name++;
    if (name == 0 || name == length || line[name] != ':') return false;
    if (field(line, length, "Transfer-Encoding", &value) || field(line, length, "Content-Encoding", &value)) return false;
    if (field(line, length, "Content-Type", &value)) {
        if (response->has_type) return false;
        response->has_type = true;
        response->is_text = is_media_type(value, "text/plain");
    }
    if (field(line, length, "Anchord-Decision", &value) && !copy_once(value, response->decision, sizeof response->decision)) return false;
    if (field(line, length, "Anchord-Action", &value) && !copy_once(value, response->action, sizeof response->action)) return false;
    if (!field(line, length, "Content-Length", &value)) return true;
    if (*has_length || value.length == 0 || value.length > 7) return false;
    for (size_t i = 0; i < value.length; i++) {
        if (value.bytes[i] < '0' || value.bytes[i] > '9') return false;
        response->length = 10 * response->length + (value.bytes[i] - '0');
    }
    *has_length = true;
    return response->length <= LARGEST_BODY;
}

// Reads a head, which ends with the line end before the empty line. The message must have a length.
static bool read_head(const char *head, size_t length, anchord_response *response) {
    const char *end = head + length, *line = memmem(head, length, "\r\n", 2);
    bool has_length = false;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)head[i];
        bool ends_line = byte == '\r' ? i + 1 < length && head[i + 1] == '\n' : byte == '\n' && i > 0 && head[i - 1] == '\r';
        if ((byte < ' ' && byte != '\t' && !ends_line) || byte == 0x7F) return false;
    }
    if (!line || line - head < 13 || memcmp(head, "HTTP/1.1 ", 9) != 0 || head[12] != ' ') return false;
    for (int i = 9; i < 12; i++) {
        if (head[i] < '0' || head[i] > '9') return false;
        response->status = 10 * response->status + (head[i] - '0');
    }
    for (line += 2; line < end;) {
        const char *next = memmem(line, (size_t)(end - line), "\r\n", 2);
        if (!next || !read_field(line, (size_t)(next - line), response, &has_length)) return false;
        line = next + 2;
    }
    return has_length && response->status >= 200;
}

// Looks for the end of the response in the bytes so far: 1 if it is whole, 0 if bytes are missing, -1 if it is malformed.
static int parse(anchord_response *response) {
    const anchord_buffer *buffer = &response->buffer;
    const char *end = buffer->length ? memmem(buffer->bytes, buffer->length, "\r\n\r\n", 4) : NULL;
    size_t head = end ? (size_t)(end - buffer->bytes) + 2 : buffer->length;
    if (head > LARGEST_HEAD) return -1;
    if (!end) return 0;
    *response = (anchord_response){.buffer = *buffer};
    if (!read_head(buffer->bytes, head, response)) return -1;
    size_t whole = head + 2 + response->length;
    response->body = buffer->bytes + head + 2;
    return buffer->length < whole ? 0 : buffer->length == whole ? 1 : -1;
}

bool anchord_receive(int descriptor, anchord_response *response, int64_t end, anchord_result *result) {
    char bytes[16384];
    int state = 0;
    response->buffer.limit = LARGEST_HEAD + LARGEST_BODY + sizeof bytes;
    while (state == 0) {
        ssize_t count = recv(descriptor, bytes, sizeof bytes, MSG_DONTWAIT);
        if (count > 0) {
            anchord_append(&response->buffer, bytes, (size_t)count);
            state = response->buffer.failed ? -1 : parse(response);
        } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
            anchord_no_verdict(result, "no verdict: anchord closed the connection before a whole response");
            return false;
        } else if (!wait_for(descriptor, POLLIN, end)) {
            anchord_no_verdict(result, "no verdict: anchord did not answer in time");
            return false;
        }
    }
    if (state < 0) anchord_no_verdict(result, "no verdict: the response is not one of anchord");
    return state > 0;
}
