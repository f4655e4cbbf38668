"""A connection to the daemon, with one deadline for connecting, writing and reading."""

import ipaddress
import os
import pwd
import re
import select
import socket
import struct
import time
from collections.abc import Collection
from dataclasses import dataclass

from anchord._errors import NoVerdict

MAXIMUM_HEAD = 16 * 1024
MAXIMUM_BODY = 1024 * 1024
# The fields that are read. Others may be repeated.
FRAMING_FIELDS = {"content-length", "transfer-encoding"}
SINGLE_FIELDS = FRAMING_FIELDS | {"content-type", "connection", "cache-control", "anchord-action"}


@dataclass(frozen=True, slots=True)
class Response:
    """A whole response."""

    status: int
    fields: dict[str, str]
    body: bytes

    @property
    def media_type(self) -> str:
        return self.fields.get("content-type", "").partition(";")[0].strip().lower()


class Deadline:
    """A time on the monotonic clock."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Returns the seconds that are left, or raises `NoVerdict`."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise NoVerdict("anchord: no verdict before the deadline")
        return left


class Address:
    """`/PATH`, `unix:/PATH`, `tcp:HOST:PORT` or `http://HOST:PORT`."""

    def __init__(self, text: str, uids: Collection[int], has_token: bool) -> None:
        self.text = text
        self._uids = uids
        self._path = text.removeprefix("unix:")
        if self._path.startswith("/"):
            self.is_unix = True
            return
        self.is_unix = False
        self._host, self._port = _tcp(text)
        if has_token and not self._host.is_loopback:
            raise ValueError("a token is sent only to a Unix socket or a loopback address")

    def connect(self, deadline: Deadline) -> "Connection":
        """Connects, and checks the user of the daemon."""
        family = socket.AF_UNIX if self.is_unix else socket.AF_INET if self._host.version == 4 else socket.AF_INET6
        sock = socket.socket(family, socket.SOCK_STREAM)
        try:
            sock.settimeout(deadline.left())
            sock.connect(self._path if self.is_unix else (str(self._host), self._port))
            if self.is_unix:
                self._check_user(sock)
        except BaseException:
            sock.close()
            raise
        return Connection(sock)

    def _check_user(self, sock: socket.socket) -> None:
        layout = struct.Struct("iII")
        uid = layout.unpack(sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, layout.size))[1]
        if uid not in self._uids:
            raise NoVerdict(f"anchord: the socket {self._path} belongs to the user {uid}, not to root or anchord")


def _tcp(text: str) -> tuple[ipaddress.IPv4Address | ipaddress.IPv6Address, int]:
    """Returns the host and port of an address over TCP. No name is resolved."""
    plain = re.sub("^http://(.*?)/?$", r"tcp:\1", text, flags=re.DOTALL)
    match = re.fullmatch(r"tcp:(?:\[([0-9A-Fa-f:.]+)\]|([0-9.]+|localhost)):([0-9]{1,5})", plain)
    try:
        if match and int(match[3]) <= 65535:
            if match[1]:
                return ipaddress.IPv6Address(match[1]), int(match[3])
            return ipaddress.IPv4Address(match[2].replace("localhost", "127.0.0.1")), int(match[3])
    except ValueError:
        pass
    forms = "/PATH, unix:/PATH, tcp:HOST:PORT or http://HOST:PORT"
    raise ValueError(f"an address is {forms}, where HOST is an IP address or localhost: {text!r}")


def trusted_uids(further: Collection[int]) -> frozenset[int]:
    """Returns root, the user `anchord` if it exists, and further users."""
    try:
        return frozenset({0, pwd.getpwnam("anchord").pw_uid, *further})
    except KeyError:
        return frozenset({0, *further})


class Connection:
    """A connection on which one request after the other is sent."""

    def __init__(self, sock: socket.socket) -> None:
        self._socket = sock
        self._buffer = bytearray()
        self._process = os.getpid()
        #: Whether a byte of the current response has arrived.
        self.has_response = False

    def close(self) -> None:
        self._socket.close()

    def is_idle(self) -> bool:
        """Whether this process made the connection, and neither an end nor a byte has arrived on it."""
        if self._process != os.getpid():
            return False
        poll = select.poll()
        poll.register(self._socket, select.POLLIN)
        return not poll.poll(0)

    def exchange(self, request: bytes, deadline: Deadline) -> tuple[Response, bool]:
        """Returns the response, and whether the connection can be used again."""
        status, fields = self._begin(request, deadline)
        return self._body(status, fields, deadline), fields.get("connection", "").lower() != "close"

    def stream(self, request: bytes, deadline: Deadline) -> tuple[socket.socket, bytes] | Response:
        """Returns the socket and its first bytes if the response is a stream of events, or else the response."""
        status, fields = self._begin(request, deadline)
        if status == 200 and fields.get("content-type") == "text/event-stream" and not fields.keys() & FRAMING_FIELDS:
            return self._socket, bytes(self._buffer)
        return self._body(status, fields, deadline)

    def _begin(self, request: bytes, deadline: Deadline) -> tuple[int, dict[str, str]]:
        self.has_response = False
        self._socket.settimeout(deadline.left())
        self._socket.sendall(request)
        return self._head(deadline)

    def _body(self, status: int, fields: dict[str, str], deadline: Deadline) -> Response:
        length = fields.get("content-length", "")
        if not re.fullmatch("[0-9]{1,9}", length) or "transfer-encoding" in fields:
            raise NoVerdict("anchord: the response has no length")
        if int(length) > MAXIMUM_BODY:
            raise NoVerdict("anchord: the response is too long")
        while len(self._buffer) < int(length):
            self._receive(deadline)
        if len(self._buffer) > int(length):
            raise NoVerdict("anchord: the response is longer than its length")
        body = bytes(self._buffer)
        self._buffer.clear()
        return Response(status, fields, body)

    def _head(self, deadline: Deadline) -> tuple[int, dict[str, str]]:
        while (end := self._buffer.find(b"\r\n\r\n")) < 0:
            if len(self._buffer) > MAXIMUM_HEAD:
                raise NoVerdict("anchord: the head of the response is too long")
            self._receive(deadline)
        start, *lines = self._buffer[:end].decode("latin-1").split("\r\n")
        del self._buffer[: end + 4]
        match = re.fullmatch(r"HTTP/1\.1 ([2-5][0-9]{2})(?: .*)?", start)
        if not match:
            raise NoVerdict("anchord: the response is not HTTP/1.1")
        fields: dict[str, str] = {}
        for line in lines:
            field = re.fullmatch(r"([!-9;-~]+):[ \t]*(.*?)[ \t]*", line)
            if not field or (field[1].lower() in fields and field[1].lower() in SINGLE_FIELDS):
                raise NoVerdict("anchord: the response has a malformed or repeated field")
            fields[field[1].lower()] = field[2]
        return int(match[1]), fields

    def _receive(self, deadline: Deadline) -> None:
        self._socket.settimeout(deadline.left())
        data = self._socket.recv(65536)
        if not data:
            raise ConnectionResetError("the connection was closed before the end of the response")
        self.has_response = True
        self._buffer += data
