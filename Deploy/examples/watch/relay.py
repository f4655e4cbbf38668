#!/usr/bin/env python3
"""Relays local connections to a TLS server, and closes each when anchord no longer allows the server's certificate."""

import argparse
import base64
import http.client
import json
import socket
import ssl
import struct
import threading

# anchord sends a comment every 15 seconds.
SILENCE = 40
# The server must accept the connection, and send each part of the handshake, within this time in seconds.
PATIENCE = 10
# The request of PostgreSQL for TLS: its length, and a number in place of a version.
SSL_REQUEST = struct.pack("!ii", 8, 80877103)


class UnixConnection(http.client.HTTPConnection):
    """A connection to the Unix socket of anchord."""

    def __init__(self, path, timeout):
        super().__init__("localhost", timeout=timeout)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


def ask(address):
    """Returns a connection to anchord at a host and port, or at the path of a Unix socket."""
    if address.startswith("/"):
        return UnixConnection(address, SILENCE)
    return http.client.HTTPConnection(address, timeout=SILENCE)


def upstream(options):
    """Connects to the server with TLS, without a check of its certificate: anchord decides."""
    plain = socket.create_connection((options.host, options.port), timeout=PATIENCE)
    if options.postgres:
        plain.sendall(SSL_REQUEST)
        if plain.recv(1) != b"S":
            raise OSError("the server does not support TLS")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    if options.alpn:
        context.set_alpn_protocols([options.alpn])
    server = context.wrap_socket(plain, server_hostname=options.host)
    server.settimeout(None)
    return server


def chain(server):
    """Returns the certificates that the server sent, as base64 DER."""
    # Before Python 3.13, only the private object has the method.
    sent = getattr(server, "get_unverified_chain", None) or server._sslobj.get_unverified_chain
    certificates = [each if isinstance(each, bytes) else ssl.PEM_cert_to_DER_cert(each.public_bytes()) for each in sent()]
    return [base64.b64encode(each).decode() for each in certificates]


def verdicts(connection, options, server):
    """Yields whether the certificate of the server is trusted, at first and after each change."""
    question = {"chain": chain(server), "host": options.name or options.host, "policy": options.policy}
    connection.request("POST", "/v1/watches", json.dumps(question), {"Content-Type": "application/json"})
    watch = connection.sock
    response = connection.getresponse()
    event = None
    if response.status == 200:
        for line in response:
            name, _, value = line.decode().strip().partition(": ")
            if name == "event":
                event = value
            elif name == "data":
                yield watch, event in ("verdict", "changed") and json.loads(value)["trusted"]


def copy(source, target, watch):
    """Copies bytes until one side ends, and ends both, and the watch."""
    try:
        while data := source.recv(65536):
            target.sendall(data)
    except OSError:
        pass
    close(source, target, watch)


def close(*sockets):
    for each in sockets:
        try:
            each.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def serve(client, options):
    server = client
    isOpen = False
    try:
        server = upstream(options)
        for watch, trusted in verdicts(ask(options.anchord), options, server):
            if not trusted:
                break
            if not isOpen:
                isOpen = True
                for ends in ((client, server, watch), (server, client, watch)):
                    threading.Thread(target=copy, args=ends, daemon=True).start()
    except (OSError, ValueError, LookupError, http.client.HTTPException) as error:
        print(f"{options.host}: {error}", flush=True)
    finally:
        # Without an answer of anchord, and after any failure, the connection ends.
        close(client, server)
        print(f"{options.host}: closed", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("--listen", type=int, required=True, help="the local port")
    parser.add_argument("--policy", default="system", help="the policy of anchord")
    parser.add_argument("--name", help="the host name to check, by default the host")
    parser.add_argument("--anchord", default="127.0.0.1:8778", help="the address or the Unix socket of anchord")
    parser.add_argument("--alpn", help="the protocol, such as h2")
    parser.add_argument("--postgres", action="store_true", help="ask for TLS as PostgreSQL does")
    options = parser.parse_args()
    listener = socket.create_server(("127.0.0.1", options.listen))
    print(f"listening on {listener.getsockname()[1]}", flush=True)
    while True:
        client, _ = listener.accept()
        threading.Thread(target=serve, args=(client, options), daemon=True).start()


if __name__ == "__main__":
    main()
