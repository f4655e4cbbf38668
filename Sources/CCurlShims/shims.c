#define _GNU_SOURCE
#include "CCurlShims.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

CURLcode ccurlshims_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

CURLcode ccurlshims_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

CURLcode ccurlshims_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

CURLcode ccurlshims_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

CURLcode ccurlshims_set_body(CURL *handle, const uint8_t *bytes, size_t count) {
    CURLcode result = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return result == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes) : result;
}

// The context that libcurl passes to the function that opens sockets.
struct opening {
    ccurlshims_permit permit;
    void *context;
};

static curl_socket_t open_socket(void *pointer, curlsocktype purpose, struct curl_sockaddr *address) {
    const struct opening *opening = pointer;
    int permitted = 0;
    if (address->family == AF_INET && address->addrlen >= sizeof(struct sockaddr_in)) {
        const struct sockaddr_in *v4 = (const struct sockaddr_in *)&address->addr;
        permitted = opening->permit(opening->context, AF_INET, (const uint8_t *)&v4->sin_addr, ntohs(v4->sin_port));
    } else if (address->family == AF_INET6 && address->addrlen >= sizeof(struct sockaddr_in6)) {
        const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)&address->addr;
        permitted = opening->permit(opening->context, AF_INET6, (const uint8_t *)&v6->sin6_addr, ntohs(v6->sin6_port));
    }
    if (!permitted) return CURL_SOCKET_BAD;
    (void)purpose;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

CURLcode ccurlshims_set_functions(CURL *handle, ccurlshims_receive header, ccurlshims_receive body,
                                  ccurlshims_permit permit, void *context) {
    // Freed by ccurlshims_set_functions with NULL functions, before the handle.
    struct opening *opening = NULL;
    if (permit != NULL) {
        opening = malloc(sizeof *opening);
        if (opening == NULL) return CURLE_OUT_OF_MEMORY;
        *opening = (struct opening){permit, context};
    } else {
        void *old = NULL;
        if (curl_easy_getinfo(handle, CURLINFO_PRIVATE, &old) == CURLE_OK) free(old);
    }
    CURLcode result = curl_easy_setopt(handle, CURLOPT_PRIVATE, opening);
    if (result == CURLE_OK) result = curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, permit ? open_socket : NULL);
    if (result == CURLE_OK) result = curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, opening);
    if (result == CURLE_OK) result = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, header);
    if (result == CURLE_OK) result = curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
    if (result == CURLE_OK) result = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
    if (result == CURLE_OK) result = curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
    return result;
}

curl_off_t ccurlshims_info_offset(CURL *handle, CURLINFO info) {
    curl_off_t value = 0;
    return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

long ccurlshims_info_long(CURL *handle, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

const char *ccurlshims_info_text(CURL *handle, CURLINFO info) {
    char *value = NULL;
    return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : NULL;
}

CURL *ccurlshims_multi_ended(CURLM *handle, CURLcode *result) {
    int rest = 0;
    const CURLMsg *message;
    while ((message = curl_multi_info_read(handle, &rest)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

int ccurlshims_limit(int resource, unsigned long maximum) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0) return -1;
    if (limit.rlim_max > maximum) limit.rlim_max = maximum;
    limit.rlim_cur = limit.rlim_max;
    return setrlimit(resource, &limit);
}

int ccurlshims_reduce_privileges(void) {
    if (signal(SIGPIPE, SIG_IGN) == SIG_ERR) return -1;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

int ccurlshims_close_others(int kept) {
    int last = kept > 3 ? close_range(3, (unsigned)kept - 1, 0) : 0;
    return last == 0 ? close_range(kept > 2 ? (unsigned)kept + 1 : 3, ~0U, 0) : -1;
}

void ccurlshims_limit_lookups(void) {
    setenv("RES_OPTIONS", "timeout:1 attempts:2", 0);
}
