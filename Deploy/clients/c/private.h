// Declarations that the files of the library share.
#ifndef ANCHORD_PRIVATE_H
#define ANCHORD_PRIVATE_H

#include "anchord.h"
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#define HIDDEN __attribute__((visibility("hidden")))

// Milliseconds. The daemon answers before the client stops waiting. With a shorter wait, a soft fail of the daemon allows chains
// although no fetch began in time.
enum { ANCHORD_MARGIN = 200, ANCHORD_SHORTEST_WAIT = 500 };

struct anchord_client {
    struct sockaddr_storage address;
    socklen_t address_length;
    char *token, *policy; // NULL if there is none.
    int deadline;
    uid_t users[3];
    size_t user_count;
    bool host_optional;
};

// Bytes that grow. After `failed`, which is set without memory or over the limit, nothing is appended.
typedef struct {
    char *bytes;
    size_t length, capacity, limit;
    bool failed;
} anchord_buffer;

HIDDEN void anchord_append(anchord_buffer *buffer, const void *bytes, size_t length);
HIDDEN void anchord_append_text(anchord_buffer *buffer, const char *text);

// Writes the cause to the result, which has no verdict.
HIDDEN anchord_outcome anchord_no_verdict(anchord_result *result, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// Appends to the text of the result, which may be truncated between two characters.
HIDDEN void anchord_describe(anchord_result *result, const char *text);

// Milliseconds of the monotonic clock.
HIDDEN int64_t anchord_now(void);
// Returns a connected socket whose peer may answer, or -1 with the cause in the result.
HIDDEN int anchord_connect(const anchord_client *client, int64_t end, anchord_result *result);
// Returns whether there is enough time for an answer. Memory that is missing is a failure of the request.
HIDDEN bool anchord_write_request(anchord_buffer *request, const anchord_client *client,
                                  const anchord_question *question, int64_t end);
// Returns whether all bytes were sent, or the peer has closed its side and may have answered.
HIDDEN bool anchord_send(int descriptor, const anchord_buffer *request, int64_t end);

// A response, whose body is a part of the buffer.
typedef struct {
    anchord_buffer buffer;
    int status;
    bool is_text; // The media type.
    bool has_type;
    char decision[sizeof((anchord_result *)0)->decision];
    char action[16]; // Empty without the field.
    const char *body;
    size_t length;
} anchord_response;

// Returns whether a whole response was received. Otherwise, the cause is in the result.
HIDDEN bool anchord_receive(int descriptor, anchord_response *response, int64_t end, anchord_result *result);
// Decides by a response.
HIDDEN anchord_outcome anchord_decide(const anchord_response *response, anchord_result *result);

#endif
