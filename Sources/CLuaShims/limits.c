#include "state.h"

#include <stdlib.h>
#include <time.h>

static int64_t nanoseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/// The allocator of a state (lua_Alloc): counts the memory, and refuses blocks beyond the limit.
void *cluashims_allocate(void *context, void *block, size_t old, size_t count) {
    cluashims_state *state = context;
    // Without a block, `old` is the type of the object.
    size_t freed = block ? old : 0;
    if (count == 0) {
        free(block);
        state->used -= freed;
        return NULL;
    }
    if (count > freed) {
        if (!block && old == LUA_TSTRING && count > CLUASHIMS_MAXIMUM_STRING + 64) {
            state->has_too_long_string = true;
            return NULL;
        }
        if (count - freed > state->most - state->used || state->exceeded != cluashims_status_success) return NULL;
    }
    void *result = realloc(block, count);
    if (result) state->used = state->used - freed + count;
    return result;
}

/// Raises an error that ends the script; there is no function with which a script could catch it.
static void raise_exceeded(lua_State *lua, cluashims_status status) {
    cluashims_state_of(lua)->exceeded = status;
    lua_pushnil(lua);
    lua_error(lua);
}

/// The time that the collection of garbage after a call takes for a byte, in nanoseconds.
static const int64_t collection_per_byte = 1;

/// The wall clock is cheap to read, but other threads can delay this one. The clock of the thread decides.
///
/// The limit includes the time to free the memory of the call, which delays other requests in the same way.
static bool is_over_time(cluashims_state *state) {
    int64_t held = state->used > state->used_at_start ? (int64_t)(state->used - state->used_at_start) : 0;
    int64_t left = state->limits.nanoseconds - held * collection_per_byte;
    if (nanoseconds(CLOCK_MONOTONIC) - state->started_on_wall < left) return false;
    return nanoseconds(CLOCK_THREAD_CPUTIME_ID) - state->started >= left;
}

void cluashims_spend(lua_State *lua, int64_t work) {
    cluashims_state *state = cluashims_state_of(lua);
    state->instructions += work;
    if (state->instructions > state->limits.instructions) raise_exceeded(lua, cluashims_status_instructions);
    if (is_over_time(state)) raise_exceeded(lua, cluashims_status_time);
}

static void count_instructions(lua_State *lua, lua_Debug *event) {
    (void)event;
    cluashims_spend(lua, CLUASHIMS_STEP);
}

void cluashims_start_limits(cluashims_state *state, cluashims_limits limits) {
    if (limits.text > CLUASHIMS_MAXIMUM_TEXT) limits.text = CLUASHIMS_MAXIMUM_TEXT;
    state->limits = limits;
    state->instructions = 0;
    state->exceeded = cluashims_status_success;
    state->has_too_long_string = false;
    state->text_count = 0;
    state->facts_count = 0;
    state->outcome = (cluashims_outcome){0};
    state->most = limits.memory > SIZE_MAX - state->used ? SIZE_MAX : state->used + limits.memory;
    state->used_at_start = state->used;
    state->started = nanoseconds(CLOCK_THREAD_CPUTIME_ID);
    state->started_on_wall = nanoseconds(CLOCK_MONOTONIC);
    lua_sethook(state->lua, count_instructions, LUA_MASKCOUNT, CLUASHIMS_STEP);
}

void cluashims_end_limits(cluashims_state *state) {
    lua_sethook(state->lua, NULL, 0, 0);
    state->exceeded = cluashims_status_success;
    state->most = SIZE_MAX;
}
