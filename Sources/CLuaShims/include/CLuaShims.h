#ifndef CLUASHIMS_H
#define CLUASHIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A sandbox for Lua scripts. Lua raises errors with longjmp, which must not leave a Swift function. Therefore, all calls
// that can raise an error are in this target, below lua_pcall. The functions of this header raise no errors.

/// A Lua state with its limits. Only one thread at a time may use it.
typedef struct cluashims_state cluashims_state;

/// The limits of one call.
typedef struct cluashims_limits {
    /// The number of virtual machine instructions, in steps of 16.
    int64_t instructions;
    /// The processor time of the thread, including one nanosecond for each byte that is freed after the call.
    int64_t nanoseconds;
    /// The memory that the call may use in addition to the memory in use before it, in bytes.
    size_t memory;
    /// The length of a reason, and of each text in the facts, in bytes.
    size_t text;
} cluashims_limits;

/// Bytes that the receiver does not own.
typedef struct cluashims_bytes {
    const uint8_t *start;
    size_t count;
} cluashims_bytes;

/// The types of arguments; a table or a function has no further contents.
typedef enum cluashims_kind {
    cluashims_kind_nil,
    cluashims_kind_boolean,
    cluashims_kind_integer,
    cluashims_kind_number,
    cluashims_kind_string,
    cluashims_kind_table,
    cluashims_kind_other,
} cluashims_kind;

/// An argument of a host function.
typedef struct cluashims_argument {
    cluashims_kind kind;
    /// The integer, or 1 for true.
    int64_t integer;
    double number;
    /// The string, valid during the call.
    cluashims_bytes bytes;
} cluashims_argument;

/// The result of a host function.
typedef struct cluashims_reply {
    /// The encoded values, or the text of the error. They must remain valid until the next call of a host function.
    cluashims_bytes bytes;
    /// The work of the call, which is subtracted from the instructions.
    int64_t cost;
} cluashims_reply;

/// The functions of the host, by their numbers.
typedef enum cluashims_host_function {
    /// (object, name): the value of a field of a lazy object.
    cluashims_host_field,
    /// (object): the names of all fields of a lazy object.
    cluashims_host_fields,
    cluashims_host_find,
    cluashims_host_match,
    cluashims_host_print,
    cluashims_host_function_count,
} cluashims_host_function;

/// Called for a host function; returns false if the reply is an error. It must return normally.
typedef bool (*cluashims_host)(void *context, cluashims_host_function function, const cluashims_argument *arguments,
                               int count, int64_t budget, cluashims_reply *reply);

// The encoding of values: one byte for the type, then the contents with integers in the order of the machine.

enum {
    cluashims_tag_nil,
    cluashims_tag_false,
    cluashims_tag_true,
    /// 8 bytes.
    cluashims_tag_integer,
    /// 8 bytes.
    cluashims_tag_number,
    /// The length in 4 bytes, then the bytes.
    cluashims_tag_string,
    /// The count in 4 bytes, then the values.
    cluashims_tag_list,
    /// The count in 4 bytes, then for each entry a key (length and bytes) and a value.
    cluashims_tag_map,
    /// The number of a lazy object in 4 bytes, only from the host to the script.
    cluashims_tag_object,
};

/// The outcomes of a call.
typedef enum cluashims_status {
    cluashims_status_success,
    /// The script has a syntax error or raised an error; the text is the message.
    cluashims_status_error,
    cluashims_status_instructions,
    cluashims_status_time,
    cluashims_status_memory,
    /// The script defines no function `evaluate`, or it returned values of other types; the text is the defect.
    cluashims_status_result,
} cluashims_status;

/// The outcome of a call. The bytes are valid until the next call of the state.
typedef struct cluashims_outcome {
    cluashims_status status;
    bool is_allowed;
    /// The reason of the script, or the message of an error; cut to the limit.
    cluashims_bytes text;
    /// The facts of the script as an encoded map; empty if there are none.
    cluashims_bytes facts;
    /// Whether the script defined a number `cacheFor`.
    bool has_span;
    /// The value of `cacheFor` in seconds.
    int64_t span;
    int64_t instructions;
} cluashims_outcome;

/// Creates a state with the libraries of the sandbox, which the prelude assembles; NULL if memory is exhausted or if the
/// prelude fails.
cluashims_state *cluashims_new(const char *prelude, size_t count, cluashims_host host);

/// Frees a state.
void cluashims_close(cluashims_state *state);

/// Frees all memory that no script can reach.
void cluashims_collect(cluashims_state *state);

/// The memory in use, in bytes.
size_t cluashims_used(const cluashims_state *state);

/// Compiles a script, and returns its number in `*script`. The limits are those of the compilation.
cluashims_outcome cluashims_compile(cluashims_state *state, const char *source, size_t count, cluashims_limits limits,
                                    int *script);

/// Runs a script with new globals, then calls its function `evaluate` with the lazy object 0 and the host name; a host
/// name without bytes is nil. The context is for the host functions.
cluashims_outcome cluashims_evaluate(cluashims_state *state, int script, cluashims_bytes host_name,
                                     cluashims_limits limits, void *context);

#endif
