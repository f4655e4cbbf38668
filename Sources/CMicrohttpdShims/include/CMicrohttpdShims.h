#ifndef CMICROHTTPDSHIMS_H
#define CMICROHTTPDSHIMS_H

#include <microhttpd.h>
#include <stdint.h>
#include <sys/socket.h>

/// MHD_start_daemon, which is a variadic function that cannot be called from Swift; options end with MHD_OPTION_END.
struct MHD_Daemon *cmicrohttpdshims_MHD_start_daemon(unsigned int flags, MHD_AccessHandlerCallback handler,
                                                     void *handler_context, struct MHD_OptionItem *options);

/// MHD_get_connection_info for MHD_CONNECTION_INFO_SOCKET_CONTEXT, which is a variadic function.
void *cmicrohttpdshims_socket_context(struct MHD_Connection *connection);

/// MHD_get_connection_info for MHD_CONNECTION_INFO_CONNECTION_FD, which is a variadic function; -1 when unknown.
int cmicrohttpdshims_connection_fd(struct MHD_Connection *connection);

/// MHD_get_connection_info for MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE, which is a variadic function; 0 when unknown.
size_t cmicrohttpdshims_request_header_size(struct MHD_Connection *connection);

/// MHD_set_connection_option for MHD_CONNECTION_OPTION_TIMEOUT, which is a variadic function; 0 for no timeout.
void cmicrohttpdshims_set_timeout(struct MHD_Connection *connection, unsigned int seconds);

/// accept4 with SOCK_NONBLOCK and SOCK_CLOEXEC, which the Glibc module does not show.
int cmicrohttpdshims_accept4(int listener, struct sockaddr *address, socklen_t *length);

/// eventfd with EFD_NONBLOCK and EFD_CLOEXEC, which the Glibc module does not show.
int cmicrohttpdshims_eventfd(void);

/// SO_PEERCRED's user id, whose struct ucred the Glibc module does not show; 0 on success, -1 with errno.
int cmicrohttpdshims_peer_uid(int descriptor, uint32_t *uid);

/// How many processors this process may run on (sched_getaffinity, which the Glibc module does not show); 0 if unknown.
int cmicrohttpdshims_usable_cores(void);

/// mallopt for M_MMAP_THRESHOLD, which the Glibc module does not show; 1 on success.
int cmicrohttpdshims_mallopt_mmap_threshold(int bytes);

/// malloc_trim, which the Glibc module does not show; 1 if memory went back to the system.
int cmicrohttpdshims_malloc_trim(size_t kept);

#endif
