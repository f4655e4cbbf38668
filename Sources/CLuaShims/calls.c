#include "state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const environment_name = "environment";

static int host_find(lua_State *lua) { return cluashims_call_host(lua, cluashims_host_find); }
static int host_match(lua_State *lua) { return cluashims_call_host(lua, cluashims_host_match); }
static int host_print(lua_State *lua) { return cluashims_call_host(lua, cluashims_host_print); }

static void push_library(lua_State *lua, lua_CFunction open) {
    lua_pushcfunction(lua, open);
    lua_call(lua, 0, 1);
}

static void set_string_methods(lua_State *lua) {
    lua_pushliteral(lua, "");
    lua_newtable(lua);
    lua_rotate(lua, -3, -1);
    lua_setfield(lua, -2, "__index");
    lua_pushboolean(lua, 0);
    lua_setfield(lua, -2, "__metatable");
    lua_setmetatable(lua, -2);
    lua_pop(lua, 1);
}

/// Runs the prelude with the libraries `string` and `math` and the host functions. It returns the globals of scripts and the
/// methods of strings.
static int set_up(lua_State *lua) {
    static const luaL_Reg functions[] = {
        {"find", host_find}, {"match", host_match}, {"print", host_print}, {NULL, NULL}};
    const cluashims_bytes *prelude = lua_touserdata(lua, 1);
    push_library(lua, luaopen_base);
    if (luaL_loadbufferx(lua, (const char *)prelude->start, prelude->count, "=prelude", "t")) return lua_error(lua);
    push_library(lua, luaopen_string);
    push_library(lua, luaopen_math);
    luaL_newlib(lua, functions);
    cluashims_add_object_functions(lua);
    lua_call(lua, 3, 2);
    set_string_methods(lua);
    luaL_newmetatable(lua, environment_name);
    lua_insert(lua, -2);
    lua_setfield(lua, -2, "__index");
    lua_pushboolean(lua, 0);
    lua_setfield(lua, -2, "__metatable");
    // The globals of the libraries are reachable by the prelude only.
    lua_newtable(lua);
    lua_rawseti(lua, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    return 0;
}

cluashims_state *cluashims_new(const char *prelude, size_t count, cluashims_host host) {
    cluashims_state *state = calloc(1, sizeof *state);
    if (!state) return NULL;
    state->host = host;
    state->most = SIZE_MAX;
    state->lua = lua_newstate(cluashims_allocate, state);
    cluashims_bytes bytes = {(const uint8_t *)prelude, count};
    if (state->lua) {
        *(cluashims_state **)lua_getextraspace(state->lua) = state;
        lua_pushcfunction(state->lua, set_up);
        lua_pushlightuserdata(state->lua, &bytes);
        if (lua_pcall(state->lua, 1, 0, 0) == LUA_OK) return state;
    }
    cluashims_close(state);
    return NULL;
}

void cluashims_close(cluashims_state *state) {
    if (state->lua) lua_close(state->lua);
    free(state);
}

size_t cluashims_used(const cluashims_state *state) { return state->used; }

/// A call below lua_pcall.
typedef struct job {
    cluashims_bytes bytes;
    int script;
} job;

static cluashims_status refuse_result(lua_State *lua, const char *defect) {
    cluashims_state *state = cluashims_state_of(lua);
    cluashims_store_text(state, defect, strlen(defect));
    return cluashims_status_result;
}

static int compile(lua_State *lua) {
    job *job = lua_touserdata(lua, 1);
    if (luaL_loadbufferx(lua, (const char *)job->bytes.start, job->bytes.count, "=script", "t")) return lua_error(lua);
    job->script = luaL_ref(lua, LUA_REGISTRYINDEX);
    return 0;
}

/// Reads the results of `evaluate`: a Boolean, then for a rejection optionally a reason and facts.
static cluashims_status read_results(lua_State *lua, int first) {
    cluashims_state *state = cluashims_state_of(lua);
    size_t count;
    if (!lua_isboolean(lua, first)) return refuse_result(lua, "`evaluate` did not return true or false");
    state->outcome.is_allowed = lua_toboolean(lua, first);
    if (state->outcome.is_allowed) return cluashims_status_success;
    if (lua_type(lua, first + 1) == LUA_TSTRING) {
        const char *text = lua_tolstring(lua, first + 1, &count);
        cluashims_store_text(state, text, count);
    } else if (!lua_isnil(lua, first + 1)) {
        return refuse_result(lua, "the reason that `evaluate` returned is not a string");
    }
    if (lua_isnil(lua, first + 2)) return cluashims_status_success;
    if (!lua_istable(lua, first + 2)) return refuse_result(lua, "the facts that `evaluate` returned are not a table");
    const char *defect = cluashims_store_facts(lua);
    return defect ? refuse_result(lua, defect) : cluashims_status_success;
}

/// Reads the global `cacheFor`, a number of seconds.
static cluashims_status read_span(lua_State *lua, int environment) {
    cluashims_state *state = cluashims_state_of(lua);
    lua_pushliteral(lua, "cacheFor");
    if (lua_rawget(lua, environment) == LUA_TNIL) return cluashims_status_success;
    int is_integer = 0;
    lua_Integer span = lua_type(lua, -1) == LUA_TNUMBER ? lua_tointegerx(lua, -1, &is_integer) : 0;
    if (!is_integer || span < 0) return refuse_result(lua, "`cacheFor` is not a whole number of seconds");
    state->outcome.has_span = true;
    state->outcome.span = span;
    return cluashims_status_success;
}

static int evaluate(lua_State *lua) {
    cluashims_state *state = cluashims_state_of(lua);
    const job *job = lua_touserdata(lua, 1);
    lua_newtable(lua);
    luaL_setmetatable(lua, environment_name);
    int environment = lua_gettop(lua);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, job->script);
    lua_pushvalue(lua, environment);
    lua_setupvalue(lua, -2, 1);
    lua_call(lua, 0, 0);
    lua_pushliteral(lua, "evaluate");
    if (lua_rawget(lua, environment) != LUA_TFUNCTION) {
        state->outcome.status = refuse_result(lua, "the script does not define the function `evaluate(trust, host)`");
        return 0;
    }
    lua_newtable(lua);
    cluashims_seal(lua, 0);
    if (job->bytes.count > 0) {
        lua_pushlstring(lua, (const char *)job->bytes.start, job->bytes.count);
    } else {
        lua_pushnil(lua);
    }
    lua_call(lua, 2, 3);
    cluashims_status status = read_results(lua, environment + 1);
    lua_settop(lua, environment);
    state->outcome.status = status == cluashims_status_success ? read_span(lua, environment) : status;
    return 0;
}

