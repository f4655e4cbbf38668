// Decides by a response as text: a line for the verdict, one for the principal, and one for each reason.
//
// The daemon escapes control characters, so a name in a certificate cannot begin a line.
#include "private.h"
#include <stdio.h>
#include <string.h>

// Lines of the response that are not read yet.
typedef struct {
    const char *at, *end;
} lines;

// Copies the next line up to the size, and returns its length, or -1 at the end.
static long next_line(lines *lines, char *line, size_t size) {
    const char *end = lines->at < lines->end ? memchr(lines->at, '\n', (size_t)(lines->end - lines->at)) : NULL;
    if (!end) return -1;
    size_t length = (size_t)(end - lines->at), copied = length < size ? length : size - 1;
    memcpy(line, lines->at, copied);
    line[copied] = 0;
    lines->at = end + 1;
    return (long)length;
}

// Copies the text before a byte, and returns what follows the byte, or NULL if the text does not fit or has no such byte.
static const char *copy_until(const char *from, char byte, char *text, size_t size) {
    const char *end = strchr(from, byte);
    if (!end || end == from || (size_t)(end - from) >= size) return NULL;
    memcpy(text, from, (size_t)(end - from));
    text[end - from] = 0;
    return end + 1;
}

static bool begins(const char *line, const char *beginning) { return strncmp(line, beginning, strlen(beginning)) == 0; }

static anchord_outcome decide_by_problem(const char *line, anchord_result *result) {
    char code[sizeof result->codes[0]];
    if (!copy_until(line + strlen("problem "), ' ', code, sizeof code)) code[0] = 0;
    anchord_no_verdict(result, "no verdict: anchord answered with the ");
    anchord_describe(result, line);
    if (code[0]) strcpy(result->codes[result->code_count++], code);
    return ANCHORD_NO_VERDICT;
}

// Reads `principal: KIND VALUE`. A backslash may be an escaped character, so that two names could be the same text.
static bool read_principal(const char *line, long length, anchord_result *result) {
    const char *value = copy_until(line + strlen("principal: "), ' ', result->principal_kind, sizeof result->principal_kind);
    if (!value || !*value || strchr(value, '\\') || strlen(line) != (size_t)length) return false;
    if (strlen(value) >= sizeof result->principal) return false;
    strcpy(result->principal, value);
    return true;
}

// Keeps the codes of the errors, and describes them. Indented lines have values only.
static void read_reasons(lines *lines, char *line, size_t size, anchord_result *result) {
    while (next_line(lines, line, size) >= 0) {
        if (!begins(line, "error ")) continue;
        char code[sizeof result->codes[0]];
        if (copy_until(line + strlen("error "), ':', code, sizeof code) && result->code_count < ANCHORD_MAXIMUM_CODES)
            strcpy(result->codes[result->code_count++], code);
        anchord_describe(result, "; ");
        anchord_describe(result, line + strlen("error "));
    }
}

// Returns whether the field `Anchord-Action` is absent, or the first line `OUTCOME: ACTION (...` has the same action.
static bool agrees(const anchord_response *response, const char *line) {
    char expected[sizeof response->action + 4];
    const char *colon = strchr(line, ':');
    snprintf(expected, sizeof expected, ": %s (", response->action);
    return !response->action[0] || (colon && begins(colon, expected));
}

anchord_outcome anchord_decide(const anchord_response *response, anchord_result *result) {
    char line[2048];
    lines lines = {response->body, response->body + response->length};
    bool is_text = anchord_is_type(response, "text/plain") && response->length > 0 && !memchr(lines.at, 0, response->length) && lines.end[-1] == '\n';
    if (!is_text || next_line(&lines, line, sizeof line) <= 0)
        return anchord_no_verdict(result, "no verdict: the response of status %d is not one of anchord", response->status);
    if (begins(line, "problem ")) return decide_by_problem(line, result);
    // With `failOnUntrusted`, the status and the first line state the same.
    bool is_allowed = response->status == 200 && begins(line, "trusted: allow (");
    bool is_denied = response->status == 403 && !begins(line, "trusted: allow ") &&
                     (begins(line, "untrusted: ") || begins(line, "indeterminate: ") || begins(line, "trusted: "));
    if ((!is_allowed && !is_denied) || !agrees(response, line))
        return anchord_no_verdict(result, "no verdict: the response of status %d is not a verdict", response->status);
    memset(result, 0, sizeof *result);
    memcpy(result->decision, response->decision, sizeof result->decision);
    snprintf(result->text, sizeof result->text, "%s, decision %s: ", is_allowed ? "allowed" : "denied", result->decision);
    anchord_describe(result, line);
    const char *after_first = lines.at;
    long length = next_line(&lines, line, sizeof line);
    if (length >= 0 && begins(line, "principal: ")) {
        if (!read_principal(line, length, result))
            return anchord_no_verdict(result, "no verdict: the principal of the verdict cannot be read");
    } else {
        lines.at = after_first;
    }
    read_reasons(&lines, line, sizeof line, result);
    return result->outcome = is_allowed ? ANCHORD_ALLOWED : ANCHORD_DENIED;
}
