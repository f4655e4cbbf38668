"""Allowed verdicts that are kept for a while."""

import hashlib
import json
import re
import threading
import time
from collections import OrderedDict
from datetime import UTC, datetime

from anchord._verdict import Verdict


class KeptVerdicts:
    """A bounded number of allowed verdicts of one daemon and one token."""

    def __init__(self, maximum_age: float, maximum_count: int) -> None:
        self._maximum_age = maximum_age
        self._maximum_count = maximum_count
        self._verdicts: OrderedDict[bytes, tuple[float, Verdict]] = OrderedDict()
        self._lock = threading.Lock()

    @staticmethod
    def key(question: dict[str, object]) -> bytes:
        """Returns the digest of all members of a question."""
        return hashlib.sha256(json.dumps(question, sort_keys=True).encode()).digest()

    def find(self, key: bytes) -> Verdict | None:
        """Returns a verdict that has not expired."""
        with self._lock:
            end, verdict = self._verdicts.get(key, (0.0, None))
            if verdict is None or end <= time.monotonic() or _left(verdict) <= 0:
                self._verdicts.pop(key, None)
                return None
            return verdict

    def keep(self, key: bytes, verdict: Verdict, asked: float, cache_control: str) -> None:
        """Keeps a verdict for the shortest of the maximum age, `max-age` and `validUntil`, since the question."""
        permitted = re.search(r"(?:^|[,\s])max-age=([0-9]{1,9})(?:$|[,\s])", cache_control)
        if not permitted or re.search("no-store|no-cache", cache_control):
            return
        age = min(self._maximum_age, float(permitted[1]), _left(verdict))
        if age <= 0:
            return
        with self._lock:
            self._verdicts[key] = (asked + age, verdict)
            self._verdicts.move_to_end(key)
            while len(self._verdicts) > self._maximum_count:
                self._verdicts.popitem(last=False)


def _left(verdict: Verdict) -> float:
    if verdict.valid_until is None:
        return float("inf")
    return (verdict.valid_until - datetime.now(UTC)).total_seconds()
