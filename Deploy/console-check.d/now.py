"""The tasks on the page of the present: decisions as they are made, filters, and the state of the service."""

from chains import HOSTILE
from service import ask


def host(view, hands, name):
    """Returns a host that no other use of the page asks about."""
    return f"{name}.{hands.name}-{view.width}-{view.scheme}.example"


def decide(view, files, about):
    chain = open(files["chain.pem"]).read()
    ask(view.service, "/v1/evaluations", {"chain": chain, "host": about, "policy": "payments"})


def follow_decisions(view, hands, files):
    """Decisions arrive, also those about hostile hosts, and can be paused."""
    page = view.page
    first, second = host(view, hands, "first"), host(view, hands, "second")
    hands.press(page.get_by_role("navigation").get_by_role("link", name="Now"))
    page.locator(".spread").get_by_text("Live.", exact=True).wait_for()
    page.mouse.move(1, 1)
    decide(view, files, first)
    row(page, first).wait_for()
    decide(view, files, HOSTILE[0])
    row(page, HOSTILE[0][:4]).first.wait_for()
    keep_link(view, files)
    view.check("decisions")
    hands.press(page.get_by_role("button", name="Pause"))
    page.locator(".spread").get_by_text("Paused.").wait_for()
    decide(view, files, second)
    page.wait_for_function("() => true")
    assert row(page, second).count() == 0
    hands.press(page.get_by_role("button", name="Continue"))
    row(page, second).wait_for()


def keep_link(view, files):
    """The link of a policy keeps the focus while the numbers beside it change."""
    page = view.page
    shown = page.get_by_role("table", name="Decisions by policy").get_by_role("row").filter(has=page.get_by_role("link")).first
    shown.get_by_role("link").focus()
    before = shown.inner_text()
    decide(view, files, "first.example")
    page.wait_for_function("([row, text]) => row.innerText !== text", arg=[shown.element_handle(), before])
    assert shown.get_by_role("link").evaluate("one => one === document.activeElement"), "the focus was lost"


def filter_decisions(view, hands, files):
    """A filter is part of the address, and is removed again."""
    page = view.page
    first, second = host(view, hands, "first"), host(view, hands, "second")
    hands.press(page.locator("summary").filter(has_text="Filter"))
    hands.write(page.get_by_role("textbox", name="Host"), first)
    hands.press(page.get_by_role("button", name="Show these"))
    page.wait_for_function("host => location.hash === `#/now?host=${host}`", arg=first)
    page.locator(".spread").get_by_text("Live.", exact=True).wait_for()
    row(page, first).first.wait_for()
    assert row(page, second).count() == 0
    view.check("filtered decisions")
    hands.press(page.get_by_role("link", name="Remove Host"))
    row(page, second).first.wait_for()


def see_service(view, *_):
    """The state of the service is below the decisions."""
    page = view.page
    for name in ("Service", "Caches", "Responders and CRLs that fail", "Blocks"):
        page.get_by_role("region", name=name, exact=True).wait_for()
    page.get_by_role("table", name="Caches").get_by_role("row").filter(has_text="verdicts").wait_for()


def row(page, text):
    return page.get_by_role("region", name="Last decisions").get_by_role("row").filter(has_text=text)


TASKS = [follow_decisions, filter_decisions, see_service]
