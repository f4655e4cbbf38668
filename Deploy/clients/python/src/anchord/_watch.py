"""Watches: the daemon reports when a verdict changes."""

import contextlib
import os
import socket
import threading
from collections.abc import Callable

from anchord._errors import AnchordError, Denied, NoVerdict
from anchord._http import MAXIMUM_BODY, Deadline, Response
from anchord._verdict import Verdict, read

# The daemon sends a comment every 15 seconds.
SILENCE = 45.0
# The bounds of the time before a new watch, which the daemon asks for when it drains.
SHORTEST_PAUSE, LONGEST_PAUSE = 0.1, 5.0

Begin = Callable[[Deadline], tuple[socket.socket, bytes]]


class Watch:
    """A watch on a connection of its own. Its first event is the verdict, so that it misses no change.

    The program calls `wait` in one thread, and `close` in any.
    """

    def __init__(self, begin: Begin, seconds: float) -> None:
        self._begin, self._seconds = begin, seconds
        self._process = os.getpid()
        self._closed = threading.Event()
        #: Held while a socket is closed, so that no other thread shuts down a later one with its number.
        self.lock = threading.RLock()
        self.socket, self._events, self.verdict = self._ask()

    def wait(self) -> AnchordError | None:
        """Blocks until the verdict changes or the watch breaks, and returns the reason, or None after `close`."""
        try:
            while True:
                pause = self.read()
                if pause is None:
                    self.feed(self.socket.recv(65536))
                elif not self._closed.wait(pause):
                    self.renew()
                else:
                    return None
        except (AnchordError, OSError) as error:
            return None if self._closed.is_set() else reason(error)
        finally:
            self.close_socket()

    def is_of_this_process(self) -> bool:
        """Whether this process made the watch. A process that is forked has no thread that waits."""
        return self._process == os.getpid()

    def close(self) -> None:
        """Ends the watch, except in a process that was forked."""
        if not self.is_of_this_process():
            return
        self._closed.set()
        with self.lock, contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)

    # An event loop receives itself, and calls these functions like `wait`.

    def feed(self, data: bytes) -> None:
        """Takes what was received from the socket."""
        if not data:
            raise NoVerdict("anchord: the daemon closed the connection")
        self._events.feed(data)

    def read(self) -> float | None:
        """Reads the events. Returns the seconds to wait before `renew` if the daemon drains, or raises the reason."""
        while event := self._events.next():
            if event.name == "end" and event.retry is not None:
                return min(max(event.retry, SHORTEST_PAUSE), LONGEST_PAUSE)
            self._compare(event.verdict())
        return None

    def renew(self) -> None:
        """Asks again after a drain. The new verdict must be the same."""
        self.close_socket()
        renewed, self._events, verdict = self._ask()
        with self.lock:
            self.socket = renewed
            if self._closed.is_set():
                renewed.close()
        self._compare(verdict)

    def close_socket(self) -> None:
        """Closes the connection to the daemon, which `close` only shuts down because a thread may use it."""
        with self.lock:
            self.socket.close()

    def _ask(self) -> tuple[socket.socket, "_Events", Verdict]:
        deadline = Deadline(self._seconds)
        connection, data = self._begin(deadline)
        try:
            events = _Events()
            events.feed(data)
            while not (event := events.next()):
                connection.settimeout(deadline.left())
                if not (data := connection.recv(65536)):
                    raise NoVerdict("anchord: the watch ended before its verdict")
                events.feed(data)
            verdict = event.verdict()
            connection.settimeout(SILENCE)
        except BaseException:
            connection.close()
            raise
        return connection, events, verdict

    def _compare(self, verdict: Verdict) -> None:
        if verdict.principal != self.verdict.principal:
            raise Denied(f"anchord: another principal (decision {verdict.id})", (), verdict.id)


def reason(error: Exception) -> AnchordError:
    """Returns the error of a connection whose watch has ended with an error."""
    text = str(error).removeprefix("anchord: ")
    if isinstance(error, Denied):
        return Denied(f"anchord: the verdict changed: {text}", error.codes, error.decision)
    if isinstance(error, NoVerdict):
        return NoVerdict(f"anchord: the watch broke: {text}", error.code, error.detail)
    return NoVerdict(f"anchord: the watch broke: {text or 'nothing was received in time'}")


class _Event:
    """A name, a line of JSON and a time."""

    def __init__(self, fields: dict[bytes, bytes]) -> None:
        self.name = fields[b"event"].decode("latin-1")
        self._data = fields.get(b"data", b"")
        retry = fields.get(b"retry", b"")
        #: The seconds after which the program may ask again.
        self.retry = int(retry) / 1000 if retry.isdigit() and len(retry) < 10 else None

    def verdict(self) -> Verdict:
        """Returns the verdict, or raises the denial or the problem."""
        if self.name in ("verdict", "changed"):
            return read(Response(200, {"content-type": "application/json"}, self._data))
        return read(Response(503, {"content-type": "application/problem+json"}, self._data))


class _Events:
    """Parses the events that the daemon sends."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> None:
        self._buffer += data
        if len(self._buffer) > MAXIMUM_BODY:
            raise NoVerdict("anchord: an event is too long")

    def next(self) -> _Event | None:
        """Returns the next event that is complete. Comments are skipped."""
        while (end := self._buffer.find(b"\n\n")) >= 0:
            lines = bytes(self._buffer[:end]).split(b"\n")
            del self._buffer[: end + 2]
            fields = {name: value for name, _, value in (line.partition(b": ") for line in lines)}
            if b"event" in fields:
                return _Event(fields)
        return None
