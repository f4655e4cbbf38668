// A TLS 1.3 client whose private key is in anchord, which signs the CertificateVerify message of the handshake.
//
//   cc client.c -o client $(pkg-config --cflags --libs gnutls libcurl jansson)
//   client SOCKET IDENTITY CERTIFICATES.pem HOST PORT [CA.pem]
//
// anchord receives the hash of the handshake, not the bytes to sign. It builds these bytes itself, so the signature is
// valid only for a TLS 1.3 handshake.
#include <curl/curl.h>
#include <err.h>
#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <jansson.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct client {
    const char *socket, *identity;
    gnutls_session_t session;
    unsigned key_type, key_bits;
    FILE *transcript; // Writes to messages, which contains all handshake messages so far.
    char *messages;
    size_t size;
};

// Exits with the message of GnuTLS if the result is an error.
static void check(int result, const char *what) {
    if (result < 0) errx(1, "%s: %s", what, gnutls_strerror(result));
}

// Appends a handshake message to the transcript. GnuTLS passes its body without its header (RFC 8446 section 4).
static int record(gnutls_session_t session, unsigned type, unsigned when, unsigned in, const gnutls_datum_t *body) {
    struct client *client = gnutls_session_get_ptr(session);
    // The transcript after a HelloRetryRequest begins with a hash (RFC 8446 section 4.4.1).
    if (type > 255) errx(1, "the server sent a HelloRetryRequest, which this example does not support");
    unsigned char header[] = {type, body->size >> 16, body->size >> 8, body->size};
    fwrite(header, 1, sizeof header, client->transcript);
    fwrite(body->data, 1, body->size, client->transcript);
    return 0;
}

// Posts a request for a signature to anchord, and returns its response.
static json_t *post(const struct client *client, const char *request) {
    char *text, url[512];
    size_t length;
    FILE *response = open_memstream(&text, &length);
    CURL *curl = curl_easy_init();
    struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");
    snprintf(url, sizeof url, "http://localhost/v1/identities/%s/signatures", client->identity);
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_UNIX_SOCKET_PATH, client->socket);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, response);
    CURLcode result = curl_easy_perform(curl);
    if (result != CURLE_OK) errx(1, "%s: %s", client->socket, curl_easy_strerror(result));
    fclose(response);
    json_t *answer = json_loads(text, 0, NULL);
    curl_easy_cleanup(curl);
    curl_slist_free_all(headers);
    free(text);
    return answer;
}

// Signs instead of a private key. GnuTLS also passes the digest or the bytes to sign, which anchord does not need.
static int sign(gnutls_privkey_t key, gnutls_sign_algorithm_t algorithm, void *context, unsigned flags,
                const gnutls_datum_t *unused, gnutls_datum_t *signature) {
    struct client *client = context;
    gnutls_digest_algorithm_t digest = gnutls_prf_hash_get(client->session);
    gnutls_datum_t hash = {(unsigned char[64]){0}, gnutls_hash_get_len(digest)}, base64;
    fflush(client->transcript);
    check(gnutls_hash_fast(digest, client->messages, client->size, hash.data), "transcript");
    check(gnutls_base64_encode2(&hash, &base64), "transcript");
    char name[32] = "ed25519", request[512];
    if (client->key_type != GNUTLS_PK_EDDSA_ED25519)
        snprintf(name, sizeof name, "%sWith%s", client->key_type == GNUTLS_PK_ECDSA ? "ecdsa" : "rsaPSS",
                 gnutls_digest_get_name(gnutls_sign_get_hash_algorithm(algorithm)));
    snprintf(request, sizeof request, "{\"algorithm\": \"%s\", \"tls13CertificateVerify\": "
             "{\"role\": \"client\", \"transcriptHash\": \"%.*s\"}}", name, (int)base64.size, base64.data);
    json_t *answer = post(client, request);
    const char *text = json_string_value(json_object_get(answer, "signature"));
    if (!text) errx(1, "anchord: %s", json_string_value(json_object_get(answer, "detail")) ?: "no signature");
    gnutls_datum_t encoded = {(unsigned char *)text, strlen(text)};
    check(gnutls_base64_decode2(&encoded, signature), "signature");
    json_decref(answer);
    gnutls_free(base64.data);
    return 0;
}

