#include "state.h"

#include <string.h>

// A sealed object is a userdata with a table as its user value. Scripts can read the table but not change it. The fields of
// a lazy object are requested from the host when they are first read.

static const char *const metatable_name = "table";

typedef struct sealed {
    /// The number of a lazy object; negative for others.
    int object;
} sealed;

void cluashims_seal(lua_State *lua, int object) {
    sealed *block = lua_newuserdatauv(lua, sizeof *block, 1);
    block->object = object;
    lua_insert(lua, -2);
    lua_setiuservalue(lua, -2, 1);
    luaL_setmetatable(lua, metatable_name);
}

void cluashims_unseal(lua_State *lua, int index) {
    if (!luaL_testudata(lua, index, metatable_name)) return;
    lua_getiuservalue(lua, index, 1);
    lua_replace(lua, index);
}

int cluashims_call_host(lua_State *lua, cluashims_host_function function) {
    cluashims_state *state = cluashims_state_of(lua);
    cluashims_argument arguments[CLUASHIMS_MAXIMUM_ARGUMENTS];
    int count = lua_gettop(lua);
    if (count > CLUASHIMS_MAXIMUM_ARGUMENTS) return luaL_error(lua, "too many arguments");
    for (int index = 0; index < count; index++) {
        cluashims_argument *argument = &arguments[index];
        memset(argument, 0, sizeof *argument);
        switch (lua_type(lua, index + 1)) {
        case LUA_TNIL: argument->kind = cluashims_kind_nil; break;
        case LUA_TBOOLEAN:
            argument->kind = cluashims_kind_boolean;
            argument->integer = lua_toboolean(lua, index + 1);
            break;
        case LUA_TNUMBER:
            argument->kind = lua_isinteger(lua, index + 1) ? cluashims_kind_integer : cluashims_kind_number;
            argument->integer = lua_tointeger(lua, index + 1);
            argument->number = lua_tonumber(lua, index + 1);
            break;
        case LUA_TSTRING:
            argument->kind = cluashims_kind_string;
            argument->bytes.start = (const uint8_t *)lua_tolstring(lua, index + 1, &argument->bytes.count);
            break;
        case LUA_TTABLE:
        case LUA_TUSERDATA: argument->kind = cluashims_kind_table; break;
        default: argument->kind = cluashims_kind_other; break;
        }
    }
    cluashims_reply reply = {0};
    int64_t budget = state->limits.instructions - state->instructions;
    bool is_success = state->host(state->context, function, arguments, count, budget, &reply);
    cluashims_spend(lua, reply.cost);
    if (!is_success) {
        luaL_where(lua, 1);
        lua_pushlstring(lua, (const char *)reply.bytes.start, reply.bytes.count);
        lua_concat(lua, 2);
        return lua_error(lua);
    }
    const uint8_t *next = reply.bytes.start;
    const uint8_t *end = next + reply.bytes.count;
    int results = 0;
    for (; next < end; results++) next = cluashims_push(lua, next, end);
    return results;
}

/// Pushes the table of a sealed object.
static sealed *push_table(lua_State *lua, int index) {
    sealed *block = luaL_checkudata(lua, index, metatable_name);
    lua_getiuservalue(lua, index, 1);
    return block;
}

static int call_field(lua_State *lua) { return cluashims_call_host(lua, cluashims_host_field); }
static int call_fields(lua_State *lua) { return cluashims_call_host(lua, cluashims_host_fields); }

/// Pushes the field with the key at an index, and stores it in the table at another index.
static void request_field(lua_State *lua, int object, int key, int table) {
    lua_pushcfunction(lua, call_field);
    lua_pushinteger(lua, object);
    lua_pushvalue(lua, key);
    lua_call(lua, 2, 1);
    lua_pushvalue(lua, key);
    lua_pushvalue(lua, -2);
    lua_rawset(lua, table);
}

static int sealed_index(lua_State *lua) {
    lua_settop(lua, 2);
    const sealed *block = push_table(lua, 1);
    lua_pushvalue(lua, 2);
    lua_rawget(lua, 3);
    bool is_known = !lua_isnil(lua, -1) || block->object < 0 || lua_type(lua, 2) != LUA_TSTRING;
    if (!is_known) request_field(lua, block->object, 2, 3);
    return 1;
}

static int sealed_length(lua_State *lua) {
    push_table(lua, 1);
    lua_pushinteger(lua, (lua_Integer)lua_rawlen(lua, -1));
    return 1;
}

static int sealed_new_index(lua_State *lua) { return luaL_error(lua, "attempt to change a value that is read-only"); }

/// Requests all fields of a lazy object that its table does not have.
static void request_fields(lua_State *lua, int object, int table) {
    int top = lua_gettop(lua);
    lua_pushcfunction(lua, call_fields);
    lua_pushinteger(lua, object);
    lua_call(lua, 1, LUA_MULTRET);
    int last = lua_gettop(lua);
    luaL_checkstack(lua, 8, NULL);
    for (int name = top + 1; name <= last; name++) {
        lua_pushvalue(lua, name);
        if (lua_rawget(lua, table) == LUA_TNIL) request_field(lua, object, name, table);
        lua_settop(lua, last);
    }
    lua_settop(lua, top);
}

/// The next pair of the table in the first upvalue; the second one is the last key.
static int next_pair(lua_State *lua) {
    lua_settop(lua, 0);
    lua_pushvalue(lua, lua_upvalueindex(2));
    if (!lua_next(lua, lua_upvalueindex(1))) return 0;
    lua_pushvalue(lua, 1);
    lua_replace(lua, lua_upvalueindex(2));
    return 2;
}

/// pairs(table): an iterator that does not expose the table of a sealed object.
static int pairs(lua_State *lua) {
    lua_settop(lua, 1);
    if (lua_type(lua, 1) == LUA_TUSERDATA) {
        const sealed *block = push_table(lua, 1);
        if (block->object >= 0) request_fields(lua, block->object, 2);
    } else {
        luaL_checktype(lua, 1, LUA_TTABLE);
    }
    lua_pushnil(lua);
    lua_pushcclosure(lua, next_pair, 2);
    return 1;
}

static int seal(lua_State *lua) {
    lua_settop(lua, 1);
    luaL_checktype(lua, 1, LUA_TTABLE);
    cluashims_seal(lua, -1);
    return 1;
}

void cluashims_add_object_functions(lua_State *lua) {
    static const luaL_Reg functions[] = {{"pairs", pairs}, {"seal", seal}, {NULL, NULL}};
    static const luaL_Reg metamethods[] = {
        {"__index", sealed_index}, {"__newindex", sealed_new_index}, {"__len", sealed_length}, {NULL, NULL}};
    luaL_setfuncs(lua, functions, 0);
    luaL_newmetatable(lua, metatable_name);
    luaL_setfuncs(lua, metamethods, 0);
    lua_pushboolean(lua, 0);
    lua_setfield(lua, -2, "__metatable");
    lua_pop(lua, 1);
}
