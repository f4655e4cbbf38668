// Watches verdicts.
//
// The data of events is JSON, which the library does not read: after each change, it asks.
#include "private.h"
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Milliseconds. The bounds of the time after which another watch may be opened, which the daemon names when it drains.
enum { SHORTEST_RETRY = 100, LONGEST_RETRY = 5000 };

typedef struct {
    const anchord_client *client;
    const anchord_question *question;
    anchord_result first; // The first allowed verdict.
    anchord_result *result; // That of the last question, or the reason to close the connection.
} watch;

// An event. Each has one line of data, and ends with an empty line.
typedef struct {
    char name[16];
    bool has_data;
    int retry; // Milliseconds, or 0.
} event;

static int bounded(long retry) {
    return retry < SHORTEST_RETRY ? SHORTEST_RETRY : retry > LONGEST_RETRY ? LONGEST_RETRY : (int)retry;
}

// Reads an event. Each line may take as long as the silence, unless it is 0: then all lines have the time that is set.
static bool read_event(anchord_reader *reader, event *event, int silence) {
    char line[64];
    memset(event, 0, sizeof *event);
    if (silence > 0) reader->end = anchord_now() + silence;
    while (anchord_read_line(reader, line, sizeof line)) {
        if (!line[0] && event->has_data) return true;
        if (strncmp(line, "event: ", 7) == 0) snprintf(event->name, sizeof event->name, "%.15s", line + 7);
        if (strncmp(line, "data: ", 6) == 0) event->has_data = true;
        if (strncmp(line, "retry: ", 7) == 0 && line[7] >= '0' && line[7] <= '9') event->retry = bounded(strtol(line + 7, NULL, 10));
        if (silence > 0) reader->end = anchord_now() + silence;
    }
    return false;
}

// Asks, and returns whether the verdict is allowed, with the principal that the program has received.
static bool is_allowed(watch *watch) {
    anchord_result *first = &watch->first, *result = watch->result;
    if (anchord_ask(watch->client, watch->question, result) != ANCHORD_ALLOWED) return false;
    if (first->outcome != ANCHORD_ALLOWED) *first = *result;
    if (strcmp(first->principal, result->principal) == 0 && strcmp(first->principal_kind, result->principal_kind) == 0) return true;
    result->outcome = ANCHORD_DENIED;
    snprintf(result->text, sizeof result->text, "denied, decision %s: another principal", result->decision);
    return false;
}

static anchord_outcome cancel_watch(anchord_result *result) {
    memset(result, 0, sizeof *result);
    return result->outcome = ANCHORD_ALLOWED;
}

// Returns the reason because of which the daemon has refused a watch.
static anchord_outcome refuse(anchord_reader *reader, anchord_response *response, anchord_result *result) {
    bool is_whole = response->status >= 300 && anchord_read_body(reader, response);
    if (!is_whole || anchord_decide(response, result) != ANCHORD_NO_VERDICT)
        anchord_no_verdict(result, "no verdict: the response of status %d is not a watch", response->status);
    free(response->body);
    return ANCHORD_NO_VERDICT;
}

// Reads events until the connection must be closed, unless the daemon permits another watch after the time in `retry`.
static anchord_outcome follow(watch *watch, anchord_reader *reader, int *retry) {
    anchord_response response = {0};
    event event;
    bool is_open = false, has_head = anchord_read_head(reader, &response);
    if (has_head && (response.status != 200 || !anchord_is_type(&response, "text/event-stream")))
        return refuse(reader, &response, watch->result);
    while (has_head && read_event(reader, &event, is_open ? watch->client->silence : 0)) {
        bool is_verdict = strcmp(event.name, is_open ? "changed" : "verdict") == 0;
        bool is_end = strcmp(event.name, "end") == 0;
        if (is_end && is_open) *retry = event.retry;
        if ((is_verdict || (is_end && *retry == 0)) && !is_allowed(watch)) return watch->result->outcome;
        if (is_end) return anchord_no_verdict(watch->result, "no verdict: anchord ended the watch");
        if (!is_open && !is_verdict) return anchord_no_verdict(watch->result, "no verdict: the watch does not begin with a verdict");
        is_open = true;
    }
    if (reader->is_canceled) return cancel_watch(watch->result);
    return anchord_no_verdict(watch->result, "no verdict: the watch broke: %s", reader->cause);
}

anchord_outcome anchord_watch(const anchord_client *client, const anchord_question *question, int cancel, anchord_result *result) {
    watch watch = {.client = client, .question = question, .result = result};
    if (question->accepted) watch.first = *question->accepted;
    struct pollfd waiting = {.fd = cancel, .events = POLLIN};
    for (;;) {
        int retry = 0;
        int64_t end = anchord_now() + client->deadline;
        int descriptor = anchord_begin(client, "/v1/watches HTTP/1.0", question, end, result);
        if (descriptor < 0) return ANCHORD_NO_VERDICT;
        anchord_reader reader = {.descriptor = descriptor, .cancel = cancel, .end = end};
        anchord_outcome outcome = follow(&watch, &reader, &retry);
        close(descriptor);
        if (retry == 0) return outcome;
        if (poll(&waiting, 1, retry) > 0) return cancel_watch(result);
    }
}