// Answers the questions of GnuTLS about the private key.
static int describe_key(gnutls_privkey_t key, unsigned flags, void *context) {
    struct client *client = context;
    if (flags & GNUTLS_PRIVKEY_INFO_PK_ALGO) return client->key_type;
    if (flags & GNUTLS_PRIVKEY_INFO_PK_ALGO_BITS) return client->key_bits;
    if (!(flags & GNUTLS_PRIVKEY_INFO_HAVE_SIGN_ALGO)) return -1;
    return gnutls_sign_supports_pk_algorithm(GNUTLS_FLAGS_TO_SIGN_ALGO(flags), client->key_type);
}

static int connect_to(const char *host, const char *port) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *address;
    if (getaddrinfo(host, port, &hints, &address) != 0) errx(1, "%s: unknown host or port", host);
    for (; address; address = address->ai_next) {
        int descriptor = socket(address->ai_family, address->ai_socktype, 0);
        if (connect(descriptor, address->ai_addr, address->ai_addrlen) == 0) return descriptor;
        close(descriptor);
    }
    err(1, "%s port %s", host, port);
}

int main(int count, char **arguments) {
    if (count < 6) errx(2, "usage: client SOCKET IDENTITY CERTIFICATES.pem HOST PORT [CA.pem]");
    struct client client = {.socket = arguments[1], .identity = arguments[2]};
    const char *file = arguments[3], *host = arguments[4], *port = arguments[5], *ca = arguments[6];
    gnutls_privkey_t key;
    gnutls_certificate_credentials_t credentials;
    client.transcript = open_memstream(&client.messages, &client.size);
    unsigned length = 16;
    gnutls_pcert_st *certificates = calloc(length, sizeof *certificates); // The credentials become its owner.
    check(gnutls_pcert_list_import_x509_file(certificates, &length, file, GNUTLS_X509_FMT_PEM, NULL, NULL, 0), file);
    client.key_type = gnutls_pubkey_get_pk_algorithm(certificates[0].pubkey, &client.key_bits);
    check(gnutls_privkey_init(&key), "key");
    check(gnutls_privkey_import_ext4(key, &client, sign, sign, NULL, NULL, describe_key, 0), "key");
    check(gnutls_certificate_allocate_credentials(&credentials), "credentials");
    // GnuTLS would compare the key with the certificate by a signature that anchord does not make.
    gnutls_certificate_set_flags(credentials, GNUTLS_CERTIFICATE_SKIP_KEY_CERT_MATCH);
    check(gnutls_certificate_set_key(credentials, NULL, 0, certificates, length, key), file);
    check(ca ? gnutls_certificate_set_x509_trust_file(credentials, ca, GNUTLS_X509_FMT_PEM)
             : gnutls_certificate_set_x509_system_trust(credentials), "CA");

    check(gnutls_init(&client.session, GNUTLS_CLIENT), "session");
    gnutls_session_set_ptr(client.session, &client);
    check(gnutls_priority_set_direct(client.session, "NORMAL:-VERS-ALL:+VERS-TLS1.3", NULL), "priority");
    check(gnutls_credentials_set(client.session, GNUTLS_CRD_CERTIFICATE, credentials), "credentials");
    check(gnutls_server_name_set(client.session, GNUTLS_NAME_DNS, host, strlen(host)), host);
    gnutls_session_set_verify_cert(client.session, host, 0);
    gnutls_handshake_set_hook_function(client.session, GNUTLS_HANDSHAKE_ANY, GNUTLS_HOOK_PRE, record);
    int connection = connect_to(host, port);
    gnutls_transport_set_int(client.session, connection);
    check(gnutls_handshake(client.session), "handshake");
    char buffer[4096];
    ssize_t result = gnutls_record_send(client.session, "GET / HTTP/1.0\r\n\r\n", 18);
    // GNUTLS_E_AGAIN follows a message of the handshake protocol, such as a session ticket.
    while (result > 0 || result == GNUTLS_E_AGAIN)
        if ((result = gnutls_record_recv(client.session, buffer, sizeof buffer)) > 0) fwrite(buffer, 1, result, stdout);
    if (result == GNUTLS_E_FATAL_ALERT_RECEIVED)
        errx(1, "the server rejected: %s", gnutls_alert_get_name(gnutls_alert_get(client.session)));
    check(result, "response");
}
