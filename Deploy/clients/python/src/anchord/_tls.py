"""TLS contexts that ask the daemon at the end of each handshake, before a byte of data is sent or received."""

from __future__ import annotations

import _ssl
import errno
import functools
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from anchord._client import Client
from anchord._errors import NoVerdict
from anchord._verdict import Verdict

if TYPE_CHECKING:
    import socket

    from _typeshed import ReadableBuffer, WriteableBuffer

# Python 3.13 has the method in public. Before, only the private object of the connection has it.
_IS_PUBLIC = hasattr(ssl.SSLObject, "get_unverified_chain")
if not _IS_PUBLIC and not hasattr(getattr(_ssl, "_SSLSocket", None), "get_unverified_chain"):
    raise ImportError("anchord: this Python does not show the certificates of TLS peers; CPython 3.11 or newer does")


def chain(connection: ssl.SSLSocket | ssl.SSLObject) -> list[bytes]:
    """Returns the certificates that the peer presented, as DER, leaf first."""
    source = connection if _IS_PUBLIC else cast(Any, connection)._sslobj
    sent = cast(Any, source).get_unverified_chain() or ()
    return [each if isinstance(each, bytes) else each.public_bytes(_ssl.ENCODING_DER) for each in sent]


class _Guarded:
    """Allows no use of a connection before the verdict."""

    #: The verdict, which has the principal of a client.
    verdict: Verdict | None = None
    #: Whether `anchord.aio` asks after the handshake, because a question must not block the event loop.
    _is_deferred = False

    def _check(self) -> None:
        if self.verdict is None and not self._is_deferred:
            error = NoVerdict("anchord: the handshake has not ended with a verdict")
            # `ssl` itself reads from each socket that is not connected, and expects this number.
            error.errno = errno.ENOTCONN
            raise error

    def verify_client_post_handshake(self) -> None:
        raise ValueError("a certificate after the handshake would have no verdict")


class TLSSocket(_Guarded, ssl.SSLSocket):
    """A socket that sends and receives only after a verdict."""

    def do_handshake(self, block: bool = False) -> None:
        super().do_handshake(block)
        if self.verdict is None:
            try:
                self.verdict = _context(self).ask(self)
            except BaseException:
                self.close()
                raise

    # Each of these functions could otherwise begin the handshake, or use the socket without TLS after a failed one.

    def send(self, data: ReadableBuffer, flags: int = 0) -> int:
        self._check()
        return super().send(data, flags)

    def sendall(self, data: ReadableBuffer, flags: int = 0) -> None:
        self._check()
        super().sendall(data, flags)

    def sendto(self, *arguments: Any) -> int:
        raise ValueError("sendto is not allowed on TLS sockets")

    def sendfile(self, file: Any, offset: int = 0, count: int | None = None) -> int:
        self._check()
        return super().sendfile(file, offset, count)

    def write(self, data: ReadableBuffer) -> int:
        self._check()
        return super().write(data)

    def read(self, len: int | None = 1024, buffer: Any = None) -> bytes:
        self._check()
        return super().read(cast(int, len), buffer)

    def recv(self, buflen: int = 1024, flags: int = 0) -> bytes:
        self._check()
        return super().recv(buflen, flags)

    def recv_into(self, buffer: WriteableBuffer, nbytes: int | None = None, flags: int = 0) -> int:
        self._check()
        return super().recv_into(buffer, nbytes, flags)


class TLSObject(_Guarded, ssl.SSLObject):
    """The same for protocols without a socket of their own, such as those of asyncio."""

    def do_handshake(self) -> None:
        super().do_handshake()
        if self.verdict is None and not self._is_deferred:
            self.verdict = _context(self).ask(self)

    def write(self, data: ReadableBuffer) -> int:
        self._check()
        return super().write(data)

    def read(self, len: int = 1024, buffer: Any = None) -> bytes:
        self._check()
        return super().read(len) if buffer is None else super().read(len, buffer)


