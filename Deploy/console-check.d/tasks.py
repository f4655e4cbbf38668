"""The tasks that people do in the console. Each begins on an open page, and ends with checks of what it shows."""

import re

from service import OPERATOR, ask


def enter_token(view, hands, token=OPERATOR):
    page = view.page
    hands.press(page.locator("#account").get_by_role("button", name="Enter a token"))
    hands.write(page.get_by_label("Token", exact=True), token)
    hands.press(page.get_by_role("button", name="Use this token"))
    page.get_by_text("Token in use").wait_for()


def look_around(view, hands, _):
    """The first page shows health, what ends soon and the sets."""
    page = view.page
    enter_token(view, hands)
    page.get_by_role("heading", name="What ends soon").wait_for()
    assert page.get_by_role("row").filter(has_text="payments/pinned").filter(has_text="Pins").count() == 1
    assert page.get_by_text("Healthy").is_visible()
    view.check("home")
    hands.press(page.get_by_role("navigation").get_by_role("link", name="Evaluate"))
    page.get_by_role("heading", name="Evaluate a chain").wait_for()


def evaluate(view, hands, files):
    """A chain is evaluated, and its faults are at their places."""
    page = view.page
    hands.give([files["expired.pem"]])
    page.get_by_text("3 certificates from expired.pem").wait_for()
    hands.write(page.get_by_label("Host", exact=True), "api.pay.example")
    hands.write(page.get_by_label("Policy", exact=True), "payments")
    hands.press(page.get_by_role("button", name="Evaluate", exact=True))
    heading = page.get_by_role("heading", name="Denied (untrusted)")
    heading.wait_for()
    assert has_focus(heading), "the focus is not on the verdict"
    chain = open(files["expired.pem"]).read()
    answer = ask(view.service, "/v1/evaluations", {"chain": chain, "host": "api.pay.example", "policy": "payments", "explain": True})
    codes = [reason["code"] for reason in answer["reasons"]]
    assert page.get_by_role("region", name="Reasons").locator(".reason > p:first-child code").all_inner_texts() == codes, "the order of the reasons"
    steps = page.locator(".columns > section > .path > .step")
    assert steps.count() == 3
    assert "time.expired" in steps.nth(0).inner_text() and "host.mismatch" in steps.nth(0).inner_text()
    assert "P-256" in steps.nth(2).inner_text() and "Trust anchor" in steps.nth(2).inner_text()
    assert len(answer["rejectedPaths"]) == 1
    for summary in ("1 rejected path", re.compile("^Rejected path 1: [0-9]+ certificates$"), re.compile("^[0-9]+ checks: ")):
        hands.press(page.locator("summary").filter(has_text=summary))
    assert page.get_by_role("row", name=re.compile("validity Failed")).is_visible()
    view.check("a verdict")


def compare(view, hands, _):
    """The same chain is evaluated under another policy."""
    page = view.page
    hands.write(page.get_by_label("Another policy", exact=True), "payments/private")
    hands.press(page.get_by_role("button", name="Compare"))
    page.get_by_role("region", name="payments/private").wait_for()
    assert page.get_by_role("main").get_by_text("The action is the same.").is_visible()
    assert page.get_by_role("region", name="payments", exact=True).get_by_text("Only here").count() > 0
    view.check("two verdicts")


def copy(view, hands, _):
    """The question is copied as a command and as a test case."""
    page = view.page
    for summary, button, beginning in (("As a curl command", "curl command", "printf '%s' '-----BEGIN"), ("As a test case", "test case", "cases:\n")):
        hands.press(page.locator("summary").filter(has_text=summary))
        hands.press(page.get_by_role("button", name=f"Copy the {button}"))
        page.get_by_text("Copied").last.wait_for()
        assert page.evaluate("() => navigator.clipboard.readText()").startswith(beginning)
    view.check("the copied question", rules=False)


def explain_decision(view, hands, _):
    """A decision is looked up by its identifier, and its question evaluated again."""
    page = view.page
    link = page.locator(".verdict a.mono").first
    identifier = link.inner_text()
    hands.press(link)
    page.get_by_role("heading", name="Again under the policies of today").wait_for()
    hands.write(page.get_by_label("Identifier"), identifier[-12:])
    hands.press(page.get_by_role("button", name="Show"))
    page.get_by_role("heading", name="Question").wait_for()
    hands.press(page.get_by_role("button", name="Evaluate for the time of the decision"))
    page.get_by_role("region", name="Today", exact=True).wait_for()
    page.get_by_role("main").get_by_text("The action is the same.").wait_for()
    assert page.get_by_text("Only here").count() == 0
    assert page.title().startswith(identifier[-12:]) and identifier in page.locator(".verdict").first.inner_text()
    view.check("a decision")


def ask_again(view, hands, files):
    """The verdict remains on the page until the question changes, and another chain replaces the evaluated one."""
    page = view.page
    hands.press(page.get_by_role("navigation").get_by_role("link", name="Evaluate"))
    page.get_by_role("heading", name="Evaluate a chain").wait_for()
    page.get_by_role("heading", name="Denied (untrusted)").wait_for()
    card = page.locator(".verdict").first.inner_text()
    assert "api.pay.example" in card and "Leaf" in card, card
    mark = page.get_by_role("main").get_by_text("this verdict is for the previous one")
    assert not mark.is_visible()
    hands.write(page.get_by_label("Host", exact=True), "a b")
    mark.wait_for()
    hands.write(page.get_by_label("Host", exact=True), "api.pay.example")
    mark.wait_for(state="hidden")
    hands.give([files["chain.pem"]])
    page.get_by_text("This chain replaced the one before (3 certificates).").wait_for()
    mark.wait_for()
    assert page.locator(".sent li").count() == 3
    hands.press(page.get_by_role("button", name="Add instead"))
    assert page.locator(".sent li").count() == 6
    hands.press(page.get_by_role("button", name="Remove all"))
    hands.press(page.get_by_role("button", name="Evaluate", exact=True))
    page.get_by_text("There is no chain: drop a file, choose one, or paste text.").wait_for()
    assert has_focus(page.get_by_label("Or paste text"))
    view.check("a missing chain")
    hands.give([files["chain.pem"]])
    page.get_by_text("3 certificates from chain.pem").wait_for()
    hands.write(page.get_by_label("Policy", exact=True), "missing")
    hands.press(page.get_by_role("button", name="Evaluate", exact=True))
    page.get_by_text("There is no policy set `missing`").wait_for()
    assert has_focus(page.get_by_label("Policy", exact=True))
    view.check("a policy that does not exist")


def has_focus(target):
    return target.evaluate("one => one === document.activeElement")


TASKS = [look_around, evaluate, compare, copy, explain_decision, ask_again]
