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
    char *name; // The address, as the program wrote it.
    char *token, *policy; // NULL if there is none.
    int deadline, silence; // Milliseconds. The longest silence is that of a watch.
    uid_t users[3];
    size_t user_count;
    bool host_optional;
};

// Writes the cause to the result, which has no verdict.
HIDDEN anchord_outcome anchord_no_verdict(anchord_result *result, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// Appends to the text of the result, which may be truncated between two characters.
HIDDEN void anchord_describe(anchord_result *result, const char *text);

// Milliseconds of the monotonic clock.
HIDDEN int64_t anchord_now(void);
// Returns a connected socket whose peer may answer, or -1 with the cause in the result.
HIDDEN int anchord_connect(const anchord_client *client, int64_t end, anchord_result *result);
// Returns how many milliseconds the daemon may wait for evidence, or 0 if too little time is left for an answer.
HIDDEN int anchord_wait(int64_t end);
// Returns a request, which the caller frees, or NULL if it is too large or memory is missing.
HIDDEN char *anchord_make_request(const anchord_client *client, const char *path, const anchord_question *question, int wait,
                                  size_t *length);
// Returns whether all bytes were sent, or the peer has closed its side and may have answered.
HIDDEN bool anchord_send(int descriptor, const char *bytes, size_t length, int64_t end);
// Sends a question to a path, and returns the connection, or -1 with the cause in the result.
HIDDEN int anchord_begin(const anchord_client *client, const char *path, const anchord_question *question, int64_t end,
                         anchord_result *result);

// Bytes of a response. After a failure, `cause` is the reason, except when `cancel` became readable.
typedef struct {
    int descriptor, cancel;
    int64_t end;
    const char *cause;
    bool is_canceled;
    size_t at, count;
    char bytes[16384];
} anchord_reader;

// A response. Fields that are absent are empty.
typedef struct {
    int status;
    char type[64], length_text[8], action[16];
    char decision[sizeof((anchord_result *)0)->decision];
    char *body; // The caller frees it.
    size_t length;
} anchord_response;

// Reads a line of at most 1 MiB without the line feed, of which the buffer receives the beginning.
HIDDEN bool anchord_read_line(anchord_reader *reader, char *line, size_t size);
HIDDEN bool anchord_read_head(anchord_reader *reader, anchord_response *response);
// Reads a body, after which the response must end.
HIDDEN bool anchord_read_body(anchord_reader *reader, anchord_response *response);
HIDDEN bool anchord_is_type(const anchord_response *response, const char *type);
// Decides by a response.
HIDDEN anchord_outcome anchord_decide(const anchord_response *response, anchord_result *result);

#endif
