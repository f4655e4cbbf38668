#ifndef CLUASHIMS_STATE_H
#define CLUASHIMS_STATE_H

#include "CLuaShims.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

/// The maximum length of a string. It bounds the time of instructions that compare or copy strings.
#define CLUASHIMS_MAXIMUM_STRING 16384
/// The number of instructions between two checks of the limits.
#define CLUASHIMS_STEP 16
/// The maximum number of arguments of a host function.
#define CLUASHIMS_MAXIMUM_ARGUMENTS 16
/// The maximum length of a text in an outcome, and of the encoded facts.
#define CLUASHIMS_MAXIMUM_TEXT 65536
#define CLUASHIMS_MAXIMUM_FACTS 65536

struct cluashims_state {
    lua_State *lua;
    cluashims_host host;
    void *context;

    // Memory.
    size_t used;
    size_t most;

    // The current call.
    int64_t instructions;
    size_t used_at_start;
    int64_t started;
    int64_t started_on_wall;
    cluashims_limits limits;
    /// The first exceeded limit; success if there is none. No allocation succeeds after it.
    cluashims_status exceeded;
    bool has_too_long_string;
    cluashims_outcome outcome;

    size_t text_count;
    size_t facts_count;
    uint8_t text[CLUASHIMS_MAXIMUM_TEXT];
    uint8_t facts[CLUASHIMS_MAXIMUM_FACTS];
};

static inline cluashims_state *cluashims_state_of(lua_State *lua) {
    return *(cluashims_state **)lua_getextraspace(lua);
}

// limits.c
void *cluashims_allocate(void *state, void *block, size_t old, size_t count);
void cluashims_start_limits(cluashims_state *state, cluashims_limits limits);
void cluashims_end_limits(cluashims_state *state);
/// Subtracts work from the instructions; raises an error if a limit is exceeded.
void cluashims_spend(lua_State *lua, int64_t work);

// values.c
/// Pushes the next value of an encoding; raises an error if memory is exhausted.
const uint8_t *cluashims_push(lua_State *lua, const uint8_t *next, const uint8_t *end);
/// Stores the map at the top of the stack as the facts of the outcome; returns NULL or a defect.
const char *cluashims_store_facts(lua_State *lua);
/// Stores a text of the outcome, cut to the limit.
void cluashims_store_text(cluashims_state *state, const char *text, size_t count);

// objects.c
/// Adds the functions of sealed objects to the table at the top of the stack.
void cluashims_add_object_functions(lua_State *lua);
/// Replaces the table at the top of the stack by a sealed object, which is lazy if the number is not negative.
void cluashims_seal(lua_State *lua, int object);
/// Replaces a sealed object at an index by its table; other values remain.
void cluashims_unseal(lua_State *lua, int index);
/// Calls a host function with the arguments from index 1 on, and returns the number of results.
int cluashims_call_host(lua_State *lua, cluashims_host_function function);

#endif
