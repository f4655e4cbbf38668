"""Cases of connections whose verdict changes while they are open."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from unittest import mock

import connectors
from bed import Server, await_that, fake_daemon
from scene import ALLOWED, BED, DAEMON, client

import anchord
import anchord.aio

# The other ways use no sockets, which a watch could close.
WATCHED = {name: each for name, each in connectors.ALL.items() if name not in ("asyncio", "httpx async")}
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
FIRST = b"event: verdict\nid: x\ndata: " + ALLOWED + b"\n\n"


def context(**options: object) -> anchord.ClientContext:
    return anchord.ClientContext(client(**options), "web", watch=True)


def no_watch_is_open() -> None:
    await_that(lambda: DAEMON.watches() == 0, "a watch has not ended with its connection")


def failure(action: Callable[[], object]) -> anchord.AnchordError:
    """Returns the error of this package with which an action fails."""
    try:
        action()
    except Exception as error:
        if cause := anchord.cause(error):
            return cause
        raise
    raise AssertionError("the connection ended without an error")


@contextlib.contextmanager
def waiting(kind: type[anchord.AnchordError], text: str) -> Iterator[None]:
    """Waits for data in each way. The body of the statement ends the connections, with an error of a kind."""
    servers = {name: Server(BED, "good", is_silent=True) for name in WATCHED}
    with ThreadPoolExecutor(len(WATCHED)) as pool:
        results = {
            name: pool.submit(failure, lambda name=name: WATCHED[name](servers[name].port, context()))  # type: ignore[misc]
            for name in WATCHED
        }
        await_that(lambda: all(each.received for each in servers.values()), "not every way has sent a request")
        assert DAEMON.watches() == len(WATCHED)
        yield
        for name, result in results.items():
            error = result.result(60)
            assert isinstance(error, kind) and text in str(error), f"{name}: {error!r}"
    for each in servers.values():
        each.close()


def blocked() -> None:
    """Blocked readers return with the reasons of the denial."""
    with waiting(anchord.Denied, "anchord: the verdict changed: denied: policy.blocked"), DAEMON.block("good"):
        no_watch_is_open()
    with DAEMON.block("good"):
        error = failure(lambda: connectors.with_socket(Server(BED, "good").port, context()))
        assert isinstance(error, anchord.Denied) and error.codes == ("policy.blocked",)
    no_watch_is_open()


def server_blocked() -> None:
    """Servers close the connections of a client that is blocked."""
    for serve in (serve_threads, serve_async):
        reported: list[anchord.AnchordError] = []
        edge = anchord.ServerContext(client(), "edge", client_ca=BED / "root.pem", watch=True)
        edge.load_cert_chain(BED / "good.pem", BED / "good.key")
        port = serve(edge, reported)
        own = ssl.create_default_context(cafile=BED / "root.pem")
        own.load_cert_chain(BED / "alice.pem", BED / "alice.key")
        with (
            socket.create_connection(("127.0.0.1", port), 60) as plain,
            own.wrap_socket(plain, server_hostname="localhost") as tls,
        ):
            assert tls.recv(10) == b"ok"
            with DAEMON.block("alice"):
                assert tls.recv(10) == b""
        await_that(lambda reported=reported: reported, "the server has no error")  # type: ignore[misc]
        assert isinstance(reported[0], anchord.Denied) and "the verdict changed" in str(reported[0])
        no_watch_is_open()


def serve_threads(edge: anchord.ServerContext, reported: list[anchord.AnchordError]) -> int:
    listener = edge.wrap_socket(socket.create_server(("127.0.0.1", 0)), server_side=True)

    def serve() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.sendall(b"ok")
            reported.append(failure(lambda: connection.recv(10)))

    threading.Thread(target=serve, daemon=True).start()
    return int(listener.getsockname()[1])


def serve_async(edge: anchord.ServerContext, reported: list[anchord.AnchordError]) -> int:
    ports: list[int] = []

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, _: anchord.Verdict) -> None:
        writer.write(b"ok")
        try:
            await reader.read(10)
        except anchord.AnchordError as error:
            reported.append(error)
        writer.close()

    async def serve() -> None:
        server = await anchord.aio.start_server(handle, "127.0.0.1", 0, edge)
        ports.append(int(server.sockets[0].getsockname()[1]))
        await server.serve_forever()

    threading.Thread(target=lambda: asyncio.run(serve()), daemon=True).start()
    await_that(lambda: ports, "the server has not started")
    return ports[0]


def stopped() -> None:
    """A drain is followed by a new watch, which fails here."""
    with waiting(anchord.NoVerdict, "anchord: the watch broke: "):
        DAEMON.stop()
        # Each connection ends before the daemon starts again.
        await_that(lambda: not watching_threads(), "a watch has not ended")
    DAEMON.start()


def watching_threads() -> list[threading.Thread]:
    return [each for each in threading.enumerate() if each.name == "anchord watch"]


def drained() -> None:
    """If the daemon restarts in time, the connection stays open, and the new watch closes it."""
    is_ready = threading.Event()
    renew = anchord.Watch.renew

    def renew_in_time(watch: anchord.Watch) -> None:
        assert is_ready.wait(60)
        renew(watch)

    with (
        mock.patch("anchord.Watch.renew", renew_in_time),
        waiting(anchord.Denied, "anchord: the verdict changed: denied: policy.blocked"),
    ):
        DAEMON.stop()
        DAEMON.start()
        is_ready.set()
        await_that(lambda: DAEMON.watches() == len(WATCHED), "no new watch was opened")
        with DAEMON.block("good"):
            no_watch_is_open()


def ends() -> None:
    """A watch ends with its connection, in each way in which it can end."""
    for name, connect in WATCHED.items():
        server = Server(BED, "good")
        # The server closes the connection after its response.
        assert connect(server.port, context()) == "ok", name
        server.close()
    no_watch_is_open()
    before = len(os.listdir("/proc/self/fd"))
    for end in ("close", "peer", "collected"):
        server = Server(BED, "good", is_silent=end != "peer")
        tls = context().wrap_socket(socket.create_connection(("127.0.0.1", server.port)), server_hostname="localhost")
        with contextlib.closing(tls.makefile("rb")) as file:
            assert DAEMON.watches() == 1
            if end == "peer":
                tls.sendall(connectors.REQUEST)
                assert file.read().endswith(b"ok")
            if end != "collected":
                # The file still uses the socket.
                tls.close()
                assert DAEMON.watches() == 1
        del tls, file
        gc.collect()
        no_watch_is_open()
        server.close()
    await_that(lambda: not watching_threads(), "a thread has not ended with its connection")
    await_that(lambda: len(os.listdir("/proc/self/fd")) <= before, "descriptors accumulate")


def forked() -> None:
    """A process that is forked has no thread for the watch, so that it cannot use the connection."""
    server = Server(BED, "good")
    with (
        socket.create_connection(("127.0.0.1", server.port)) as plain,
        context().wrap_socket(plain, server_hostname="localhost") as tls,
    ):
        if not (child := os.fork()):
            refused = isinstance(failure(lambda: tls.sendall(b"x")), anchord.NoVerdict)
            tls.close()
            os._exit(0 if refused else 1)
        assert os.waitpid(child, 0)[1] == 0
        tls.sendall(connectors.REQUEST)
        assert tls.recv(4096).endswith(b"ok")
    no_watch_is_open()
    server.close()


def event(name: str, data: bytes = ALLOWED) -> bytes:
    return f"event: {name}\ndata: ".encode() + data + b"\n\n"


OTHER = ALLOWED[:-1] + b',"principal":{"kind":"email","value":"x"}}'
UNAVAILABLE = b'{"code":"serverEnding","detail":"The service stops."}'
# Data after the first verdict, and the text of the error.
ENDS = {
    b"": "the daemon closed the connection",
    b": ping\n\n": "the daemon closed the connection",
    event("changed", b"{}"): "not a verdict",
    event("changed", b"{"): "not JSON",
    event("changed", b""): "not JSON",
    event("changed", ALLOWED.replace(b"true", b"false")): "contradicts itself",
    event("changed", OTHER): "the verdict changed: another principal",
    event("changed", b'{"id":"x","trusted":false,"action":"deny","reasons":[]}'): "the verdict changed: denied: deny",
    event("other"): "the watch broke",
    event("end", UNAVAILABLE): "serverEnding",
    b"retry: 1\n" + event("end", UNAVAILABLE): "the watch broke",
    b"retry: x\n" + event("end", UNAVAILABLE): "serverEnding",
    b": " + b"x" * (1024 * 1024): "too long",
}


def garbage() -> None:
    """What is not an event ends the watch, and so does silence."""
    for data, text in ENDS.items():
        count = 0

        def respond(connection: socket.socket, data: bytes = data) -> None:
            nonlocal count
            count += 1
            connection.recv(65536)
            if count == 1:
                connection.sendall(HEAD + FIRST + data)

        assert text in str(end_of_fake(respond)), (data[:80], text)
        assert count == (2 if data.startswith(b"retry: 1\n") else 1)

    def stay(connection: socket.socket) -> None:
        connection.recv(65536)
        connection.sendall(HEAD + FIRST)
        connection.recv(1)

    with mock.patch("anchord._watch.SILENCE", 0.1):
        assert "the watch broke: timed out" in str(end_of_fake(stay))
        listener = fake_daemon(BED / "fake.sock", stay)
        server = Server(BED, "good", is_silent=True)
        for connect in WATCHED.values():
            asked = context(address=str(BED / "fake.sock"))
            assert isinstance(failure(lambda: connect(server.port, asked)), anchord.NoVerdict)  # noqa: B023
        server.close()
        listener.close()


def end_of_fake(respond: Callable[[socket.socket], None]) -> anchord.AnchordError | None:
    listener = fake_daemon(BED / "fake.sock", respond)
    with contextlib.closing(listener):
        return client(address=str(BED / "fake.sock")).watch([b"DER"]).wait()


def without_sockets() -> None:
    """Libraries whose connections a watch cannot close are refused."""
    for name in connectors.ALL.keys() - WATCHED.keys():
        server = Server(BED, "good")
        try:
            connectors.ALL[name](server.port, context())
        except ValueError as error:
            assert "anchord.aio" in str(error)
        else:
            raise AssertionError(f"{name} was accepted")
        server.close()


CASES: dict[str, Callable[[], None]] = {
    "watch-blocked": blocked,
    "watch-server-blocked": server_blocked,
    "watch-daemon-stopped": stopped,
    "watch-drained": drained,
    "watch-ends": ends,
    "watch-forked": forked,
    "watch-garbage": garbage,
    "watch-without-sockets": without_sockets,
}
