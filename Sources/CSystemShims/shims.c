#define _GNU_SOURCE
#include "CSystemShims.h"

#include <link.h>
#include <semaphore.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

int csystemshims_prctl_set_dumpable(int value) { return prctl(PR_SET_DUMPABLE, (unsigned long)value, 0L, 0L, 0L); }
int csystemshims_prctl_get_dumpable(void) { return prctl(PR_GET_DUMPABLE, 0L, 0L, 0L, 0L); }

int csystemshims_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

int csystemshims_posix_spawn_file_actions_addclosefrom_np(void *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int csystemshims_sem_clockwait_monotonic(void *semaphore, time_t seconds, long nanoseconds) {
    const struct timespec end = {.tv_sec = seconds, .tv_nsec = nanoseconds};
    return sem_clockwait(semaphore, CLOCK_MONOTONIC, &end);
}

ssize_t csystemshims_fgetxattr(int descriptor, const char *name, void *value, size_t size) {
    return fgetxattr(descriptor, name, value, size);
}

// Text relocations are changes in read-only segments, which would be lost.
static int has_text_relocations(const struct dl_phdr_info *object) {
    for (int i = 0; i < object->dlpi_phnum; i++) {
        if (object->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
        const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
        for (; entry->d_tag != DT_NULL; entry++) {
            if (entry->d_tag == DT_TEXTREL || (entry->d_tag == DT_FLAGS && entry->d_un.d_val & DF_TEXTREL)) return 1;
        }
    }
    return 0;
}

static int release_program_pages(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size, (void)context;
    if (has_text_relocations(object)) return 0;
    const ElfW(Addr) mask = ~((ElfW(Addr))sysconf(_SC_PAGESIZE) - 1);
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
        const ElfW(Addr) start = (object->dlpi_addr + segment->p_vaddr + ~mask) & mask;
        const ElfW(Addr) end = (object->dlpi_addr + segment->p_vaddr + segment->p_filesz) & mask;
        if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void csystemshims_release_program_pages(void) { dl_iterate_phdr(release_program_pages, NULL); }
