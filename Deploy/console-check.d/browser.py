"""Opens pages in Chromium, and records everything that a page of the console must not do."""

import importlib.resources
import re
import urllib.parse

AXE = (importlib.resources.files("axe_playwright_python") / "axe.min.js").read_text()
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RECORDER = """
window.violations = [];
addEventListener("securitypolicyviolation", (event) => window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));
addEventListener("readystatechange", () => new MutationObserver((_, observer) => {
    if (!document.documentElement.dataset.ready) return;
    window.readyAfter = performance.now();
    observer.disconnect();
}).observe(document.documentElement, { attributes: true }), { once: true, capture: true });
"""


class View:
    """One tab with a width and a color scheme."""

    def __init__(self, browser, address, width=1024, **options):
        self.address, self.scheme = address, options.get("color_scheme", "light")
        self.context = browser.new_context(
            viewport={"width": width, "height": 900}, timezone_id="Europe/Berlin", permissions=["clipboard-read", "clipboard-write"], **options)
        self.has_rules = True
        self.context.add_init_script(RECORDER)
        self.context.set_default_timeout(120_000)
        self.page = self.context.new_page()
        self.width, self.faults, self.bytes = width, [], 0
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("console", self.said)
        self.page.on("request", self.requested)
        # With a listener, the browser shows no dialog for files. Without one from the beginning, it can still show the first.
        self.page.on("filechooser", lambda _: None)
        self.session = self.context.new_cdp_session(self.page)
        self.session.send("Network.enable")
        self.session.on("Network.loadingFinished", self.loaded)

    def said(self, message):
        # The browser reports each answer that is a problem, such as 401 before a token is entered, or 503 while another forecast is made.
        if message.type in ("error", "warning") and not re.match(r"Failed to load resource: .* status of (4[0-9][0-9]|503)", message.text):
            self.faults.append(f"console: {message.text}")

    def requested(self, request):
        if not request.url.startswith(self.address + "/"):
            self.faults.append(f"request to another origin: {request.url}")

    def loaded(self, event):
        self.bytes += event["encodedDataLength"]

    def open(self, fragment=""):
        """Shows a page of the console, and waits until it is complete."""
        self.page.goto(f"{self.address}/{fragment}")
        self.ready(fragment)

    def ready(self, fragment):
        self.page.wait_for_function("hash => document.documentElement.dataset.ready === hash", arg=fragment or "#/")

    def check(self, what, rules=True):
        """Checks the layout, the policy of the page and, with `rules`, the rules of accessibility."""
        wide = self.page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        violations = self.page.evaluate("() => window.violations.splice(0)")
        self.faults += [f"Content-Security-Policy: {one}" for one in violations]
        if self.page.evaluate("() => 'ran' in window"):
            self.faults.append("text of a certificate, a request or a document ran as a script")
        assert wide <= 0, f"{what} at {self.width}: the page is {wide} pixels wider than the screen"
        if rules and self.has_rules:
            self.check_rules(what)
        assert not self.faults, f"{what} at {self.width}: " + "; ".join(self.faults)

    def check_rules(self, what):
        if self.page.evaluate("() => typeof axe === 'undefined'"):
            self.page.evaluate(AXE)
        result = self.page.evaluate("tags => axe.run(document, {runOnly: tags, resultTypes: ['violations']})", WCAG)
        self.page.evaluate("() => window.violations.splice(0)")
        broken = [f"{rule['id']}: {rule['help']}: {node['html'][:200]} {node['failureSummary']}" for rule in result["violations"] for node in rule["nodes"]]
        assert not broken, f"{what} at {self.width}: " + "\n".join(broken)

    def drop(self, *paths):
        """Drops files on the middle of the page, as a person does from another window."""
        for kind in ("dragEnter", "dragOver", "drop"):
            data = {"items": [], "files": list(paths), "dragOperationsMask": 1}
            self.session.send("Input.dispatchDragEvent", {"type": kind, "x": self.width // 2, "y": 400, "data": data})

    def close(self):
        self.context.close()


def parameters(url):
    """Returns the parameters of a query, decoded."""
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query, keep_blank_values=True, strict_parsing=True, errors="surrogateescape"))

