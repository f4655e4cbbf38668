#include "state.h"

#include <string.h>

// Encoded values come from this program only, so their lengths are right.

static uint32_t read_count(const uint8_t *bytes) {
    uint32_t count;
    memcpy(&count, bytes, sizeof count);
    return count;
}

static const uint8_t *push_string(lua_State *lua, const uint8_t *next) {
    uint32_t count = read_count(next);
    lua_pushlstring(lua, (const char *)next + 4, count);
    return next + 4 + count;
}

static const uint8_t *push_list(lua_State *lua, const uint8_t *next, const uint8_t *end) {
    uint32_t count = read_count(next);
    next += 4;
    lua_createtable(lua, (int)count, 0);
    for (uint32_t index = 1; index <= count; index++) {
        next = cluashims_push(lua, next, end);
        lua_rawseti(lua, -2, index);
    }
    cluashims_seal(lua, -1);
    return next;
}

static const uint8_t *push_map(lua_State *lua, const uint8_t *next, const uint8_t *end) {
    uint32_t count = read_count(next);
    next += 4;
    lua_createtable(lua, 0, (int)count);
    for (uint32_t index = 0; index < count; index++) {
        next = push_string(lua, next);
        next = cluashims_push(lua, next, end);
        lua_rawset(lua, -3);
    }
    cluashims_seal(lua, -1);
    return next;
}

const uint8_t *cluashims_push(lua_State *lua, const uint8_t *next, const uint8_t *end) {
    lua_Integer integer;
    lua_Number number;
    luaL_checkstack(lua, 8, NULL);
    if (next >= end) {
        lua_pushnil(lua);
        return end;
    }
    switch (*next++) {
    case cluashims_tag_false: lua_pushboolean(lua, 0); return next;
    case cluashims_tag_true: lua_pushboolean(lua, 1); return next;
    case cluashims_tag_integer:
        memcpy(&integer, next, sizeof integer);
        lua_pushinteger(lua, integer);
        return next + sizeof integer;
    case cluashims_tag_number:
        memcpy(&number, next, sizeof number);
        lua_pushnumber(lua, number);
        return next + sizeof number;
    case cluashims_tag_string: return push_string(lua, next);
    case cluashims_tag_list: return push_list(lua, next, end);
    case cluashims_tag_map: return push_map(lua, next, end);
    case cluashims_tag_object:
        lua_newtable(lua);
        cluashims_seal(lua, (int)read_count(next));
        return next + 4;
    default: lua_pushnil(lua); return next;
    }
}

void cluashims_store_text(cluashims_state *state, const char *text, size_t count) {
    state->text_count = count < state->limits.text ? count : state->limits.text;
    memcpy(state->text, text, state->text_count);
}

static bool append(cluashims_state *state, const void *bytes, size_t count) {
    if (count > sizeof state->facts - state->facts_count) return false;
    memcpy(state->facts + state->facts_count, bytes, count);
    state->facts_count += count;
    return true;
}

static bool append_tag(cluashims_state *state, uint8_t tag) { return append(state, &tag, 1); }

static bool append_count(cluashims_state *state, uint32_t count) { return append(state, &count, sizeof count); }

static bool append_string(lua_State *lua, int index) {
    cluashims_state *state = cluashims_state_of(lua);
    size_t count;
    const char *text = lua_tolstring(lua, index, &count);
    if (count > state->limits.text) count = state->limits.text;
    return append_count(state, (uint32_t)count) && append(state, text, count);
}

static bool append_scalar(lua_State *lua, int index) {
    cluashims_state *state = cluashims_state_of(lua);
    lua_Number number;
    lua_Integer integer;
    switch (lua_type(lua, index)) {
    case LUA_TBOOLEAN: return append_tag(state, lua_toboolean(lua, index) ? cluashims_tag_true : cluashims_tag_false);
    case LUA_TSTRING: return append_tag(state, cluashims_tag_string) && append_string(lua, index);
    case LUA_TNUMBER:
        if (lua_isinteger(lua, index)) {
            integer = lua_tointeger(lua, index);
            return append_tag(state, cluashims_tag_integer) && append(state, &integer, sizeof integer);
        }
        number = lua_tonumber(lua, index);
        return append_tag(state, cluashims_tag_number) && append(state, &number, sizeof number);
    default: return false;
    }
}

/// Appends a list of at most 64 strings, numbers and Booleans.
static bool append_list(lua_State *lua, int index) {
    cluashims_state *state = cluashims_state_of(lua);
    lua_Unsigned count = lua_rawlen(lua, index);
    lua_Unsigned entries = 0;
    lua_pushnil(lua);
    while (lua_next(lua, index)) {
        lua_pop(lua, 1);
        if (++entries > count) return false;
    }
    if (count > 64 || !append_tag(state, cluashims_tag_list) || !append_count(state, (uint32_t)count)) return false;
    for (lua_Unsigned position = 1; position <= count; position++) {
        lua_rawgeti(lua, index, (lua_Integer)position);
        if (!append_scalar(lua, lua_gettop(lua))) return false;
        lua_pop(lua, 1);
    }
    return true;
}

/// Whether a text is the name of a fact: a letter, then at most 63 letters, digits, `_`, `.` and `-`, all ASCII.
static bool is_fact_name(const char *text, size_t count) {
    if (count < 1 || count > 64) return false;
    for (size_t position = 0; position < count; position++) {
        char byte = text[position];
        bool is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
        bool is_other = (byte >= '0' && byte <= '9') || byte == '_' || byte == '.' || byte == '-';
        if (!is_letter && !(is_other && position > 0)) return false;
    }
    return true;
}

/// Returns the defect of a fact's key, at an index of the stack; NULL if there is none.
static const char *key_defect(lua_State *lua, int index) {
    static const char reserved[] = "failure";
    if (lua_type(lua, index) != LUA_TSTRING) return "the facts have a key that is not a string";
    size_t count;
    const char *text = lua_tolstring(lua, index, &count);
    if (!is_fact_name(text, count))
        return "a fact has an invalid name: names have a letter, then at most 63 letters, digits, `_`, `.` or `-`";
    if (count == sizeof reserved - 1 && !memcmp(text, reserved, count))
        return "a fact has the name `failure`, which is reserved for failures of scripts";
    return NULL;
}

const char *cluashims_store_facts(lua_State *lua) {
    cluashims_state *state = cluashims_state_of(lua);
    uint32_t count = 0;
    luaL_checkstack(lua, 8, NULL);
    append_tag(state, cluashims_tag_map);
    append_count(state, 0);
    lua_pushnil(lua);
    while (lua_next(lua, -2)) {
        int value = lua_gettop(lua);
        cluashims_unseal(lua, value);
        const char *defect = key_defect(lua, value - 1);
        if (defect) return defect;
        if (++count > 16) return "there are more than 16 facts";
        bool is_stored = append_string(lua, value - 1)
            && (lua_type(lua, value) == LUA_TTABLE ? append_list(lua, value) : append_scalar(lua, value));
        if (!is_stored) return "a fact is not a string, a number, a Boolean or a short list of these";
        lua_settop(lua, value - 1);
    }
    memcpy(state->facts + 1, &count, sizeof count);
    return NULL;
}
