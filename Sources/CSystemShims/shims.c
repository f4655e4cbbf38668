#include "CSystemShims.h"

#include <sys/prctl.h>
#include <sys/xattr.h>

int csystemshims_prctl_set_dumpable(int value) { return prctl(PR_SET_DUMPABLE, (unsigned long)value, 0L, 0L, 0L); }
int csystemshims_prctl_get_dumpable(void) { return prctl(PR_GET_DUMPABLE, 0L, 0L, 0L, 0L); }

ssize_t csystemshims_fgetxattr(int descriptor, const char *name, void *value, size_t size) {
    return fgetxattr(descriptor, name, value, size);
}
