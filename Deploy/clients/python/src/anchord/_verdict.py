"""Reads the responses of the daemon."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from anchord._errors import Denied, NoVerdict
from anchord._http import Response


@dataclass(frozen=True, slots=True)
class Principal:
    """The name with which the policy allows a client."""

    kind: str
    value: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict that allows the connection."""

    id: str
    principal: Principal | None
    valid_until: datetime | None
    #: All members of the verdict, as the daemon sent them.
    document: Mapping[str, Any] = field(repr=False, compare=False)


def read(response: Response) -> Verdict:
    """Returns the verdict that allows the connection, or raises `Denied` or `NoVerdict`."""
    document = parse(response.body)
    if response.status != 200 or response.media_type != "application/json":
        raise _problem(response, document)
    trusted, decision, reasons = document.get("trusted"), document.get("id"), document.get("reasons")
    if not isinstance(trusted, bool) or not isinstance(decision, str) or not isinstance(reasons, list):
        raise NoVerdict("anchord: the response is not a verdict")
    action = document.get("action")
    if trusted != (action == "allow") or response.fields.get("anchord-action", action) != action:
        raise NoVerdict("anchord: the verdict contradicts itself")
    if not trusted:
        raise _denied(document, decision, reasons)
    return Verdict(decision, _principal(document.get("principal")), _time(document.get("validUntil")), document)


def parse(body: bytes) -> dict[str, Any]:
    """Parses a JSON object without duplicate members."""
    try:
        document = json.loads(body.decode(), object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise NoVerdict(f"anchord: the response is not JSON: {error}") from None
    if not isinstance(document, dict):
        raise NoVerdict("anchord: the response is not a JSON object")
    return document


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("duplicate member")
    return members


def _problem(response: Response, document: dict[str, Any]) -> NoVerdict:
    code, detail = document.get("code"), document.get("detail")
    if response.media_type != "application/problem+json" or not isinstance(code, str) or not isinstance(detail, str):
        return NoVerdict(f"anchord: unexpected response with the status {response.status}")
    return NoVerdict(f"anchord: no verdict: {code}: {detail}", code, detail)


def _denied(document: dict[str, Any], decision: str, reasons: list[Any]) -> Denied:
    errors = [each for each in reasons if isinstance(each, dict) and each.get("severity") == "error"]
    codes = tuple(str(each.get("code")) for each in errors)
    text = "; ".join(f"{each.get('code')}: {each.get('message')}" for each in errors[:8]) or document.get("action")
    return Denied(f"anchord: denied: {text} (decision {decision})", codes, decision)


def _principal(value: object) -> Principal | None:
    if value is None:
        return None
    if isinstance(value, dict):
        kind, name = value.get("kind"), value.get("value")
        if isinstance(kind, str) and isinstance(name, str):
            return Principal(kind, name)
    raise NoVerdict("anchord: the principal of the verdict is malformed")


def _time(value: object) -> datetime | None:
    if value is None:
        return None
    try:
        time = datetime.fromisoformat(str(value))
    except ValueError:
        time = None
    if time is None or time.tzinfo is None:
        raise NoVerdict("anchord: validUntil of the verdict is malformed")
    return time
