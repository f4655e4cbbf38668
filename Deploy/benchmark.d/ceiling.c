// The ceiling of the benchmark: a server that shows the speed of libmicrohttpd alone, because it evaluates nothing.
//
//   ceiling PORT SOCKET BYTES
//
// It listens on 127.0.0.1:PORT and on the Unix socket SOCKET, with one thread per core for each. It reads each request
// completely, and responds with the same text of BYTES bytes. It exits on SIGTERM or SIGINT.
#include <microhttpd.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const char verdict[] = "{\"trusted\":true}";
static char *answer;
static size_t answer_size;

static enum MHD_Result respond(void *context, struct MHD_Connection *connection, const char *path, const char *method,
                               const char *version, const char *data, size_t *data_size, void **request) {
    static int begun;
    if (*request == NULL) {
        *request = &begun;
        return MHD_YES;
    }
    if (*data_size > 0) {
        *data_size = 0;
        return MHD_YES;
    }
    struct MHD_Response *response = MHD_create_response_from_buffer(answer_size, answer, MHD_RESPMEM_PERSISTENT);
    if (response == NULL) return MHD_NO;
    MHD_add_response_header(response, "Content-Type", "application/json");
    enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    return result;
}

static int listening(int family, const void *address, socklen_t size) {
    int descriptor = socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (bind(descriptor, address, size) != 0 || listen(descriptor, SOMAXCONN) != 0) {
        perror("ceiling");
        exit(1);
    }
    return descriptor;
}

static struct MHD_Daemon *serve(int descriptor) {
    unsigned int threads = (unsigned int)sysconf(_SC_NPROCESSORS_ONLN);
    struct MHD_OptionItem pool[] = {
        {threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, threads, NULL},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_Daemon *daemon =
        MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, respond, NULL, MHD_OPTION_LISTEN_SOCKET,
                         descriptor, MHD_OPTION_ARRAY, pool, MHD_OPTION_END);
    if (daemon == NULL) {
        fprintf(stderr, "ceiling: libmicrohttpd does not start\n");
        exit(1);
    }
    return daemon;
}

int main(int count, char **arguments) {
    if (count != 4) {
        fprintf(stderr, "usage: ceiling PORT SOCKET BYTES\n");
        return 2;
    }
    answer_size = strtoul(arguments[3], NULL, 10);
    if (answer_size < sizeof verdict) answer_size = sizeof verdict;
    answer = malloc(answer_size);
    if (answer == NULL) return 1;
    memset(answer, ' ', answer_size);
    memcpy(answer, verdict, sizeof verdict - 1);

    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGINT);
    sigprocmask(SIG_BLOCK, &ends, NULL);

    struct sockaddr_un path = {.sun_family = AF_UNIX};
    strncpy(path.sun_path, arguments[2], sizeof path.sun_path - 1);
    struct MHD_Daemon *local = serve(listening(AF_UNIX, &path, sizeof path));
    struct sockaddr_in port = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(arguments[1]))};
    port.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    struct MHD_Daemon *loopback = serve(listening(AF_INET, &port, sizeof port));

    int end;
    sigwait(&ends, &end);
    MHD_stop_daemon(loopback);
    MHD_stop_daemon(local);
    return 0;
}
