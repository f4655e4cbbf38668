"""A daemon and TLS servers for the tests."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

RESPONSE = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"


class Daemon:
    """The daemon of a directory that `make-bed` has made."""

    def __init__(self, directory: Path, program: str) -> None:
        self.directory, self.program = directory, program
        self.address = str(directory / "anchord.sock")
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def port(self) -> int:
        """The port of the last start, which the kernel has chosen."""
        return int(re.findall(r"serving addresses=\S*127\.0\.0\.1:([0-9]+)", (self.directory / "log").read_text())[-1])

    def start(self) -> None:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("ANCHORD_")}
        with (self.directory / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.program, "serve", "--config", "anchord.yaml"],
                cwd=self.directory,
                stdout=log,
                stderr=log,
                env=environment,
            )
        end = time.monotonic() + 60
        while not self._is_ready():
            if self.process.poll() is not None or time.monotonic() > end:
                raise SystemExit("the daemon did not start: " + (self.directory / "log").read_text())
            time.sleep(0.02)

    def _is_ready(self) -> bool:
        try:
            return self.request("GET", "/readyz") == 200
        except OSError:
            return False

    def stop(self) -> None:
        if self.process:
            self.process.send_signal(signal.SIGCONT)
            self.process.terminate()
            self.process.wait(60)
            self.process = None

    def signal(self, number: signal.Signals) -> None:
        assert self.process
        self.process.send_signal(number)

    def watches(self) -> int:
        """Returns the number of open watches."""
        with self._exchange("GET", "/metrics") as response:
            return int(re.findall(r"^anchord_watches (\d+)$", response.read().decode(), re.MULTILINE)[0])

    def request(self, method: str, path: str, body: Any = None) -> int:
        with self._exchange(method, path, body) as response:
            return int(response.status)

    @contextmanager
    def _exchange(self, method: str, path: str, body: Any = None) -> Iterator[http.client.HTTPResponse]:
        connection = http.client.HTTPConnection("localhost")
        connection.sock = socket.socket(socket.AF_UNIX)
        connection.sock.settimeout(60)
        connection.sock.connect(self.address)
        data, fields = (json.dumps(body), {"Content-Type": "application/json"}) if body else (None, {})
        connection.request(method, path, data, fields)
        try:
            yield connection.getresponse()
        finally:
            connection.close()

    @contextmanager
    def block(self, name: str) -> Iterator[None]:
        """Blocks the key of a certificate for a while."""
        commands = ["x509 -noout -pubkey", "pkey -pubin -outform DER", "dgst -sha256 -binary", "base64"]
        data = (self.directory / f"{name}.pem").read_bytes()
        for command in commands:
            data = subprocess.run(["openssl", *command.split()], input=data, capture_output=True, check=True).stdout
        match = {"leaf": {"spkiSha256": ["sha256/" + data.decode().strip()]}}
        assert self.request("PUT", "/v1/blocks/test", {"match": match, "reason": "test"}) in (200, 201)
        try:
            yield
        finally:
            assert self.request("DELETE", "/v1/blocks/test") == 204

    @contextmanager
    def replaced(self, name: str, source: str) -> Iterator[None]:
        """Replaces a file of the policies for a while, and reloads them."""
        path = self.directory / "policies" / name
        before = path.read_bytes()
        path.write_bytes((self.directory / source).read_bytes())
        assert self.request("POST", "/v1/reload") == 200
        try:
            yield
        finally:
            path.write_bytes(before)
            assert self.request("POST", "/v1/reload") == 200


class Listener:
    """Serves each connection in a thread of its own."""

    def __init__(self, sock: socket.socket, serve: Callable[[socket.socket], None]) -> None:
        self.socket, self.serve = sock, serve
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def port(self) -> int:
        return int(self.socket.getsockname()[1])

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            try:
                self.serve(connection)
            except OSError:
                return

    def close(self) -> None:
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()


class Server(Listener):
    """A TLS server that responds to each request unless it is silent, and records all bytes that it receives."""

    def __init__(
        self, directory: Path, name: str, version: ssl.TLSVersion | None = None, *, is_silent: bool = False
    ) -> None:
        self.is_silent = is_silent
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(directory / f"{name}.pem", directory / f"{name}.key")
        if version:
            self.context.minimum_version = self.context.maximum_version = version
        self.received = b""
        super().__init__(socket.create_server(("127.0.0.1", 0)), self._respond)

    def _respond(self, connection: socket.socket) -> None:
        with self.context.wrap_socket(connection, server_side=True) as tls:
            # The client may send only after a verdict; until then, these bytes wait for it.
            while self.is_silent or not self.received.endswith(b"\r\n\r\n"):
                data = tls.recv(4096)
                self.received += data
                if not data:
                    return
            tls.sendall(RESPONSE)


def await_that(condition: Callable[[], object], text: str) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, text
        time.sleep(0.01)


def fake_daemon(path: Path, respond: Callable[[socket.socket], None]) -> Listener:
    """Listens on a Unix socket in place of a daemon."""
    path.unlink(missing_ok=True)
    sock = socket.socket(socket.AF_UNIX)
    sock.bind(str(path))
    sock.listen(16)
    return Listener(sock, respond)
