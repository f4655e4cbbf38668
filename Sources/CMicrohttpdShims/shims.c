#define _GNU_SOURCE
#include "CMicrohttpdShims.h"

#include <linux/capability.h>
#include <malloc.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

struct MHD_Daemon *cmicrohttpdshims_MHD_start_daemon(unsigned int flags, MHD_AccessHandlerCallback handler,
                                                     void *handler_context, struct MHD_OptionItem *options) {
    return MHD_start_daemon(flags, 0, NULL, NULL, handler, handler_context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

void *cmicrohttpdshims_socket_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

int cmicrohttpdshims_connection_fd(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

size_t cmicrohttpdshims_request_header_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

void cmicrohttpdshims_set_timeout(struct MHD_Connection *connection, unsigned int seconds) {
    MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}

int cmicrohttpdshims_accept4(int listener, struct sockaddr *address, socklen_t *length) {
    return accept4(listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int cmicrohttpdshims_peer_ids(int descriptor, uint32_t *uid, uint32_t *gid) {
    struct ucred peer;
    socklen_t length = sizeof peer;
    int result = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length);
    if (result == 0) {
        *uid = peer.uid;
        *gid = peer.gid;
    }
    return result;
}

int cmicrohttpdshims_peer_groups(int descriptor, uint32_t *groups, int capacity) {
    socklen_t length = (socklen_t)capacity * sizeof *groups;
    int result = getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, groups, &length);
    return result == 0 ? (int)(length / sizeof *groups) : -1;
}

int cmicrohttpdshims_usable_cores(void) {
    cpu_set_t cores;
    return sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 0;
}

int cmicrohttpdshims_mallopt_mmap_threshold(int bytes) { return mallopt(M_MMAP_THRESHOLD, bytes); }
int cmicrohttpdshims_malloc_trim(size_t kept) { return malloc_trim(kept); }

int cmicrohttpdshims_has_capability(uint32_t capability) {
    struct __user_cap_header_struct process = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3];
    if (capability > CAP_LAST_CAP || syscall(SYS_capget, &process, sets) != 0) return 0;
    return (sets[capability / 32].effective >> (capability % 32)) & 1;
}

int cmicrohttpdshims_take_socket(int descriptor) {
    int taken = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    int spare = taken < 0 ? -1 : socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (spare < 0 || dup3(spare, descriptor, O_CLOEXEC) < 0) {
        if (spare >= 0) close(spare);
        if (taken >= 0) close(taken);
        return -1;
    }
    close(spare);
    return taken;
}

int cmicrohttpdshims_epoll_create(void) {
    return epoll_create1(EPOLL_CLOEXEC);
}

static int control(int epoll, int operation, int descriptor, uint64_t number, int flags) {
    struct epoll_event event = {
        .events = (flags & 1 ? EPOLLRDHUP : 0) | (flags & 2 ? EPOLLOUT : 0),
        .data.u64 = number,
    };
    return epoll_ctl(epoll, operation, descriptor, &event);
}

int cmicrohttpdshims_epoll_add(int epoll, int descriptor, uint64_t number, int flags) {
    return control(epoll, EPOLL_CTL_ADD, descriptor, number, flags);
}

int cmicrohttpdshims_epoll_change(int epoll, int descriptor, uint64_t number, int flags) {
    return control(epoll, EPOLL_CTL_MOD, descriptor, number, flags);
}

int cmicrohttpdshims_epoll_remove(int epoll, int descriptor) {
    return epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, NULL);
}

int cmicrohttpdshims_epoll_take(int epoll, uint64_t *numbers, int *ends, int capacity) {
    struct epoll_event events[64];
    int count = epoll_wait(epoll, events, capacity < 64 ? capacity : 64, 0);
    for (int position = 0; position < count; position++) {
        numbers[position] = events[position].data.u64;
        ends[position] = (events[position].events & (EPOLLHUP | EPOLLERR | EPOLLRDHUP)) != 0;
    }
    return count;
}
