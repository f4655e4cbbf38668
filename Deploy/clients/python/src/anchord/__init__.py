"""Asks anchord about the certificates of TLS peers, and refuses the connection unless it allows them."""

from anchord._client import Client
from anchord._errors import AnchordError, Denied, NoVerdict, cause
from anchord._tls import ClientContext, ServerContext, TLSObject, TLSSocket
from anchord._verdict import Principal, Verdict
from anchord._watch import Watch

__all__ = [
    "AnchordError",
    "Client",
    "ClientContext",
    "Denied",
    "NoVerdict",
    "Principal",
    "ServerContext",
    "TLSObject",
    "TLSSocket",
    "Verdict",
    "Watch",
    "cause",
]
