#define _GNU_SOURCE
#include "CSystemShims.h"

#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/xattr.h>

int csystemshims_prctl_set_dumpable(int value) { return prctl(PR_SET_DUMPABLE, (unsigned long)value, 0L, 0L, 0L); }
int csystemshims_prctl_get_dumpable(void) { return prctl(PR_GET_DUMPABLE, 0L, 0L, 0L, 0L); }

int csystemshims_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

int csystemshims_posix_spawn_file_actions_addclosefrom_np(void *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

ssize_t csystemshims_fgetxattr(int descriptor, const char *name, void *value, size_t size) {
    return fgetxattr(descriptor, name, value, size);
}
