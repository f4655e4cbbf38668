"""TLS contexts that ask the daemon at the end of each handshake, before a byte of data is sent or received."""

from __future__ import annotations

import _ssl
import contextlib
import errno
import functools
import socket
import ssl
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from anchord._client import Client
from anchord._errors import AnchordError, NoVerdict
from anchord._verdict import Verdict
from anchord._watch import Watch

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
    """Allows no use of a connection before the verdict, or after the end of its watch."""

    #: The verdict, which has the principal of a client.
    verdict: Verdict | None = None
    #: Whether `anchord.aio` asks after the handshake, because a question must not block the event loop.
    _is_deferred = False
    _watch: Watch | None = None
    #: Why the watch ended.
    _end: AnchordError | None = None

    def _check(self) -> None:
        if self._end:
            raise self._end.with_traceback(None)
        if self._watch and not self._watch.is_of_this_process():
            raise NoVerdict("anchord: only the process that made a watched connection can use it")
        if self.verdict is None and not self._is_deferred:
            error = NoVerdict("anchord: the handshake has not ended with a verdict")
            # `ssl` itself reads from each socket that is not connected, and expects this number.
            error.errno = errno.ENOTCONN
            raise error

    def verify_client_post_handshake(self) -> None:
        raise ValueError("a certificate after the handshake would have no verdict")


def _guard(guarded: type[_Guarded], base: type, *names: str) -> None:
    """Adds methods that check before and after those of the base class."""

    def add(name: str) -> None:
        method = getattr(base, name)

        @functools.wraps(method)
        def use(self: _Guarded, *arguments: Any, **named: Any) -> Any:
            self._check()
            try:
                return method(self, *arguments, **named)
            finally:
                self._check()

        setattr(guarded, name, use)

    for name in names:
        add(name)


class TLSSocket(_Guarded, ssl.SSLSocket):
    """A socket that sends and receives only after a verdict."""

    def do_handshake(self, block: bool = False) -> None:
        super().do_handshake(block)
        if self.verdict is None:
            try:
                answer = _context(self).question(self)()
                if isinstance(answer, Watch):
                    self._start(answer)
                    answer = answer.verdict
                self.verdict = answer
            except BaseException:
                self.close()
                raise

    def sendto(self, *arguments: Any) -> int:
        raise ValueError("sendto is not allowed on TLS sockets")

    def _start(self, watch: Watch) -> None:
        self._watch = watch
        # The watch of a socket that was not closed ends with the object.
        reference = weakref.ref(self, lambda _: watch.close())
        threading.Thread(target=_follow, args=(reference, watch), name="anchord watch", daemon=True).start()

    def _real_close(self) -> None:
        # `ssl` calls this function when the socket and all its files are closed.
        base: Any = super()
        if self._watch is None or not self._watch.is_of_this_process():
            base._real_close()
            return
        with self._watch.lock:
            base._real_close()
            self._watch.close()

    def _break(self, watch: Watch, error: AnchordError) -> None:
        with watch.lock, contextlib.suppress(OSError):
            self._end = error
            # Ends without a message of TLS. After the function of `ssl`, a reader would see an orderly end.
            socket.socket.shutdown(self, socket.SHUT_RDWR)


def _follow(reference: weakref.ref[TLSSocket], watch: Watch) -> None:
    error = watch.wait()
    connection = reference()
    if error and connection is not None:
        connection._break(watch, error)


class TLSObject(_Guarded, ssl.SSLObject):
    """The same for protocols without a socket of their own, such as those of asyncio."""

    def do_handshake(self) -> None:
        super().do_handshake()
        if self.verdict is None and not self._is_deferred:
            self.verdict = cast(Verdict, _context(self).question(self)())


# Each of these functions could otherwise begin the handshake, or use the socket without TLS after a failed one.
_guard(TLSSocket, ssl.SSLSocket, "send", "sendall", "sendfile", "write", "read", "recv", "recv_into")
_guard(TLSObject, ssl.SSLObject, "write", "read")


class _Context(ssl.SSLContext):
    """What both roles have in common."""

    sslsocket_class = TLSSocket
    sslobject_class = TLSObject
    _is_server: bool
    _client: Client
    _policy: str
    _watches: bool

    def question(self, connection: ssl.SSLSocket | ssl.SSLObject) -> Callable[[], Verdict | Watch]:
        """Returns a function that asks. It does not use the connection, and may thus run in another thread."""
        host = None if self._is_server else connection.server_hostname
        if not self._is_server and not host:
            raise NoVerdict("anchord: the connection has no server_hostname")
        ask = self._client.watch if self._watches else self._client.evaluate
        return functools.partial(ask, chain(connection), policy=self._policy, host=host)

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
        *,
        is_deferred: bool = False,
    ) -> TLSObject:
        self._check(server_side, server_hostname, session)
        if self._watches and not is_deferred:
            raise ValueError("a watch can close sockets and the streams of anchord.aio only")
        wrapped = cast(TLSObject, super().wrap_bio(incoming, outgoing, server_side, server_hostname, None))
        wrapped._is_deferred = is_deferred
        return wrapped

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

    def __new__(cls, client: Client, policy: str = "system", *, watch: bool = False) -> ClientContext:
        self = super().__new__(cls, ssl.PROTOCOL_TLS_CLIENT)
        self._client, self._policy, self._watches = client, policy, watch
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

    def __new__(cls, client: Client, policy: str, *, client_ca: str | Path, watch: bool = False) -> ServerContext:
        self = super().__new__(cls, ssl.PROTOCOL_TLS_SERVER)
        self._client, self._policy, self._watches = client, policy, watch
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
