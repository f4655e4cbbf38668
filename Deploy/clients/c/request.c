// Writes a question as an HTTP request with a JSON body.
#include "private.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_BODY = 8 << 20, LONGEST_WAIT = 30000 };

static void write_base64(FILE *out, anchord_bytes data) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < data.length; i += 3) {
        size_t rest = data.length - i;
        unsigned group = (unsigned)data.bytes[i] << 16;
        if (rest > 1) group |= (unsigned)data.bytes[i + 1] << 8;
        if (rest > 2) group |= data.bytes[i + 2];
        char text[4] = {digits[group >> 18], digits[group >> 12 & 63], rest > 1 ? digits[group >> 6 & 63] : '=',
                        rest > 2 ? digits[group & 63] : '='};
        fwrite(text, 1, sizeof text, out);
    }
}

// Writes the member of an object whose value is a string. Bytes that are not UTF-8 are left to the daemon, which rejects them.
static void write_string(FILE *out, const char *name, const char *text) {
    if (!text) return;
    fprintf(out, ",\"%s\":\"", name);
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte < ' ' || byte == '"' || byte == '\\') fprintf(out, "\\u%04x", byte);
        else fputc(byte, out);
    }
    fputc('"', out);
}

// Writes the member of an object whose value is an array of base64 texts.
static void write_array(FILE *out, const char *name, const anchord_bytes *items, size_t count) {
    if (count == 0) return;
    fprintf(out, ",\"%s\":", name);
    for (size_t i = 0; i < count; i++) {
        fputs(i == 0 ? "[\"" : ",\"", out);
        write_base64(out, items[i]);
        fputc('"', out);
    }
    fputc(']', out);
}

// Returns the body, which the caller frees, or NULL if it is too large or memory is missing.
static char *make_body(const anchord_client *client, const anchord_question *question, int wait, size_t *length) {
    char *body = NULL;
    FILE *out = open_memstream(&body, length);
    if (!out) return NULL;
    fprintf(out, "{\"deadline\":\"%dms\"", wait);
    write_array(out, "chain", question->chain, question->chain_count);
    write_array(out, "ocsp", question->ocsp, question->ocsp_count);
    write_array(out, "scts", question->scts, question->sct_count);
    write_string(out, "host", question->host);
    write_string(out, "policy", client->policy);
    fputc('}', out);
    bool is_whole = !ferror(out);
    if (fclose(out) == 0 && is_whole && *length <= LARGEST_BODY) return body;
    free(body);
    return NULL;
}

int anchord_wait(int64_t end) {
    // The daemon remembers answers by all members of the question, so that the deadline is a multiple of 100 ms.
    int64_t wait = (end - anchord_now() - ANCHORD_MARGIN) / 100 * 100;
    return wait < ANCHORD_SHORTEST_WAIT ? 0 : wait < LONGEST_WAIT ? (int)wait : LONGEST_WAIT;
}

char *anchord_make_request(const anchord_client *client, const char *path, const anchord_question *question, int wait,
                           size_t *length) {
    size_t body_length = 0;
    char *request = NULL, *body = make_body(client, question, wait, &body_length);
    FILE *out = body ? open_memstream(&request, length) : NULL;
    if (out) {
        fprintf(out, "POST %s\r\nHost: localhost\r\nConnection: close\r\nAccept: text/plain\r\nContent-Type: application/json\r\n", path);
        if (client->token) fprintf(out, "Authorization: Bearer %s\r\n", client->token);
        fprintf(out, "Content-Length: %zu\r\n\r\n", body_length);
        fwrite(body, 1, body_length, out);
        bool is_whole = !ferror(out);
        if (fclose(out) != 0 || !is_whole) {
            free(request);
            request = NULL;
        }
    }
    free(body);
    return request;
}
