"""The client of the daemon."""

import base64
import contextlib
import functools
import json
import re
import socket
import threading
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from anchord._errors import AnchordError, NoVerdict
from anchord._http import Address, Connection, Deadline, Response, trusted_uids
from anchord._kept import KeptVerdicts
from anchord._verdict import Verdict, read
from anchord._watch import Watch

DEFAULT_ADDRESS = "/run/anchord/anchord.sock"
# The daemon answers before the client stops waiting.
RESERVE = 0.2
# With less than 500 ms, a soft fail of the daemon allows chains although no fetch began in time.
MINIMUM_TENTHS = 5
MAXIMUM_IDLE = 8


class Client:
    """Asks one daemon. Threads can share it, and processes that are forked from this one.

    - `address`: `/PATH`, `unix:/PATH`, `tcp:HOST:PORT` or `http://HOST:PORT`; HOST is an IP address or `localhost`.
    - `token`, `token_file`: the bearer token of the program.
    - `deadline`: the seconds that a question may take, with connecting, waiting and reading.
    - `maximum_age`: the seconds for which an allowed verdict may be kept. By default, each connection is a question.
    - `allowed_uids`: users who may run the daemon, besides root and `anchord`.
    """

    def __init__(
        self,
        address: str = DEFAULT_ADDRESS,
        *,
        token: str | None = None,
        token_file: str | Path | None = None,
        deadline: float = 2.0,
        maximum_age: float = 0.0,
        maximum_kept: int = 1000,
        allowed_uids: Collection[int] = (),
    ) -> None:
        if token_file is not None:
            if token is not None:
                raise ValueError("token and token_file exclude each other")
            token = Path(token_file).read_text(encoding="ascii").strip()
        if token is not None and not re.fullmatch("[A-Za-z0-9._~+/-]+=*", token):
            raise ValueError("the token is empty, or has characters that a bearer token cannot have")
        if not 0.8 <= deadline <= 60 or maximum_age < 0 or maximum_kept < 1:
            raise ValueError("deadline must be 0.8 to 60 seconds, and maximum_age and maximum_kept positive")
        self._address = Address(address, trusted_uids(allowed_uids), token is not None)
        self._authorization = f"Authorization: Bearer {token}\r\n" if token else ""
        self._deadline = deadline
        self._kept = KeptVerdicts(maximum_age, maximum_kept) if maximum_age > 0 else None
        self._idle: list[Connection] = []
        self._lock = threading.Lock()

    def evaluate(
        self,
        chain: Sequence[bytes],
        *,
        policy: str = "system",
        host: str | None = None,
        ocsp: Sequence[bytes] = (),
        crls: Sequence[bytes] = (),
        scts: Sequence[bytes] = (),
    ) -> Verdict:
        """Returns the verdict that allows a chain of DER certificates, or raises `Denied` or `NoVerdict`.

        Without a host, the question is that of a server about its client.
        """
        question = _question(chain, policy, host, ocsp=ocsp, crls=crls, scts=scts)
        key = self._kept.key(question) if self._kept else b""
        if self._kept and (verdict := self._kept.find(key)):
            return verdict
        asked = time.monotonic()
        response = self._ask(question)
        verdict = read(response)
        if self._kept:
            self._kept.keep(key, verdict, asked, response.fields.get("cache-control", ""))
        return verdict

    def watch(
        self,
        chain: Sequence[bytes],
        *,
        policy: str = "system",
        host: str | None = None,
        ocsp: Sequence[bytes] = (),
        crls: Sequence[bytes] = (),
        scts: Sequence[bytes] = (),
    ) -> Watch:
        """Asks like `evaluate`, and returns a watch that has the verdict and reports when it changes."""
        question = _question(chain, policy, host, ocsp=ocsp, crls=crls, scts=scts)
        with self._refusing():
            return Watch(functools.partial(self._begin, question), self._deadline)

    def close(self) -> None:
        """Closes the kept connections."""
        with self._lock:
            connections, self._idle = self._idle, []
        for connection in connections:
            connection.close()

    def _ask(self, question: dict[str, object]) -> Response:
        deadline = Deadline(self._deadline)
        with self._refusing():
            connection = self._take()
            if connection:
                try:
                    return self._exchange(connection, question, deadline)
                except ConnectionError:
                    # The daemon closed the kept connection at this moment.
                    if connection.has_response:
                        raise
            return self._exchange(self._address.connect(deadline), question, deadline)

    @contextlib.contextmanager
    def _refusing(self) -> Iterator[None]:
        """Turns errors of the connection to the daemon into `NoVerdict`."""
        try:
            yield
        except TimeoutError:
            raise NoVerdict("anchord: no verdict before the deadline") from None
        except AnchordError:
            raise
        except OSError as error:
            raise NoVerdict(f"anchord: no verdict from {self._address.text}: {error}") from error

    def _begin(self, question: dict[str, object], deadline: Deadline) -> tuple[socket.socket, bytes]:
        """Returns a connection for a watch, and its first bytes after the head of the response."""
        connection = self._address.connect(deadline)
        try:
            # A response to HTTP/1.0 is not chunked.
            stream = connection.stream(self._request("/v1/watches HTTP/1.0", question, deadline), deadline)
            if isinstance(stream, Response):
                read(stream)
                raise NoVerdict("anchord: the response is not a watch")
        except BaseException:
            connection.close()
            raise
        return stream

    def _exchange(self, connection: Connection, question: dict[str, object], deadline: Deadline) -> Response:
        is_usable = False
        try:
            response, is_usable = connection.exchange(
                self._request("/v1/evaluations HTTP/1.1", question, deadline), deadline
            )
        finally:
            if not is_usable or not self._return(connection):
                connection.close()
        return response

    def _request(self, target: str, question: dict[str, object], deadline: Deadline) -> bytes:
        # The daemon remembers answers by all members of the question, so that the deadline is a multiple of 100 ms.
        tenths = int((min(deadline.left(), 30) - RESERVE) * 10)
        if tenths < MINIMUM_TENTHS:
            raise NoVerdict("anchord: no verdict before the deadline")
        body = json.dumps(question | {"deadline": f"{tenths}00ms"}).encode()
        head = (
            f"POST {target}\r\nHost: localhost\r\n{self._authorization}"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        return head.encode("ascii") + body

    def _take(self) -> Connection | None:
        while True:
            with self._lock:
                if not self._idle:
                    return None
                connection = self._idle.pop()
            if connection.is_idle():
                return connection
            connection.close()

    def _return(self, connection: Connection) -> bool:
        with self._lock:
            if len(self._idle) >= MAXIMUM_IDLE:
                return False
            self._idle.append(connection)
            return True


def _question(chain: Sequence[bytes], policy: str, host: str | None, **evidence: Sequence[bytes]) -> dict[str, object]:
    if not chain:
        raise NoVerdict("anchord: the peer presented no certificate")
    question: dict[str, object] = {"chain": _encode(chain), "policy": policy}
    question |= {name: _encode(values) for name, values in evidence.items() if values}
    return question if host is None else question | {"host": host}


def _encode(values: Sequence[bytes]) -> list[str]:
    return [base64.b64encode(each).decode() for each in values]
