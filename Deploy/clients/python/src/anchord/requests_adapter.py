"""An adapter for sessions of requests."""

from typing import Any, cast

import requests
from requests.adapters import HTTPAdapter

from anchord._errors import NoVerdict
from anchord._tls import ClientContext


class Adapter(HTTPAdapter):
    """Asks about each server. Mount it at `https://`; the argument `verify` of requests has no effect then."""

    def __init__(self, context: ClientContext, **options: Any) -> None:
        self._context = context
        super().__init__(**options)

    def init_poolmanager(self, connections: int, maxsize: int, block: bool = False, **options: Any) -> None:
        super().init_poolmanager(connections, maxsize, block, **options | {"ssl_context": self._context})

    def proxy_manager_for(self, proxy: str, **options: Any) -> Any:
        return super().proxy_manager_for(proxy, **options | {"ssl_context": self._context})

    def cert_verify(self, conn: Any, *arguments: Any) -> None:
        """Refuses connections without the context, which requests 2.32.0 to 2.32.2 replaces. HTTP has none."""
        if getattr(conn, "conn_kw", {}).get("ssl_context") is not self._context:
            raise NoVerdict("anchord: requests does not use the context; requests 2.32.3 or newer does for HTTPS")
        cast(Any, super()).cert_verify(conn, *arguments)

    def send(self, request: requests.PreparedRequest, *arguments: Any, **options: Any) -> requests.Response:
        return super().send(request, *arguments, **options | {"verify": True})