/// Converts the value at the top of the stack to the message of an error, without calling __tostring.
static void store_message(cluashims_state *state) {
    lua_State *lua = state->lua;
    char number[64];
    size_t count;
    const char *text = number;
    switch (lua_type(lua, -1)) {
    case LUA_TSTRING: text = lua_tolstring(lua, -1, &count); break;
    case LUA_TNUMBER: count = (size_t)snprintf(number, sizeof number, "%.14g", lua_tonumber(lua, -1)); break;
    default: count = (size_t)snprintf(number, sizeof number, "a %s value", lua_typename(lua, lua_type(lua, -1))); break;
    }
    cluashims_store_text(state, text, count);
}

/// The message handler of a call: replaces the position of an error in the prelude, which the user cannot see, with the line
/// of the script that called it.
static int locate(lua_State *lua) {
    static const char prefix[] = "prelude:";
    if (lua_type(lua, 1) != LUA_TSTRING) return 1;
    const char *text = lua_tostring(lua, 1);
    if (strncmp(text, prefix, sizeof prefix - 1)) return 1;
    const char *message = strchr(text + sizeof prefix - 1, ':');
    lua_Debug frame;
    for (int level = 0; message && lua_getstack(lua, level, &frame); level++) {
        lua_getinfo(lua, "Sl", &frame);
        if (strcmp(frame.short_src, "script")) continue;
        lua_pushfstring(lua, "script:%d%s", frame.currentline, message);
        break;
    }
    return 1;
}

static cluashims_outcome run(cluashims_state *state, lua_CFunction function, job *job, cluashims_limits limits) {
    lua_State *lua = state->lua;
    cluashims_start_limits(state, limits);
    // These do not allocate memory: a new state has space for 20 values.
    lua_pushcfunction(lua, locate);
    lua_pushcfunction(lua, function);
    lua_pushlightuserdata(lua, job);
    int result = lua_pcall(lua, 1, 0, 1);
    if (result != LUA_OK) {
        if (state->exceeded != cluashims_status_success) {
            state->outcome.status = state->exceeded;
        } else if (result == LUA_ERRMEM) {
            state->outcome.status = cluashims_status_memory;
        } else {
            state->outcome.status = cluashims_status_error;
            store_message(state);
        }
    }
    if (result != LUA_OK && state->has_too_long_string) {
        static const char message[] = "a string would be longer than 16384 bytes";
        cluashims_store_text(state, message, sizeof message - 1);
    }
    lua_settop(lua, 0);
    state->outcome.instructions = state->instructions;
    state->outcome.text = (cluashims_bytes){state->text, state->text_count};
    state->outcome.facts = (cluashims_bytes){state->facts, state->facts_count};
    cluashims_end_limits(state);
    return state->outcome;
}

cluashims_outcome cluashims_compile(cluashims_state *state, const char *source, size_t count, cluashims_limits limits,
                                    int *script) {
    job job = {{(const uint8_t *)source, count}, LUA_NOREF};
    cluashims_outcome outcome = run(state, compile, &job, limits);
    *script = job.script;
    return outcome;
}

cluashims_outcome cluashims_evaluate(cluashims_state *state, int script, cluashims_bytes host_name,
                                     cluashims_limits limits, void *context) {
    job job = {host_name, script};
    state->context = context;
    cluashims_outcome outcome = run(state, evaluate, &job, limits);
    state->context = NULL;
    // The script's function would otherwise keep the globals of this call.
    lua_rawgeti(state->lua, LUA_REGISTRYINDEX, script);
    lua_pushnil(state->lua);
    if (!lua_setupvalue(state->lua, -2, 1)) lua_pop(state->lua, 1);
    lua_settop(state->lua, 0);
    return outcome;
}

void cluashims_collect(cluashims_state *state) { lua_gc(state->lua, LUA_GCCOLLECT); }
