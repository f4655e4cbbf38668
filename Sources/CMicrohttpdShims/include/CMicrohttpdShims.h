#ifndef CMICROHTTPDSHIMS_H
#define CMICROHTTPDSHIMS_H

#include <microhttpd.h>
#include <stdint.h>
#include <sys/socket.h>

/// Calls MHD_start_daemon, a variadic function that Swift cannot call; `options` ends with MHD_OPTION_END.
struct MHD_Daemon *cmicrohttpdshims_MHD_start_daemon(unsigned int flags, MHD_AccessHandlerCallback handler,
                                                     void *handler_context, struct MHD_OptionItem *options);

/// Calls the variadic function MHD_get_connection_info with MHD_CONNECTION_INFO_SOCKET_CONTEXT.
void *cmicrohttpdshims_socket_context(struct MHD_Connection *connection);

/// Calls the variadic function MHD_get_connection_info with MHD_CONNECTION_INFO_CONNECTION_FD; returns -1 if unknown.
int cmicrohttpdshims_connection_fd(struct MHD_Connection *connection);

/// Calls the variadic function MHD_get_connection_info with MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE; returns 0 if
/// unknown.
size_t cmicrohttpdshims_request_header_size(struct MHD_Connection *connection);

/// Calls the variadic function MHD_set_connection_option with MHD_CONNECTION_OPTION_TIMEOUT; 0 means no timeout.
void cmicrohttpdshims_set_timeout(struct MHD_Connection *connection, unsigned int seconds);

/// Calls accept4 with SOCK_NONBLOCK and SOCK_CLOEXEC; the Glibc module does not export it.
int cmicrohttpdshims_accept4(int listener, struct sockaddr *address, socklen_t *length);

/// Reads the peer's user ID and primary group ID with SO_PEERCRED; on failure, sets errno and returns -1. The Glibc
/// module does not export struct ucred, which SO_PEERCRED fills in.
int cmicrohttpdshims_peer_ids(int descriptor, uint32_t *uid, uint32_t *gid);

/// Reads the peer's supplementary group IDs with SO_PEERGROUPS, which the Glibc module does not export. Returns their
/// number, or -1 if there are more than `capacity` or the kernel does not report them.
int cmicrohttpdshims_peer_groups(int descriptor, uint32_t *groups, int capacity);

/// Returns the number of processors available to this process, or 0 if unknown. Calls sched_getaffinity, which the
/// Glibc module does not export.
int cmicrohttpdshims_usable_cores(void);

/// Calls mallopt with M_MMAP_THRESHOLD; the Glibc module does not export it. Returns 1 on success.
int cmicrohttpdshims_mallopt_mmap_threshold(int bytes);

/// Calls malloc_trim; the Glibc module does not export it. Returns 1 if memory was returned to the system.
int cmicrohttpdshims_malloc_trim(size_t kept);

/// Returns 1 if the process has the capability, such as CAP_CHOWN, in its effective set, and 0 if not or if unknown. The C
/// library has no function for this.
int cmicrohttpdshims_has_capability(uint32_t capability);

/// Duplicates a socket with FD_CLOEXEC, and puts a socket without a connection in the place of the original. Returns the
/// duplicate, or -1 if the process has too many descriptors; the original then remains in its place.
int cmicrohttpdshims_take_socket(int descriptor);

/// Calls epoll_create1 with EPOLL_CLOEXEC. The Glibc module does not export the functions of epoll(7).
int cmicrohttpdshims_epoll_create(void);

/// Adds a descriptor with a number, or changes its entry: events are the hang-up of the peer, the end of its input with the
/// flag 1, and space for output with the flag 2. Returns 0, or -1 with errno.
int cmicrohttpdshims_epoll_add(int epoll, int descriptor, uint64_t number, int flags);
int cmicrohttpdshims_epoll_change(int epoll, int descriptor, uint64_t number, int flags);

/// Removes a descriptor. Returns 0, or -1 with errno.
int cmicrohttpdshims_epoll_remove(int epoll, int descriptor);

/// Stores the numbers of at most `capacity` descriptors with events, and for each whether the peer has hung up. Does not wait.
/// Returns their count, or -1 with errno.
int cmicrohttpdshims_epoll_take(int epoll, uint64_t *numbers, int *ends, int capacity);

#endif
