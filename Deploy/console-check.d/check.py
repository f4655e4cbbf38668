"""Uses the console of a running service.

Arguments: the path of anchord, `--screenshots DIRECTORY`, and `--all` for each combination of widths, schemes and hands. For work
on the files of the console, `--base URL` has the address of a server that shows other files and passes all other requests to the
port of `--port`. `--only` has a pattern of the steps.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
import warnings

from playwright.sync_api import sync_playwright

import hostile
import large
import now
import policies
import tasks
from browser import View
from chains import HOSTILE, Chains, files, pem
from hands import Keyboard, Pointer
from service import READER, Service, ask

TASKS = tasks.TASKS + policies.TASKS + now.TASKS
ALL = [(width, scheme, hands) for width in (360, 1024, 1440) for scheme in ("light", "dark") for hands in (Pointer, Keyboard)]
# Each width is in these combinations, and each scheme and each hands twice or once. The rules see both schemes.
SOME = [(360, "light", Pointer), (1024, "light", Keyboard), (1440, "dark", Pointer)]
MAXIMUM_BYTES = 120_000


class Check:
    def __init__(self, browser, service, chains, options):
        self.browser, self.service, self.chains, self.options = browser, service, chains, options
        self.address = options.base or service.address
        self.pictures, self.last = options.screenshots, None

    def view(self, width=1024, **options):
        self.last = View(self.browser, self.address, width, **options)
        self.last.service = self.service.address
        return self.last

    def explain(self, name):
        """Keeps a picture of the page on which a step failed."""
        picture = ".build/console-check/failure.png"
        if self.last is None or self.last.page.is_closed():
            return
        self.last.page.screenshot(path=picture)
        print(f"failed: {name}, see {picture}; {self.last.faults}", file=sys.stderr)

    def first_load(self):
        """The first page is small and soon complete."""
        view = self.view()
        view.open()
        ready = view.page.evaluate("() => window.readyAfter")
        view.page.wait_for_timeout(100)
        print(f"first load: {view.bytes} bytes, ready after {ready:.0f} ms")
        assert view.bytes < MAXIMUM_BYTES or self.options.base, f"the first load has {view.bytes} bytes"
        view.check("home without a token")
        self.picture(view, "home-without-token")
        view.close()

    def tasks(self, width, scheme, make_hands, paths):
        view = self.view(width, color_scheme=scheme)
        hands = make_hands(view)
        # The rules see the same page after the same task with other hands.
        view.has_rules = hands.name == "pointer"
        view.open()
        for task in TASKS:
            task(view, hands, paths)
            if hands.name == "pointer":
                self.picture(view, f"{task.__name__}-{width}-{scheme}")
        view.close()

    def picture(self, view, name, is_whole=True):
        if self.pictures:
            view.page.screenshot(path=f"{self.pictures}/{name}.png", full_page=is_whole)

    def large_text(self):
        """The layout holds with text of twice the size, with forced colors, and on the widest screens."""
        for width, options in ((360, {}), (1024, {"forced_colors": "active", "reduced_motion": "reduce"}), (2560, {})):
            view = self.view(width, **options)
            view.open("#/")
            tasks.enter_token(view, Pointer(view))
            for fragment in ("#/", "#/judge", "#/decisions", "#/policies", "#/now"):
                view.page.evaluate("hash => { location.hash = hash; }", fragment)
                view.ready(fragment)
                if fragment == "#/":
                    view.page.get_by_role("heading", name="What ends soon").wait_for()
                view.page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
                # Forced colors are those of the system, and the pages at 2560 pixels have the elements of those at 360. The
                # tasks apply the rules to the page of decisions when it has some.
                view.check(f"{fragment} with large text", rules=width == 360)
                self.picture(view, f"large{fragment.replace('#/', '-')}-{width}")
            view.close()

    def hostile(self, paths):
        for width in (360, 1024) if self.options.all else (360,):
            view = self.view(width)
            hostile.check_texts(view, paths)
            self.picture(view, f"hostile-{width}")
            hostile.check_long_answers(view, paths, ["#/", f"#/decisions/{self.decision()}", "#/policies", "#/policies/hostile", "#/now"])
            self.picture(view, f"long-{width}", is_whole=False)
            hostile.check_documents(view, self.decision(HOSTILE[0] + HOSTILE[16]))
            view.close()
        view = self.view()
        hostile.check_commands(view, paths, self.chains)
        view.close()

    def decision(self, host="api.pay.example"):
        """Returns the identifier of a new decision."""
        return ask(self.service.address, "/v1/evaluations", {"chain": pem(self.chains.hostile), "host": host, "policy": "payments"})["id"]

    def forms(self, paths):
        """Each form of a chain gives the same certificates, and a private key is not sent."""
        view = self.view()
        page = view.page
        view.open("#/judge")
        for given, count in (([paths["chain.pem"]], 3), ([paths["leaf.der"], paths["others.p7b"]], 3), ([paths["bundle.pem"]], 3)):
            hostile.clear(view)
            page.locator("input[type=file]").set_input_files(given)
            page.locator(".sent li").nth(count - 1).wait_for()
            assert page.locator(".sent li").count() == count
        page.get_by_label("Or paste text").fill("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n")
        page.get_by_text("The page has not sent it.").wait_for()
        view.check("a private key")
        view.close()

    def rights(self, paths):
        """The page says what a client may do, and keeps the focus and the verdict while the token changes."""
        view = self.view()
        page = view.page
        view.open()
        page.get_by_text("Without a token, you may not evaluate chains.").wait_for()
        page.get_by_role("main").get_by_role("button", name="Enter a token").first.click()
        for token, answer in (("unknown", "The daemon does not know this token."), (READER, "Token in use")):
            page.get_by_label("Token", exact=True).fill(token)
            page.keyboard.press("Enter")
            page.get_by_text(answer).wait_for()
        page.wait_for_function("() => document.activeElement.tagName === 'H1'")
        page.get_by_role("heading", name="Health").wait_for()
        view.check("the page of a reader")
        view.open("#/judge")
        hostile.show(view, paths["chain.pem"], "api.pay.example", "payments")
        assert page.locator(".verdict a.mono").count() == 0, "a reader gets a link to a decision that it may not read"
        view.close()

    def unrecorded(self, paths):
        """A decision whose question is not recorded is evaluated again with its chain, and not with another."""
        view = self.view()
        page = view.page
        problem = '{"code": "questionNotRecorded", "title": "T", "detail": "The question is not recorded."}'
        page.route("**/evaluation?*", lambda route: route.fulfill(status=409, content_type="application/problem+json", body=problem))
        view.open("#/judge")
        tasks.enter_token(view, Pointer(view))
        chain = pem(self.chains.expired)
        question = {"chain": chain, "host": "api.pay.example", "policy": "payments"}
        view.open(f"#/decisions/{ask(self.service.address, '/v1/evaluations', question)['id']}")
        page.get_by_role("button", name="Evaluate now").click()
        page.get_by_text("The question is not recorded.").wait_for()
        for text, answer in ((pem(self.chains.hostile), "This is not the chain of the decision"), (chain, "The action is the same.")):
            hostile.clear(view)
            page.get_by_label("Or paste text").fill(text)
            page.get_by_role("button", name="Evaluate now").click()
            page.get_by_role("main").get_by_text(answer).wait_for()
        view.check("a decision without its question")
        view.close()

    def test_case(self, paths):
        """The copied case passes as a test of the policies, also with a hostile host."""
        view = self.view()
        view.open("#/judge")
        tasks.enter_token(view, Pointer(view))
        hostile.show(view, paths["expired.pem"], "api.pay.example", "payments/private")
        shown = view.page.locator("pre[aria-label='test case']").text_content()
        chain = pem(self.chains.expired)
        questions = [{"host": host.strip(), "policy": "payments/private"} for host in HOSTILE]
        for question in questions:
            question["verdict"] = ask(self.service.address, "/v1/evaluations", {"chain": chain} | {name: text for name, text in question.items() if text})
        cases = self.service.policies / "tests"
        cases.mkdir()
        for number, text in enumerate([shown] + [one["case"] for one in hostile.written(view.page, chain, questions)]):
            (cases / f"case{number}.yaml").write_text(text, newline="")
        result = subprocess.run([self.options.program, "policies", "test", self.service.policies], capture_output=True, text=True)
        assert result.returncode == 0, result.stdout + result.stderr
        view.close()

    def without_clients(self, program):
        """Without `clients`, the page explains how to make one."""
        if self.options.base:
            return
        with Service(program, self.chains, has_clients=False) as service:
            view = self.last = View(self.browser, service.address)
            view.open()
            view.page.get_by_role("main").get_by_text("The chains of the last decisions").wait_for()
            view.page.locator("summary").filter(has_text="How to make a token").first.click()
            assert view.page.get_by_text("may: [evaluate, read, decisions]").first.is_visible()
            view.check("without clients")
            self.picture(view, "without-clients")
            view.close()


def check_headers(address):
    request = urllib.request.Request(address + "/", headers={"Accept": "text/html,*/*;q=0.8"})
    with urllib.request.urlopen(request) as response:
        policy = response.headers["Content-Security-Policy"]
        assert response.headers.get_content_type() == "text/html", "the service has no console"
        assert re.match(r"default-src 'none';", policy) and "unsafe" not in policy, policy


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--screenshots", type=pathlib.Path)
    parser.add_argument("--base")
    parser.add_argument("--port", default=0, type=int)
    parser.add_argument("--only", default="")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    if options.screenshots:
        options.screenshots.mkdir(parents=True, exist_ok=True)
    warnings.filterwarnings("ignore", message="Attribute's length")
    chains, started = Chains(), time.monotonic()
    with tempfile.TemporaryDirectory() as directory, Service(options.program, chains, port=options.port) as service, sync_playwright() as playwright:
        paths = files(pathlib.Path(directory), chains)
        # Chromium's sandbox needs user namespaces, which containers often lack; the pages are those of this check.
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        check = Check(browser, service, chains, options)
        check_headers(check.address)
        steps = [("first load", check.first_load)]
        steps += [(f"tasks at {width}, {scheme}, {hands.name}", lambda width=width, scheme=scheme, hands=hands: check.tasks(width, scheme, hands, paths))
                  for width, scheme, hands in (ALL if options.all else SOME)]
        steps += [("forms", lambda: check.forms(paths)), ("rights", lambda: check.rights(paths)), ("unrecorded", lambda: check.unrecorded(paths)), ("test cases", lambda: check.test_case(paths)), ("large text", check.large_text), ("hostile texts", lambda: check.hostile(paths)),
                  ("without clients", lambda: check.without_clients(options.program)),
                  ("many policy sets", lambda: large.check_search(browser)),
                  ("many decisions", lambda: large.check_rate(browser, pathlib.Path(directory, "trace.json")))]
        for name, step in steps:
            if not re.search(options.only, name):
                continue
            try:
                step()
            except BaseException:
                check.explain(name)
                raise
            print(f"{time.monotonic() - started:5.1f} s  {name}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
