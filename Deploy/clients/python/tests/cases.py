"""Runs the cases of ../cases.json with all ways to connect, and the examples of README.md."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import re
import signal
import socket
import ssl
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest import mock

import connectors
import watches
from bed import Server, await_that, fake_daemon
from scene import ALLOWED, BED, DAEMON, Outcome, client, outcome

import anchord
import anchord._tls
import anchord.aio

PACKAGE = Path(__file__).parent.parent


def expect(
    expected: Outcome, asked: anchord.Client, *, server: str = "good", policy: str = "web", **options: object
) -> None:
    """Connects in each way, at the same time, and compares the outcomes."""

    def connect(item: tuple[str, connectors.Connector]) -> None:
        peer = Server(BED, server, **options)  # type: ignore[arg-type]
        try:
            context = anchord.ClientContext(asked, policy)
            result = outcome(lambda: expect_body(item[1](peer.port, context)))
            assert result == expected, f"{item[0]}: {result}, not {expected}"
            assert expected is None or peer.received == b"", f"{item[0]} sent {peer.received!r} before the verdict"
        finally:
            peer.close()

    with ThreadPoolExecutor(len(connectors.ALL)) as pool:
        list(pool.map(connect, connectors.ALL.items()))


def expect_body(body: str) -> None:
    assert body == "ok", body


def good() -> None:
    expect(None, client())


def expired() -> None:
    expect("time.expired", client(), server="expired")


def wrong_host() -> None:
    expect("host.mismatch", client(), server="wrong-host")


def unknown_ca() -> None:
    expect("chain.issuerNotFound", client(), server="unknown-ca")


def pin_rotated() -> None:
    expect("pin.keyMismatch", client(), policy="pinned")


def blocked() -> None:
    asked = client()
    expect(None, asked)
    with DAEMON.block("good"):
        expect("policy.blocked", asked)
    expect(None, asked)


def revoked() -> None:
    asked = client()
    expect(None, asked)
    with DAEMON.replaced("live.crl", "revoking.crl"):
        expect("revocation.revoked", asked)


def kept() -> None:
    """An allowed verdict is kept for the maximum age, and no denial is kept."""
    asked = client(maximum_age=600.0)
    expect(None, asked)
    with DAEMON.block("good"):
        expect(None, asked)
        expect("policy.blocked", client(maximum_age=600.0))
        expect("policy.blocked", asked, policy="pinned")
    with DAEMON.block("expired"):
        expect("policy.blocked", asked, server="expired")
    expect("time.expired", asked, server="expired")
    late_answer()


def late_answer() -> None:
    """The age of a verdict begins with the question: an answer that came later than the maximum age is not kept."""
    questions: list[bytes] = []

    def respond(connection: socket.socket) -> None:
        while data := connection.recv(65536):
            questions.append(data)
            time.sleep(0.06)
            connection.sendall(http(ALLOWED, "Content-Type: application/json\r\nCache-Control: max-age=60"))

    for maximum_age, expected in ((0.05, 2), (600.0, 1)):
        listener = fake_daemon(BED / "fake.sock", respond)
        asked = client(address=str(BED / "fake.sock"), maximum_age=maximum_age)
        questions.clear()
        for _ in range(2):
            asked.evaluate([b"DER"])
        assert len(questions) == expected, questions
        asked.close()
        listener.close()


def reload() -> None:
    asked = client()
    expect(None, asked)
    with DAEMON.replaced("root.pem", "other-root.pem"):
        expect("chain.issuerNotFound", asked)


def daemon_down() -> None:
    DAEMON.stop()
    try:
        expect("no verdict", client())
    finally:
        DAEMON.start()


def daemon_stopped() -> None:
    asked = client(deadline=1.0)
    DAEMON.signal(signal.SIGSTOP)
    try:
        begin = time.monotonic()
        expect("no verdict", asked)
        assert time.monotonic() - begin >= 0.8
    finally:
        DAEMON.signal(signal.SIGCONT)


def daemon_restarts() -> None:
    asked = client()
    expect(None, asked)
    DAEMON.stop()
    DAEMON.start()
    expect(None, asked)


def daemon_problem() -> None:
    expect("no verdict", client(), policy="missing")
    try:
        client().evaluate([b"no certificate"], policy="web", host="localhost")
    except anchord.NoVerdict as error:
        assert error.code == "noCertificate" and error.detail and error.detail in str(error), error.code
    else:
        raise AssertionError("no certificate was allowed")


def http(body: bytes, fields: str = "Content-Type: application/json", status: int = 200) -> bytes:
    return f"HTTP/1.1 {status} OK\r\nContent-Length: {len(body)}\r\n{fields}\r\n\r\n".encode() + body


GARBAGE = [
    b"hello\r\n\r\n",
    b"",
    http(ALLOWED)[:-5],
    http(ALLOWED) + b"x",
    http(ALLOWED, status=403),
    http(ALLOWED, status=500),
    http(ALLOWED, "Content-Type: text/html"),
    http(ALLOWED, "Content-Type: application/json\r\nTransfer-Encoding: chunked"),
    http(ALLOWED, "Content-Type: application/json\r\nContent-Length: 55"),
    http(ALLOWED, "Content-Type: application/json\r\nAnchord-Action: deny"),
    http(ALLOWED, "Content-Type: application/json\r\nAnchord-Action: deny\r\nAnchord-Action: allow"),
    http(b"\xef\xbb\xbf" + ALLOWED),
    http(ALLOWED).replace(b"Content-Length", b"Length"),
    http(ALLOWED).replace(b"HTTP/1.1", b"HTTP/2"),
    http(b'{"trusted":true}'),
    http(b'{"id":"x","trusted":"true","action":"allow","reasons":[]}'),
    http(b'{"id":"x","trusted":1,"action":"allow","reasons":[]}'),
    http(b'{"id":"x","trusted":true,"action":"deny","reasons":[]}'),
    http(b'{"id":"x","trusted":false,"trusted":true,"action":"allow","reasons":[]}'),
    http(b'{"id":"x","trusted":true,"action":"allow","reasons":[],"principal":7}'),
    http(b'{"id":"x","trusted":true,"action":"allow","reasons":[],"validUntil":"soon"}'),
    http(b"[true]"),
    http(b"[" * 100_000),
    http(b"\xff"),
    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9999999\r\n\r\n",
    b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 10_000,
    b"HTTP/1.1 100 Continue\r\n\r\n" + http(ALLOWED),
]


def ask_fake(respond: Callable[[socket.socket], None], *, is_watch: bool = False, **options: object) -> Outcome:
    listener = fake_daemon(BED / "fake.sock", respond)
    try:
        asked = client(address=str(BED / "fake.sock"), **options)
        ask = asked.watch if is_watch else asked.evaluate
        return outcome(lambda: ask([b"DER"], policy="web", host="localhost"))
    finally:
        listener.close()


def daemon_garbage() -> None:
    good = http(ALLOWED, "Content-Type: application/json\r\nAnchord-Action: allow\r\nX-Other: 1\r\nX-Other: 2")
    for data in [good, *GARBAGE]:

        def respond(connection: socket.socket, data: bytes = data) -> None:
            connection.recv(65536)
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)

        expected = None if data == good else "no verdict"
        assert (result := ask_fake(respond)) == expected, (result, data[:200])
        assert (result := ask_fake(respond, is_watch=True)) == "no verdict", (result, data[:200])

    def drip(connection: socket.socket) -> None:
        connection.recv(65536)
        while True:
            connection.sendall(b"H")
            time.sleep(0.01)

    assert ask_fake(drip, deadline=0.8) == "no verdict"
    assert ask_fake(drip, is_watch=True, deadline=0.8) == "no verdict"
    expect_no_verdict_with_fake()


def expect_no_verdict_with_fake() -> None:
    listener = fake_daemon(BED / "fake.sock", lambda connection: connection.sendall(b"garbage\r\n\r\n"))
    try:
        expect("no verdict", client(address=str(BED / "fake.sock")))
    finally:
        listener.close()


def daemon_other_user() -> None:
    if os.getuid() != 0:
        assert outcome(lambda: anchord.Client(DAEMON.address).evaluate([b"DER"])) == "no verdict"
        return
    path = BED / "other.sock"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        # The kernel reports the user who begins to listen.
        os.seteuid(65534)
        listener.listen()
        os.seteuid(0)
        assert outcome(lambda: anchord.Client(str(path)).evaluate([b"DER"])) == "no verdict"
        connection, _ = listener.accept()
        with connection:
            assert connection.recv(1) == b"", "the question was sent"


def token_off_loopback() -> None:
    for address in (
        "http://192.0.2.1:8778",
        "http://[2001:db8::1]:8778",
        "http://anchord.example:8778",
        "https://127.0.0.1:1",
    ):
        try:
            anchord.Client(address, token="secret")
        except ValueError:
            continue
        raise AssertionError(f"{address} was accepted")
    expect(None, client(address=f"http://127.0.0.1:{DAEMON.port}", token_file=BED / "token", allowed_uids=()))
    expect("no verdict", client(address=f"http://127.0.0.1:{DAEMON.port}", token="other"))


def addresses() -> None:
    """Each form of an address asks, and others are an error that names the forms."""
    port = DAEMON.port
    for address in (
        f"unix:{DAEMON.address}",
        f"tcp:127.0.0.1:{port}",
        f"tcp:localhost:{port}",
        f"http://localhost:{port}/",
    ):
        token = None if address.startswith("unix:") else BED / "token"
        asked = client(address=address, token_file=token)
        try:
            asked.evaluate([b"no certificate"], policy="web")
        except anchord.NoVerdict as error:
            assert error.code == "noCertificate", (address, error)
        else:
            raise AssertionError(address)
        asked.close()
    anchord.Client("tcp:[::1]:8778", token="secret")
    others = "anchord.sock unix:anchord.sock tcp:/a tcp:1.2.3.4 tcp:1.2.3:1 tcp:[1.2.3.4]:1 tcp:a:1 tcp:::1:1"
    for address in ["", "127.0.0.1:1", *others.split(), "tcp:127.0.0.1:65536", "tcp:127.0.0.1:1/", "tcp:127.0.0.1:1\n"]:
        try:
            anchord.Client(address)
        except ValueError as error:
            assert "/PATH, unix:/PATH, tcp:HOST:PORT or http://HOST:PORT" in str(error), error
        else:
            raise AssertionError(f"{address!r} was accepted")


def with_version(version: ssl.TLSVersion) -> None:
    expect(None, client(), version=version)
    expect("time.expired", client(), server="expired", version=version)


class Edge:
    """A server of this package, with each of its ways to serve."""

    def __init__(self, is_async: bool) -> None:
        self.context = anchord.ServerContext(client(), "edge", client_ca=BED / "root.pem")
        self.context.load_cert_chain(BED / "good.pem", BED / "good.key")
        self.served: list[str] = []
        #: The text of each error, and of each message in a log.
        self.refused: list[str] = []
        self.ended = threading.Semaphore(0)
        ready = threading.Event()
        target = self._serve_async if is_async else self._serve
        threading.Thread(target=target, args=(ready,), daemon=True).start()
        assert ready.wait(60)

    def _serve(self, ready: threading.Event) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self.port = int(listener.getsockname()[1])
            with self.context.wrap_socket(listener, server_side=True) as tls:
                ready.set()
                while True:
                    try:
                        connection, _ = tls.accept()
                        with connection:
                            assert isinstance(connection, anchord.TLSSocket) and connection.verdict
                            self._record(connection.verdict)
                            connection.sendall(b"ok")
                    except OSError as error:
                        self.refused.append(str(error))
                    self.ended.release()

    def _record(self, verdict: anchord.Verdict) -> None:
        assert verdict.principal
        self.served.append(verdict.principal.value)

    def _serve_async(self, ready: threading.Event) -> None:
        async def handle(_: asyncio.StreamReader, writer: asyncio.StreamWriter, verdict: anchord.Verdict) -> None:
            self._record(verdict)
            writer.write(b"ok")
            await writer.drain()
            writer.close()
            self.ended.release()

        edge = self

        class Log(logging.Handler):
            def emit(self, record: logging.LogRecord) -> None:
                edge.refused.append(self.format(record))
                edge.ended.release()

        logging.getLogger("anchord").handlers = [log := Log()]
        logging.getLogger("asyncio").handlers = [log]

        async def serve() -> None:
            server = await anchord.aio.start_server(handle, "127.0.0.1", 0, self.context)
            self.port = int(server.sockets[0].getsockname()[1])
            ready.set()
            await server.serve_forever()

        asyncio.run(serve())

    def connect(
        self, name: str, version: ssl.TLSVersion, session: ssl.SSLSession | None = None
    ) -> tuple[bytes, object]:
        context = self.client_context(name, version)
        try:
            with (
                socket.create_connection(("127.0.0.1", self.port)) as plain,
                context.wrap_socket(plain, server_hostname="localhost", session=session) as tls,
            ):
                self.is_reused = tls.session_reused
                tls.settimeout(60)
                return tls.recv(10), tls.session
        except OSError:
            return b"", None

    contexts: dict[tuple[str, ssl.TLSVersion], ssl.SSLContext] = {}  # noqa: RUF012

    def client_context(self, name: str, version: ssl.TLSVersion) -> ssl.SSLContext:
        if (name, version) not in self.contexts:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.load_verify_locations(BED / "root.pem")
            context.load_cert_chain(BED / f"{name}.pem", BED / f"{name}.key")
            context.minimum_version = context.maximum_version = version
            self.contexts[name, version] = context
        return self.contexts[name, version]


VERSIONS = (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3)


def client_good() -> None:
    for is_async in (False, True):
        edge = Edge(is_async)
        for version in VERSIONS:
            assert edge.connect("alice", version)[0] == b"ok"
        assert edge.served == ["alice@corp.example"] * 2


def client_without_purpose() -> None:
    # OpenSSL refuses the purpose before the daemon is asked.
    for is_async in (False, True):
        edge = Edge(is_async)
        for version in VERSIONS:
            assert edge.connect("server-only", version)[0] == b""
        assert not edge.served
    chain = [ssl.PEM_cert_to_DER_cert(text) for text in certificates("server-only")]
    assert outcome(lambda: client().evaluate(chain, policy="edge")) == "usage.extendedKeyUsage"


def certificates(name: str) -> list[str]:
    return re.findall("-----BEGIN.*?END CERTIFICATE-----", (BED / f"{name}.pem").read_text(), re.DOTALL)


def resumed() -> None:
    for is_async in (False, True):
        edge = Edge(is_async)
        for version in VERSIONS:
            body, session = edge.connect("alice", version)
            assert body == b"ok" and isinstance(session, ssl.SSLSession) and not session.has_ticket
            assert edge.ended.acquire(timeout=60)
            with DAEMON.block("alice"):
                assert edge.connect("alice", version, session)[0] == b""
                # Only TLS 1.2 has sessions without tickets.
                assert not edge.is_reused or version == ssl.TLSVersion.TLSv1_2
                assert edge.ended.acquire(timeout=60)
            assert "anchord: denied: policy.blocked: " in edge.refused[-1], edge.refused
            if is_async:
                assert re.fullmatch(r"client \('127.0.0.1', \d+\) refused: .*", edge.refused[-1]), edge.refused
        assert len(edge.refused) == len(VERSIONS), edge.refused
    for version in VERSIONS:
        client_does_not_resume(version)


def client_does_not_resume(version: ssl.TLSVersion) -> None:
    server = Server(BED, "good", version)
    context = anchord.ClientContext(client(), "web")
    connectors.with_socket(server.port, context)
    with socket.create_connection(("127.0.0.1", server.port)) as plain:
        tls = context.wrap_socket(plain, server_hostname="localhost")
        session = tls.session
    with DAEMON.block("good"):
        assert outcome(lambda: connectors.with_socket(server.port, context)) == "policy.blocked"
    with socket.create_connection(("127.0.0.1", server.port)) as plain, contextlib.suppress(ValueError):
        context.wrap_socket(plain, server_hostname="localhost", session=session)
        raise AssertionError("a session was resumed")
    server.close()


def log_is_one_line() -> None:
    error = anchord.Denied("denied: a\nb\u2028c\x1b[0m \u00e9", (), "x")
    assert anchord.aio._line(error) == "denied: a\\nb\\u2028c\\x1b[0m \u00e9"


def flat() -> None:
    """Descriptors do not accumulate, neither with allowed connections nor with refused ones."""
    asked = client()
    expect(None, asked)
    before = len(os.listdir("/proc/self/fd"))
    for server in ("good", "expired") * 5:
        expect(None if server == "good" else "time.expired", asked, server=server)
    await_that(lambda: len(os.listdir("/proc/self/fd")) <= before + 8, "descriptors accumulate")


def threads() -> None:
    """Only the thread of the event loop uses a connection: OpenSSL crashes if two threads use one."""
    used: list[int] = []

    def chain(connection: ssl.SSLObject) -> list[bytes]:
        used.append(threading.get_ident())
        return original(connection)

    original = anchord._tls.chain
    peer = Server(BED, "good")
    with mock.patch("anchord._tls.chain", chain):
        expect_body(connectors.with_aio(peer.port, anchord.ClientContext(client(), "web")))
    assert used == [threading.get_ident()]
    peer.close()


def ignored_context() -> None:
    """An adapter whose context requests ignores, and one for requests without TLS, send nothing."""
    if "requests" not in connectors.ALL:
        return
    import requests
    from requests.adapters import HTTPAdapter

    from anchord.requests_adapter import Adapter

    class Ignoring(Adapter):
        def init_poolmanager(self, *arguments: Any, **options: Any) -> None:
            other = ssl.create_default_context(cafile=BED / "root.pem")
            HTTPAdapter.init_poolmanager(self, *arguments, **options, ssl_context=other)

    adapter = Ignoring(anchord.ClientContext(client(), "web"))
    for scheme in ("https://", "http://"):
        server = Server(BED, "good")
        with requests.Session() as session:
            session.trust_env = False
            session.mount(scheme, adapter)
            address = f"{scheme}localhost:{server.port}/"
            assert outcome(lambda session=session, address=address: session.get(address)) == "no verdict"  # type: ignore[misc]
        assert server.received == b""
        server.close()


async def greet(server: asyncio.Server) -> None:
    """Is a client of the example of a server."""
    context = ssl.create_default_context(cafile=BED / "root.pem")
    context.load_cert_chain(BED / "alice.pem", BED / "alice.key")
    port = server.sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("localhost", port, ssl=context)
    assert await reader.read() == b"Hello alice@corp.example\n"
    writer.close()


def snippets() -> None:
    """Runs the examples of README.md against a server of the bed."""
    found = re.findall("```python\n(.*?)```", (PACKAGE / "README.md").read_text(), re.DOTALL)
    assert found
    server = Server(BED, "good")
    replacements = {
        "anchord.Client()": f"anchord.Client({DAEMON.address!r}, allowed_uids=({os.getuid()},))",
        "https://api.partner.example/": f"https://localhost:{server.port}/",
        '("api.partner.example", 443)': f'("127.0.0.1", {server.port})',
        '"api.partner.example", 443': f'"localhost", {server.port}',
        '"api.partner.example"': '"localhost"',
        '"partner"': '"web"',
        "/etc/service/": f"{BED}/",
        '"0.0.0.0", 8443': '"127.0.0.1", 0',
        "server.serve_forever()": "greet(server)",
    }
    for text in found:
        if "import requests" in text and "requests" not in connectors.ALL:
            continue
        for old, new in replacements.items():
            text = text.replace(old, new)
        server.received = b""
        exec(compile(text, "README.md", "exec"), {"greet": greet})  # noqa: S102
    server.close()


CASES: dict[str, Callable[[], None]] = {
    "good": good,
    "expired": expired,
    "wrong-host": wrong_host,
    "unknown-ca": unknown_ca,
    "pin-rotated": pin_rotated,
    "revoked": revoked,
    "blocked": blocked,
    "client-good": client_good,
    "client-without-purpose": client_without_purpose,
    "daemon-down": daemon_down,
    "daemon-stopped": daemon_stopped,
    "daemon-garbage": daemon_garbage,
    "daemon-problem": daemon_problem,
    "daemon-other-user": daemon_other_user,
    "daemon-restarts": daemon_restarts,
    "reload": reload,
    "resumed": resumed,
    "tls-1.2": lambda: with_version(ssl.TLSVersion.TLSv1_2),
    "tls-1.3": lambda: with_version(ssl.TLSVersion.TLSv1_3),
    "token-off-loopback": token_off_loopback,
    "addresses": addresses,
    "log": log_is_one_line,
    "kept": kept,
    "flat": flat,
    "threads": threads,
    "ignored-context": ignored_context,
    **watches.CASES,
    "snippets": snippets,
}


def main() -> Iterator[str]:
    listed = {each["name"] for each in json.loads((PACKAGE.parent / "cases.json").read_text())}
    if missing := listed - CASES.keys():
        sys.exit(f"missing cases: {', '.join(sorted(missing))}")
    DAEMON.start()
    try:
        for name, case in CASES.items():
            begin = time.monotonic()
            case()
            print(f"passed: {name} ({time.monotonic() - begin:.1f} s)", flush=True)
            yield name
    finally:
        DAEMON.stop()


if __name__ == "__main__":
    print(f"{len(list(main()))} cases passed")
