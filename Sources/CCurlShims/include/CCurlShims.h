#ifndef CCURLSHIMS_H
#define CCURLSHIMS_H

#include <curl/curl.h>
#include <stdint.h>

// The functions of libcurl with variable arguments, which Swift cannot call, with fixed types.

CURLcode ccurlshims_set_long(CURL *handle, CURLoption option, long value);
CURLcode ccurlshims_set_offset(CURL *handle, CURLoption option, curl_off_t value);
/// Sets a text, which libcurl copies, except for CURLOPT_POSTFIELDS.
CURLcode ccurlshims_set_text(CURL *handle, CURLoption option, const char *value);
CURLcode ccurlshims_set_list(CURL *handle, CURLoption option, struct curl_slist *value);
/// Sets a body, which libcurl copies.
CURLcode ccurlshims_set_body(CURL *handle, const uint8_t *bytes, size_t count);

typedef size_t (*ccurlshims_receive)(char *bytes, size_t size, size_t count, void *context);
/// Returns 1 if a connection to the address, in network byte order, may be opened; port is in host byte order.
typedef int (*ccurlshims_permit)(void *context, int family, const uint8_t *address, uint16_t port);

/// Sets the functions that receive header fields and the body, and the one that permits connections.
CURLcode ccurlshims_set_functions(CURL *handle, ccurlshims_receive header, ccurlshims_receive body,
                                  ccurlshims_permit permit, void *context);

/// Returns a number, such as a time in microseconds; 0 if it is unknown.
curl_off_t ccurlshims_info_offset(CURL *handle, CURLINFO info);
long ccurlshims_info_long(CURL *handle, CURLINFO info);
/// Returns a text that is valid until the handle is used again; NULL if there is none.
const char *ccurlshims_info_text(CURL *handle, CURLINFO info);

/// Returns the next transfer that ended, and its result; NULL if there is none.
CURL *ccurlshims_multi_ended(CURLM *handle, CURLcode *result);

/// Lowers the soft and the hard limit of a resource to at most a maximum; returns 0 on success.
int ccurlshims_limit(int resource, unsigned long maximum);

/// Calls prctl with PR_SET_NO_NEW_PRIVS and PR_SET_DUMPABLE, and ignores SIGPIPE; returns 0 on success.
int ccurlshims_reduce_privileges(void);

/// Closes all descriptors but the standard ones and one other; returns 0 on success.
int ccurlshims_close_others(int kept);

/// Limits each query for a name to one second and two attempts a server, unless the environment says otherwise.
void ccurlshims_limit_lookups(void);

#endif
