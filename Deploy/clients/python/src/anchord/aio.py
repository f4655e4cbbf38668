"""Streams of asyncio whose questions do not block the event loop."""

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from typing import Any, cast

from anchord._errors import NoVerdict
from anchord._tls import ClientContext, ServerContext, TLSObject
from anchord._verdict import Verdict

Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter, Verdict], Awaitable[None]]


class _Deferred:
    """Wraps like a context. This module asks, before it returns a stream."""

    def __init__(self, context: ClientContext | ServerContext) -> None:
        self._context = context

    def wrap_bio(self, *arguments: Any, **named: Any) -> TLSObject:
        wrapped = self._context.wrap_bio(*arguments, **named)
        wrapped._is_deferred = True
        return wrapped


async def _ask(writer: asyncio.StreamWriter, context: ClientContext | ServerContext) -> Verdict:
    """Asks in another thread. The connection is closed without a verdict, also if the task is canceled."""
    try:
        wrapped = writer.get_extra_info("ssl_object")
        if not isinstance(wrapped, TLSObject):
            raise NoVerdict("anchord: the event loop has not used the context")
        # The event loop reads from the connection in the meantime, so that no other thread may use it.
        question = context.question(wrapped)
        wrapped.verdict = await asyncio.to_thread(question)
        wrapped._is_deferred = False
        return wrapped.verdict
    except BaseException:
        writer.transport.abort()
        raise


async def open_connection(
    host: str, port: int, context: ClientContext, *, server_hostname: str | None = None, **options: Any
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connects like `asyncio.open_connection`, and returns after the verdict about the server."""
    deferred = cast(ssl.SSLContext, _Deferred(context))
    reader, writer = await asyncio.open_connection(
        host, port, ssl=deferred, server_hostname=server_hostname or host, **options
    )
    await _ask(writer, context)
    return reader, writer


async def start_server(
    handler: Handler, host: str | None, port: int, context: ServerContext, **options: Any
) -> asyncio.Server:
    """Serves like `asyncio.start_server`, and calls the handler with the verdict about the client."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            verdict = await _ask(writer, context)
        except ssl.SSLError as error:
            loop = asyncio.get_running_loop()
            loop.call_exception_handler({"message": "anchord refused a client", "exception": error})
            return
        await handler(reader, writer, verdict)

    return await asyncio.start_server(serve, host, port, ssl=cast(ssl.SSLContext, _Deferred(context)), **options)
