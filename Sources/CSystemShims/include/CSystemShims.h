#ifndef CSYSTEMSHIMS_H
#define CSYSTEMSHIMS_H

#include <stddef.h>
#include <sys/types.h>

// Functions of the system that Swift cannot import: variadic ones, with fixed arguments, GNU extensions, and those of
// headers that the Glibc module does not export. Each is named csystemshims_<function>.

int csystemshims_prctl_set_dumpable(int value);
int csystemshims_prctl_get_dumpable(void);
int csystemshims_eventfd(void);
int csystemshims_posix_spawn_file_actions_addclosefrom_np(void *actions, int first);
int csystemshims_sem_clockwait_monotonic(void *semaphore, time_t seconds, long nanoseconds);
ssize_t csystemshims_fgetxattr(int descriptor, const char *name, void *value, size_t size);

// Removes the read-only pages of the program and its libraries from memory; the kernel maps them again when they are used.
void csystemshims_release_program_pages(void);

#endif
