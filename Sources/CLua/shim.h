// Only includes: incremental builds do not notice changes of a system library's header.
#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>
