"""Streams of asyncio whose questions do not block the event loop."""

import asyncio
import contextlib
import logging
import ssl
from collections.abc import Awaitable, Callable
from typing import Any, cast

from anchord import _watch
from anchord._errors import AnchordError, NoVerdict
from anchord._tls import ClientContext, ServerContext, TLSObject
from anchord._verdict import Verdict
from anchord._watch import Watch

Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter, Verdict], Awaitable[None]]


class _Deferred:
    """Wraps like a context. This module asks, before it returns a stream."""

    def __init__(self, context: ClientContext | ServerContext) -> None:
        self._context = context

    def wrap_bio(self, *arguments: Any, **named: Any) -> TLSObject:
        return self._context.wrap_bio(*arguments, **named, is_deferred=True)


_log = logging.getLogger("anchord")

# The event loop itself has only weak references to tasks.
_following: set[asyncio.Task[None]] = set()


async def _ask(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, context: ClientContext | ServerContext
) -> Verdict:
    """Asks in another thread. The connection is closed without a verdict, also if the task is canceled."""
    try:
        wrapped = writer.get_extra_info("ssl_object")
        if not isinstance(wrapped, TLSObject):
            raise NoVerdict("anchord: the event loop has not used the context")
        # The event loop reads from the connection in the meantime, so that no other thread may use it.
        question = context.question(wrapped)
        answer = await asyncio.to_thread(question)
        wrapped.verdict = answer.verdict if isinstance(answer, Watch) else answer
        wrapped._is_deferred = False
    except BaseException:
        writer.transport.abort()
        raise
    if isinstance(answer, Watch):
        task = asyncio.create_task(_guard(answer, reader, writer), name="anchord watch")
        _following.add(task)
        task.add_done_callback(_following.discard)
    return wrapped.verdict


async def _guard(watch: Watch, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Closes the connection when its watch ends, and ends the watch when the connection is closed."""

    async def follow() -> None:
        try:
            await _follow(watch)
        except (AnchordError, OSError) as error:
            # Without it, a reader would see an orderly end.
            reader.set_exception(_watch.reason(error))
            writer.transport.abort()

    task = asyncio.create_task(follow())
    try:
        with contextlib.suppress(OSError):
            await writer.wait_closed()
    finally:
        task.cancel()
        watch.close()
        watch.close_socket()


async def _follow(watch: Watch) -> None:
    """Raises the reason why the watch ends."""
    loop = asyncio.get_running_loop()
    watch.socket.setblocking(False)
    while True:
        if pause := watch.read():
            await asyncio.sleep(pause)
            await asyncio.to_thread(watch.renew)
            watch.socket.setblocking(False)
            continue
        async with asyncio.timeout(_watch.SILENCE):
            watch.feed(await loop.sock_recv(watch.socket, 65536))


def _line(error: Exception) -> str:
    """Returns the text of an error in one line, since a certificate can have names with line breaks."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in str(error))


async def open_connection(
    host: str, port: int, context: ClientContext, *, server_hostname: str | None = None, **options: Any
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connects like `asyncio.open_connection`, and returns after the verdict about the server."""
    deferred = cast(ssl.SSLContext, _Deferred(context))
    reader, writer = await asyncio.open_connection(
        host, port, ssl=deferred, server_hostname=server_hostname or host, **options
    )
    await _ask(reader, writer, context)
    return reader, writer


async def start_server(
    handler: Handler, host: str | None, port: int, context: ServerContext, **options: Any
) -> asyncio.Server:
    """Serves like `asyncio.start_server`, and calls the handler with the verdict about the client.

    The log `anchord` has a warning with the reason for each client that is refused.
    """

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            verdict = await _ask(reader, writer, context)
        except ssl.SSLError as error:
            _log.warning("client %s refused: %s", writer.get_extra_info("peername"), _line(error))
            return
        await handler(reader, writer, verdict)

    return await asyncio.start_server(serve, host, port, ssl=cast(ssl.SSLContext, _Deferred(context)), **options)
