"""Shows hostile certificates, hosts and documents, and runs the commands that the console makes of them."""

import json
import os
import pathlib
import re
import subprocess
import tempfile

from browser import parameters
from chains import HOSTILE, pem
from hands import Pointer
from tasks import enter_token

# Records its arguments and its input in place of sending them.
CURL = """#!/bin/sh
for argument; do printf '%s\\0' "$argument"; done >arguments
exec cat >input
"""

# Writes commands and test cases with the modules of the page.
WRITE = """async ({ chain, questions }) => {
    const { readChain } = await import("/console/parts/chainInput.js");
    const { command, testCase } = await import("/console/parts/question.js");
    const { certificates } = readChain(new TextEncoder().encode(chain), "chain");
    return questions.map(({ host, policy, verdict }) => {
        const question = { certificates, host, policy, at: "" };
        return { command: command(question, location.origin, false), case: verdict && testCase(question, verdict) };
    });
}"""


def show(view, chain_file, host, policy="hostile"):
    page = view.page
    page.locator("input[type=file]").set_input_files(chain_file)
    page.locator(".sent li .quiet").first.wait_for()
    page.get_by_label("Host", exact=True).fill(host)
    page.get_by_label("Policy", exact=True).fill(policy)
    page.get_by_role("button", name="Evaluate", exact=True).click()
    page.locator(".outcome").wait_for()


def clear(view):
    for name in ("Remove all", "Remove certificate 1"):
        if view.page.get_by_role("button", name=name).is_visible():
            view.page.get_by_role("button", name=name).click()


def open_all(view):
    view.page.evaluate("() => document.querySelectorAll('details').forEach((one) => (one.open = true))")


def check_texts(view, files):
    """Hostile and long names are texts, and do not break the layout."""
    page = view.page
    view.open("#/judge")
    enter_token(view, Pointer(view))
    for form in ("hostile.pem", "<img src=x onerror=window.ran=1>$(touch ran).pem"):
        clear(view)
        show(view, files[form], HOSTILE[0])
        open_all(view)
        assert page.locator("main script, main img, main iframe").count() == 0
        view.check(form, rules=form == "hostile.pem")
    clear(view)
    page.locator("input[type=file]").set_input_files(files["long.pem"])
    page.get_by_role("button", name="Evaluate", exact=True).click()
    page.get_by_text("more than 4096 bytes").wait_for()
    view.check("a chain beyond the bounds")


LONG = "<b>\u202e" + "W" * 65536 + " word\n" * 1000
NAMES = {"subject", "issuer", "message", "remedy", "reference", "why", "description", "rule", "host", "detail", "path", "file", "error", "version",
         "serialNumber", "otherwise", "policy", "set", "pattern", "code", "value", "curve", "algorithm", "title"}


def exaggerate(value, key=None):
    """Adds 64 KB to each text of an answer that can have any length."""
    if isinstance(value, dict):
        return {name: exaggerate(one, "value" if key == "facts" else name) for name, one in value.items()}
    if isinstance(value, list):
        return [exaggerate(one, key) for one in value]
    return value + LONG if isinstance(value, str) and key in NAMES else value


def answer_at_length(route):
    response = route.fetch()
    body = response.text()
    if "json" in response.headers.get("content-type", ""):
        body = json.dumps(exaggerate(json.loads(body)))
    route.fulfill(status=response.status, content_type=response.headers.get("content-type"), body=body)


def check_long_answers(view, files, pages):
    """The layout holds if each text has more than 64 KB, which the service itself does not permit."""
    page = view.page
    clear(view)
    page.route(re.compile("/v1/"), answer_at_length)
    show(view, files["hostile.pem"], "long.example")
    open_all(view)
    view.check("a verdict with long texts", rules=False)
    page.locator(".step").first.get_by_role("button", name="characters").first.click()
    view.check("a whole text", rules=False)
    for fragment in pages:
        page.evaluate("hash => { location.hash = hash; }", fragment)
        view.ready(fragment)
        open_all(view)
        view.check(f"{fragment} with long texts", rules=False)
    page.unroute_all(behavior="ignoreErrors")


def check_documents(view, identifier):
    """Hostile descriptions of sets, and hostile hosts of decisions, are texts."""
    page = view.page
    page.evaluate("() => { location.hash = '#/'; }")
    page.get_by_text(HOSTILE[0]).first.wait_for()
    view.check("a hostile description")
    page.evaluate("id => { location.hash = '#/decisions/' + id; }", identifier)
    page.get_by_role("heading", name="Question").wait_for()
    assert HOSTILE[0] in page.locator("main").inner_text()
    view.check("a hostile decision")
    page.evaluate("() => { location.hash = '#/decisions/' + encodeURIComponent('../status?\"><script>'); }")
    page.locator("main .note").first.wait_for()
    view.check("a hostile address", rules=False)


def written(page, chain, questions):
    """Returns the commands and test cases that the page writes for questions."""
    return page.evaluate(WRITE, {"chain": chain, "questions": questions})


def check_commands(view, files, chains):
    """The commands for hostile hosts run nothing, and pass exactly the values."""
    page = view.page
    view.open("#/judge")
    enter_token(view, Pointer(view))
    show(view, files["hostile.pem"], HOSTILE[0])
    hosts = [text.strip() for text in HOSTILE]
    commands = [one["command"] for one in written(page, pem(chains.hostile), [{"host": host, "policy": "hostile"} for host in hosts])]
    shown = page.locator("pre[aria-label='curl command']").text_content()
    assert shown.replace(" --header @authorization \\\n   ", "") == commands[0], f"the page shows {shown}"
    for shell in (["sh"], ["bash", "--norc", "-i"]):
        with tempfile.TemporaryDirectory() as directory:
            run(commands, shell, pathlib.Path(directory))
            for number, host in enumerate(hosts):
                check_arguments(pathlib.Path(directory, str(number)), host, pem(chains.hostile))


def run(commands, shell, place):
    """Gives commands to a shell as pasting does, line by line, each in a folder of its own."""
    assert all(character == "\n" or " " <= character <= "~" for one in commands for character in one), "a command has characters that terminals interpret"
    (place / "programs").mkdir()
    (place / "programs/curl").write_text(CURL)
    (place / "programs/curl").chmod(0o755)
    for number in range(len(commands)):
        (place / str(number)).mkdir()
    pasted = "".join(f"cd {place}/{number}\n{command}" for number, command in enumerate(commands))
    environment = {"PATH": f"{place}/programs:{os.environ['PATH']}", "HOME": str(place)}
    subprocess.run(shell, input=pasted, text=True, cwd=place, env=environment, capture_output=True, timeout=120)
    left = {one.name for one in place.iterdir()} - {"programs", ".bash_history"} - {str(number) for number in range(len(commands))}
    assert not left, f"the commands made {left}"


def check_arguments(place, host, chain):
    assert {one.name for one in place.iterdir()} == {"arguments", "input"}, f"the command for {host!a} made {list(place.iterdir())}"
    arguments = (place / "arguments").read_bytes().decode().split("\0")[:-1]
    url = arguments[arguments.index("--url") + 1]
    expected = {"policy": "hostile"} | ({"host": host} if host else {})
    assert parameters(url) == expected, f"{host!a} arrives as {parameters(url)}"
    assert (place / "input").read_text() == chain
