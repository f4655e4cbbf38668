"""Ways in which a program connects: each sends a request, and returns the body of the response."""

from __future__ import annotations

import asyncio
import http.client
import importlib.util
import socket
import urllib.request
from collections.abc import Callable

import anchord
import anchord.aio

REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
Connector = Callable[[int, anchord.ClientContext], str]


def with_socket(port: int, context: anchord.ClientContext) -> str:
    with (
        socket.create_connection(("127.0.0.1", port)) as plain,
        context.wrap_socket(plain, server_hostname="localhost") as tls,
    ):
        assert tls.verdict and not tls.session_reused
        tls.sendall(REQUEST)
        return tls.recv(4096).decode().rpartition("\r\n\r\n")[2]


def with_handshake_later(port: int, context: anchord.ClientContext) -> str:
    plain = socket.create_connection(("127.0.0.1", port))
    with context.wrap_socket(plain, do_handshake_on_connect=False, server_hostname="localhost") as tls:
        for use in (lambda: tls.send(REQUEST), lambda: tls.write(REQUEST), lambda: tls.read(1), lambda: tls.recv(1)):
            try:
                use()
            except anchord.NoVerdict:
                continue
            raise AssertionError("used before the verdict")
        try:
            tls.do_handshake()
        except anchord.AnchordError:
            assert tls.fileno() == -1, "open after the refusal"
            raise
        tls.sendall(REQUEST)
        return tls.recv(4096).decode().rpartition("\r\n\r\n")[2]


def with_http_client(port: int, context: anchord.ClientContext) -> str:
    connection = http.client.HTTPSConnection("localhost", port, context=context)
    try:
        connection.request("GET", "/")
        return connection.getresponse().read().decode()
    finally:
        connection.close()


def with_urllib(port: int, context: anchord.ClientContext) -> str:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context))
    with opener.open(f"https://localhost:{port}/") as response:
        return str(response.read().decode())


def with_requests(port: int, context: anchord.ClientContext) -> str:
    import requests

    from anchord.requests_adapter import Adapter

    with requests.Session() as session:
        session.trust_env = False
        session.mount("https://", Adapter(context))
        # `verify=False` changes nothing: the daemon decides.
        return session.get(f"https://localhost:{port}/", verify=False).text


def with_urllib3(port: int, context: anchord.ClientContext) -> str:
    import urllib3

    with urllib3.PoolManager(ssl_context=context, retries=False) as pool:
        return pool.request("GET", f"https://localhost:{port}/").data.decode()


def with_httpx(port: int, context: anchord.ClientContext) -> str:
    import httpx

    with httpx.Client(verify=context, trust_env=False) as client:
        return client.get(f"https://localhost:{port}/").text


def with_httpx_async(port: int, context: anchord.ClientContext) -> str:
    import httpx

    async def get() -> str:
        async with httpx.AsyncClient(verify=context, trust_env=False) as client:
            return (await client.get(f"https://localhost:{port}/")).text

    return asyncio.run(get())


def with_aio(port: int, context: anchord.ClientContext) -> str:
    async def get() -> str:
        reader, writer = await anchord.aio.open_connection("localhost", port, context)
        writer.write(REQUEST)
        body = (await reader.read()).decode().rpartition("\r\n\r\n")[2]
        writer.close()
        return body

    return asyncio.run(get())


def with_plain_asyncio(port: int, context: anchord.ClientContext) -> str:
    async def get() -> str:
        reader, writer = await asyncio.open_connection("localhost", port, ssl=context, server_hostname="localhost")
        writer.write(REQUEST)
        body = (await reader.read()).decode().rpartition("\r\n\r\n")[2]
        writer.close()
        return body

    return asyncio.run(get())


ALL: dict[str, Connector] = {
    "socket": with_socket,
    "handshake later": with_handshake_later,
    "http.client": with_http_client,
    "urllib": with_urllib,
    "asyncio": with_plain_asyncio,
    "anchord.aio": with_aio,
}
for library, connectors in {
    "requests": {"requests": with_requests},
    "urllib3": {"urllib3": with_urllib3},
    "httpx": {"httpx": with_httpx, "httpx async": with_httpx_async},
}.items():
    if importlib.util.find_spec(library):
        ALL |= connectors
    else:
        print(f"skipped: {library} is not installed")