class _Context(ssl.SSLContext):
    """What both roles have in common."""

    sslsocket_class = TLSSocket
    sslobject_class = TLSObject
    _is_server: bool
    _client: Client
    _policy: str

    def ask(self, connection: ssl.SSLSocket | ssl.SSLObject) -> Verdict:
        """Returns the verdict about the peer of a connection, or raises an error."""
        return self.question(connection)()

    def question(self, connection: ssl.SSLSocket | ssl.SSLObject) -> Callable[[], Verdict]:
        """Returns a function that asks. It does not use the connection, and may thus run in another thread."""
        host = None if self._is_server else connection.server_hostname
        if not self._is_server and not host:
            raise NoVerdict("anchord: the connection has no server_hostname")
        return functools.partial(self._client.evaluate, chain(connection), policy=self._policy, host=host)

    def wrap_socket(
        self,
        sock: socket.socket,
        server_side: bool = False,
        do_handshake_on_connect: bool = True,
        suppress_ragged_eofs: bool = True,
        server_hostname: str | bytes | None = None,
        session: ssl.SSLSession | None = None,
    ) -> TLSSocket:
        self._check(server_side, server_hostname, session)
        wrapped = super().wrap_socket(
            sock, server_side, do_handshake_on_connect, suppress_ragged_eofs, server_hostname, None
        )
        return cast(TLSSocket, wrapped)

    def wrap_bio(
        self,
        incoming: ssl.MemoryBIO,
        outgoing: ssl.MemoryBIO,
        server_side: bool = False,
        server_hostname: str | bytes | None = None,
        session: ssl.SSLSession | None = None,
    ) -> TLSObject:
        self._check(server_side, server_hostname, session)
        return cast(TLSObject, super().wrap_bio(incoming, outgoing, server_side, server_hostname, None))

    def _check(self, server_side: bool, host: str | bytes | None, session: ssl.SSLSession | None) -> None:
        if server_side != self._is_server:
            raise ValueError("a ClientContext is for clients, and a ServerContext for servers")
        if session is not None:
            raise ValueError("anchord resumes no sessions: the peer would present no certificate")
        if not server_side and not host:
            raise ValueError("server_hostname is required: anchord checks it")

    def _refuse_resumption(self) -> None:
        # A renegotiation could replace the certificate after the verdict.
        self.options |= ssl.OP_NO_TICKET | ssl.OP_NO_RENEGOTIATION
        self.minimum_version = ssl.TLSVersion.TLSv1_2


class ClientContext(_Context):
    """Connects to servers that the policy allows. `ssl` checks nothing: the daemon does.

    `verify_mode` and `check_hostname` have the values of a verified connection, because libraries rely on them.
    """

    _is_server = False

    def __new__(cls, client: Client, policy: str = "system") -> ClientContext:
        self = super().__new__(cls, ssl.PROTOCOL_TLS_CLIENT)
        self._client, self._policy = client, policy
        # The properties of this class ignore changes; those of the base class set the values of OpenSSL.
        base: Any = ssl.SSLContext
        base.check_hostname.__set__(self, False)
        base.verify_mode.__set__(self, ssl.CERT_NONE)
        self._refuse_resumption()
        return self

    @property
    def verify_mode(self) -> Any:
        return ssl.CERT_REQUIRED

    @verify_mode.setter
    def verify_mode(self, value: Any) -> None:
        if value == ssl.CERT_NONE:
            raise ValueError("for a connection without a verdict, use an ssl.SSLContext")

    @property
    def check_hostname(self) -> bool:
        return True

    @check_hostname.setter
    def check_hostname(self, value: bool) -> None:
        if not value:
            raise ValueError("the policy decides whether the host is checked")

    def load_verify_locations(self, *_: Any, **__: Any) -> None:
        """Loads nothing: the policy has the trust anchors."""


class ServerContext(_Context):
    """Serves clients that the policy allows.

    `client_ca` is a file with the CA certificates of clients. OpenSSL verifies chains with them before the daemon is
    asked, because `ssl` cannot request a certificate without verifying it.
    """

    _is_server = True

    def __new__(cls, client: Client, policy: str, *, client_ca: str | Path) -> ServerContext:
        self = super().__new__(cls, ssl.PROTOCOL_TLS_SERVER)
        self._client, self._policy = client, policy
        self.load_verify_locations(client_ca)
        self.verify_mode = ssl.CERT_REQUIRED
        self.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        self._refuse_resumption()
        self.num_tickets = 0
        return self


def _context(connection: TLSSocket | TLSObject) -> _Context:
    context = connection.context
    if not isinstance(context, _Context):
        raise NoVerdict("anchord: the context of the connection was replaced")
    return context
