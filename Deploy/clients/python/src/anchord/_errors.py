"""The two ways in which a connection is refused."""

import ssl


class AnchordError(ssl.SSLError):
    """The connection is refused. Libraries treat it like a failed verification by `ssl`."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return self.message


class Denied(AnchordError):  # noqa: N818, an outcome that the daemon decided
    """The verdict denies the chain."""

    def __init__(self, message: str, codes: tuple[str, ...], decision: str) -> None:
        super().__init__(message)
        #: The codes of the errors, such as `time.expired`, most useful first.
        self.codes = codes
        #: The identifier of the decision.
        self.decision = decision


class NoVerdict(AnchordError):  # noqa: N818, not an error of the peer
    """The daemon is down, does not answer in time, answers with a problem, or sends anything else."""

    def __init__(self, message: str, code: str | None = None, detail: str | None = None) -> None:
        super().__init__(message)
        #: The code of the problem, such as `unknownPolicySet`, if the daemon answered with one.
        self.code = code
        #: The explanation of the problem.
        self.detail = detail


def cause(error: BaseException) -> AnchordError | None:
    """Returns the error of this package in an error of a library, such as one of requests or httpx."""
    pending: list[object] = [error]
    seen: set[int] = set()
    while pending:
        candidate = pending.pop()
        if isinstance(candidate, AnchordError):
            return candidate
        if isinstance(candidate, BaseException) and id(candidate) not in seen:
            seen.add(id(candidate))
            pending += [*candidate.args, getattr(candidate, "reason", None), candidate.__cause__, candidate.__context__]
    return None
