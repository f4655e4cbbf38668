// Writes a question as an HTTP request with a JSON body.
#include "private.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_REQUEST = 8 << 20, LONGEST_WAIT = 30000 };

void anchord_append(anchord_buffer *buffer, const void *bytes, size_t length) {
    if (buffer->failed || length > buffer->limit - buffer->length) {
        buffer->failed = true;
        return;
    }
    if (buffer->length + length > buffer->capacity) {
        size_t capacity = 2 * (buffer->length + length);
        char *grown = realloc(buffer->bytes, capacity);
        if (!grown) {
            buffer->failed = true;
            return;
        }
        buffer->bytes = grown;
        buffer->capacity = capacity;
    }
    if (length > 0) memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
}

void anchord_append_text(anchord_buffer *buffer, const char *text) { anchord_append(buffer, text, strlen(text)); }

static void append_base64(anchord_buffer *buffer, anchord_bytes data) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < data.length; i += 3) {
        size_t rest = data.length - i;
        unsigned group = (unsigned)data.bytes[i] << 16;
        if (rest > 1) group |= (unsigned)data.bytes[i + 1] << 8;
        if (rest > 2) group |= data.bytes[i + 2];
        char text[4] = {digits[group >> 18], digits[group >> 12 & 63], rest > 1 ? digits[group >> 6 & 63] : '=',
                        rest > 2 ? digits[group & 63] : '='};
        anchord_append(buffer, text, sizeof text);
    }
}

// Appends a JSON string. Bytes that are not UTF-8 are left to the daemon, which rejects them.
static void append_string(anchord_buffer *buffer, const char *text) {
    anchord_append_text(buffer, "\"");
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        char escaped[8];
        if (byte < ' ' || byte == '"' || byte == '\\') {
            snprintf(escaped, sizeof escaped, "\\u%04x", byte);
            anchord_append_text(buffer, escaped);
        } else {
            anchord_append(buffer, text, 1);
        }
    }
    anchord_append_text(buffer, "\"");
}

// Appends the member of an object whose value is an array of base64 texts.
static void append_array(anchord_buffer *buffer, const char *name, const anchord_bytes *items, size_t count) {
    if (count == 0) return;
    anchord_append_text(buffer, name);
    for (size_t i = 0; i < count; i++) {
        anchord_append_text(buffer, i == 0 ? "[\"" : ",\"");
        append_base64(buffer, items[i]);
        anchord_append_text(buffer, "\"");
    }
    anchord_append_text(buffer, "]");
}

static void write_body(anchord_buffer *body, const anchord_client *client, const anchord_question *question, int64_t wait) {
    char deadline[64];
    snprintf(deadline, sizeof deadline, "{\"deadline\":\"%ldms\"", (long)wait);
    anchord_append_text(body, deadline);
    append_array(body, ",\"chain\":", question->chain, question->chain_count);
    append_array(body, ",\"ocsp\":", question->ocsp, question->ocsp_count);
    append_array(body, ",\"scts\":", question->scts, question->sct_count);
    if (question->host) {
        anchord_append_text(body, ",\"host\":");
        append_string(body, question->host);
    }
    if (client->policy) {
        anchord_append_text(body, ",\"policy\":");
        append_string(body, client->policy);
    }
    anchord_append_text(body, "}");
}

bool anchord_write_request(anchord_buffer *request, const anchord_client *client, const char *path,
                           const anchord_question *question, int64_t end) {
    char length[64];
    // The daemon remembers answers by all members of the question, so that the deadline is a multiple of 100 ms.
    int64_t wait = (end - anchord_now() - ANCHORD_MARGIN) / 100 * 100;
    if (wait < ANCHORD_SHORTEST_WAIT) return false;
    anchord_buffer body = {.limit = LARGEST_REQUEST};
    request->limit = LARGEST_REQUEST + LARGEST_REQUEST / 8;
    write_body(&body, client, question, wait < LONGEST_WAIT ? wait : LONGEST_WAIT);
    anchord_append_text(request, "POST ");
    anchord_append_text(request, path);
    anchord_append_text(request, "\r\nHost: localhost\r\nConnection: close\r\nAccept: text/plain\r\nContent-Type: application/json\r\n");
    if (client->token) {
        anchord_append_text(request, "Authorization: Bearer ");
        anchord_append_text(request, client->token);
        anchord_append_text(request, "\r\n");
    }
    snprintf(length, sizeof length, "Content-Length: %zu\r\n\r\n", body.length);
    anchord_append_text(request, length);
    anchord_append(request, body.bytes, body.length);
    request->failed |= body.failed;
    free(body.bytes);
    return true;
}
