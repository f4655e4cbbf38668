"""The daemon of the tests, and the outcome of a connection."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from bed import Daemon

import anchord

BED = Path(sys.argv[1])
DAEMON = Daemon(BED, os.environ["ANCHORD_PROGRAM"])
Outcome = str | None
ALLOWED = b'{"id":"x","trusted":true,"action":"allow","reasons":[]}'


def client(**options: object) -> anchord.Client:
    settings = {"address": DAEMON.address, "allowed_uids": (os.getuid(),), "deadline": 30.0} | options
    return anchord.Client(**settings)  # type: ignore[arg-type]


def outcome(action: Callable[[], object]) -> Outcome:
    """Returns None if the action succeeds, or else `no verdict` or the first reason of the denial."""
    try:
        action()
    except Exception as error:
        cause = anchord.cause(error)
        if isinstance(cause, anchord.Denied):
            assert cause.decision and all(code in str(cause) for code in cause.codes)
            return cause.codes[0]
        if isinstance(cause, anchord.NoVerdict):
            return "no verdict"
        raise
    return None
