"""A service with invented answers, for what a real daemon cannot show in a check: many policy sets, and many decisions a second.

It serves the console's files from the source, with the Content-Security-Policy of the daemon.
"""

import http.server
import json
import threading
import time
from pathlib import Path

WEB = Path(__file__).resolve().parents[2] / "Sources/WebConsole/Web"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
HOSTILE = "<img src=x onerror=alert(1)>\u202e\u0007&amp;\"'`${x}</script>"


def decision(number):
    """Returns a decision; every fifth one is denied, and every hundredth has hostile texts."""
    is_hostile = number % 100 == 7
    return {
        "id": f"019b76da-a800-788f-8343-{number:012x}",
        "time": "2026-11-29T09:15:02.114Z",
        "route": "evaluations",
        "clients": [HOSTILE if is_hostile else "payments"],
        "policy": {"set": f"set-{number % 700}", "name": HOSTILE if is_hostile else "pinned", "rule": "*.example.com"},
        "host": HOSTILE + "x" * 60000 if number % 10000 == 7 else HOSTILE if is_hostile else f"host-{number}.example.com",
        "chain": ["5fb8" * 16, "847f" * 16],
        "verdict": "untrusted" if number % 5 == 0 else "trusted",
        "action": "deny" if number % 5 == 0 else "allow",
        "mode": "enforce",
        "reasons": [{"code": HOSTILE if is_hostile else "pin.mismatch", "severity": "error"}] if number % 5 == 0 or is_hostile else [],
        "source": "evaluated",
        "microseconds": 184,
    }


def policy_set(number, rules):
    """Returns a policy set with host rules."""
    hosts = [{"pattern": f"{'*.' if rule % 3 == 0 else ''}h{rule}.s{number}.example", "policy": "p"} for rule in range(rules)]
    document = {"hosts": {rule["pattern"]: rule["policy"] for rule in hosts}, "policies": {"p": {"evaluator": "default"}}}
    return {
        "name": f"set-{number}", "description": HOSTILE if number % 100 == 0 else f"The set {number}", "revision": f"sha256:{number:064x}",
        "hosts": hosts, "hostCount": rules, "otherwise": "deny", "policies": ["p"], "policyCount": 1,
        "warnings": [{"file": f"set-{number}.yaml", "line": 2, "pointer": "/policies/p", "detail": HOSTILE}] if number % 50 == 0 else [],
        "document": document,
    }


def status():
    """Returns a status in which everything has a value."""
    cache = {"entries": 12, "hits": 90, "misses": 10, "evictions": 0}
    return {
        "version": "0.0.0", "startedAt": "2026-11-29T09:00:00Z", "now": "2026-11-29T09:15:00Z",
        "policies": {"revision": "sha256:0", "loadedAt": "2026-11-29T09:00:00Z", "sets": 1000, "successfulReloads": 3, "failedReloads": 1,
                     "lastReload": {"at": "2026-11-29T09:10:00Z", "succeeded": False, "error": HOSTILE}},
        "systemAnchors": {"expiring": []}, "expirations": {"soon": 1, "ended": 0, "items": [
            {"kind": "crl", "state": "soon", "end": "2026-12-05T00:00:00Z", "policy": "set-1/p", "file": "set-1.yaml", "pointer": "/x", "detail": HOSTILE}]},
        "blocks": {"count": 1, "inForce": 1}, "caches": {"verdicts": cache, "certificates": cache, "signatures": cache},
        "connections": {"open": 3, "accepted": 5, "refused": 0}, "batches": {"open": 1}, "watches": {"open": 2, "ended": 0, "refused": 0},
        "requests": {"received": 100, "answered": 98, "abandoned": 1, "timedOut": 0},
        "network": {"enabled": True, "fetcher": "running", "outstanding": 1, "restarts": 0, "failing": [
            {"location": "http://ocsp.example/" + "a" * 300, "method": "ocsp", "scope": "location", "code": "timeout", "count": 4, "nextAttemptAt": "2026-11-29T09:16:00Z"}]},
        "log": {"droppedLines": 0},
    }


class FakeService(http.server.ThreadingHTTPServer):
    """The service; `rate` is the number of decisions that it sends each second."""

    daemon_threads = True

    def __init__(self, sets=1000, rules=100, rate=10000):
        super().__init__(("127.0.0.1", 0), Handler)
        self.sets = {item["name"]: json.dumps(item).encode() for item in (policy_set(number, rules) for number in range(sets))}
        self.summaries = [{**json.loads(text), "hosts": json.loads(text)["hosts"][:16]} for text in self.sets.values()]
        self.rate, self.sent = rate, 0
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def base(self):
        return f"http://127.0.0.1:{self.server_port}"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, body, media_type="application/json", status=200):
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        path, _, query = self.path.partition("?")
        name = "index.html" if path == "/" else path.removeprefix("/console/")
        if path == "/" or path.startswith("/console/"):
            file = WEB / name
            if not file.is_file():
                return self.answer(b"", status=404)
            return self.answer(file.read_bytes(), TYPES[file.suffix])
        if path == "/v1/policy-sets":
            return self.answer(json.dumps({"revision": "sha256:0", "policySets": self.server.summaries}).encode())
        if path.startswith("/v1/policy-sets/"):
            return self.answer(self.server.sets[path.rsplit("/", 1)[1]])
        if path == "/v1/status":
            return self.answer(json.dumps(status()).encode())
        if path == "/v1/blocks":
            block = {"id": "b", "match": {}, "reason": HOSTILE, "origin": "written", "inForce": True, "until": "2026-12-20T00:00:00Z"}
            return self.answer(json.dumps({"blocks": [block]}).encode())
        if "follow=1" in query:
            return self.stream()
        return self.answer(json.dumps({"decisions": []}).encode())

    def stream(self):
        """Sends decisions ten times a second, at the rate of the service."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        begin = time.monotonic()
        try:
            while True:
                due = int((time.monotonic() - begin) * self.server.rate)
                events = [f"event: decision\ndata: {json.dumps(decision(number))}\n\n" for number in range(self.server.sent, due)]
                self.wfile.write("".join(events).encode())
                self.server.sent = max(due, self.server.sent)
                time.sleep(0.1)
        except OSError:
            pass
