"""The tasks on the pages of policies: which policy holds for a host, what ends when, and a change of a set."""

import re

from chains import HOSTILE
from service import OPERATOR, ask, scalar

FOCUSED = "one => one === document.activeElement"
DOCUMENT = """description: %s
hosts:
  a.written.example: open
otherwise: deny
policies:
  open:
    evaluator: %s
"""


def find_policy(view, hands, _):
    """The policy of a host is found, with the reason for each rule that does not apply."""
    page = view.page
    hands.press(page.get_by_role("navigation").get_by_role("link", name="Policies"))
    page.get_by_text(re.compile("policy sets with [0-9]+ host rules")).wait_for()
    hands.write(page.get_by_label("Host, or a part of a rule, set or policy"), "api.pay.example")
    row = page.get_by_role("table", name="Policies for the host").get_by_role("row").filter(has_text="payments")
    row.get_by_text("pinned", exact=True).wait_for()
    assert "api.pay.example applies: the exact host." in row.inner_text()
    assert "*.pay.example overridden: an exact rule precedes every wildcard." in row.inner_text()
    region = page.get_by_role("region", name="Policies for the host")
    region.focus()
    assert region.evaluate(FOCUSED), "the table cannot be scrolled by keys"
    hands.write(page.get_by_label("Host, or a part of a rule, set or policy"), "a.b.pay.example")
    row.get_by_text("it matches exactly one label before pay.example, and the host has 2").wait_for()
    hands.write(page.get_by_label("Host, or a part of a rule, set or policy"), "https://unknown.example/path")
    hands.press(page.locator("summary").filter(has_text=re.compile("^Sets without a rule for this host: [0-9]+")))
    others = page.get_by_role("table", name="Sets without a rule for the host").get_by_role("row")
    others.filter(has_text="payments").get_by_text("deny", exact=True).wait_for()
    view.check("the policy of a host")
    hands.write(page.get_by_label("Host, or a part of a rule, set or policy"), HOSTILE[0])
    page.get_by_text(re.compile("^As a host, this text has")).wait_for()
    view.check("a hostile host", rules=False)


def see_ends(view, hands, _):
    """What ends is on a time line, and the same is in a table."""
    page = view.page
    page.get_by_role("img", name=re.compile("^Time line. ")).wait_for()
    hands.press(page.locator("summary").filter(has_text="The same as a table"))
    page.get_by_role("table", name="What ends when").get_by_role("row").filter(has_text="payments/pinned").filter(has_text="Pins").first.wait_for()
    view.check("ends")


def change_set(view, hands, files):
    """A document is edited: its error is found, it is checked against decisions, and saved."""
    page = view.page
    put(view, DOCUMENT % ("The written set", "disabled"))
    chain = open(files["chain.pem"]).read()
    ask(view.service, "/v1/evaluations", {"chain": chain, "host": "a.written.example", "policy": "written"})
    open_set(view)
    source = page.get_by_role("textbox", name="Document of the policy set written")
    hands.write(source, DOCUMENT % (scalar(HOSTILE[0]), "disabled") + f"    {scalar(HOSTILE[0])}: 1\n    minimumRSABits: 1\n")
    hands.press(page.get_by_role("button", name="Check", exact=True))
    marks = page.get_by_role("list", name="Errors and warnings")
    marks.get_by_text(re.compile("minimumRSABits")).first.wait_for()
    assert not page.get_by_role("button", name="Save").is_visible(), "an invalid document can be saved"
    hands.press(marks.get_by_role("listitem").filter(has_text="minimumRSABits").get_by_role("button", name="Line 9"))
    selected = source.evaluate("one => one === document.activeElement && one.value.slice(one.selectionStart, one.selectionEnd)")
    assert selected == "minimumRSABits", f"the cursor is at {selected}"
    described = page.locator("#" + source.get_attribute("aria-describedby")).inner_text()
    assert re.match("[0-9]+ errors?, the first in line [0-9]+[.]", described), f"the editor is described as {described}"
    view.check("a document with errors")
    hands.write(source, DOCUMENT % (scalar(HOSTILE[0]), "default"))
    hands.press(page.get_by_role("button", name="Check", exact=True))
    page.get_by_role("status").filter(has_text=re.compile("Of [0-9]+ decisions, [1-9][0-9]* would no longer be allowed")).wait_for()
    assert page.get_by_role("button", name="Check", exact=True).evaluate(FOCUSED), "the focus was lost"
    page.get_by_role("table", name="Examples of changed decisions").get_by_role("link").first.wait_for()
    view.check("a checked document")
    hands.press(page.get_by_role("button", name="Save"))
    saved = page.get_by_role("status").filter(has_text=re.compile("^Saved as revision "))
    saved.wait_for()
    assert saved.evaluate(FOCUSED), "the focus was lost"
    view.check("a saved document")


def restore(view, hands, _):
    """A revision is used again, and the page says nothing about the save before it."""
    page = view.page
    button = page.get_by_role("button", name=re.compile("^Restore revision ")).first
    hands.press(button)
    question = page.get_by_role("region", name=re.compile("^Restore revision [0-9]+[?]"))
    assert question.evaluate(FOCUSED), "the question has no focus"
    view.check("a question before a restoration")
    hands.press(question.get_by_role("button", name="Cancel"))
    assert button.evaluate(FOCUSED), "the focus was lost"
    hands.press(button)
    hands.press(question.get_by_role("button", name=re.compile("^Use revision ")))
    restored = page.get_by_role("status").filter(has_text=re.compile("^Revision [0-9]+ is in use again[.]"))
    restored.wait_for()
    assert restored.evaluate(FOCUSED), "the focus was lost"
    page.get_by_role("status").filter(has_text="The document is that of the revision in use.").wait_for()
    assert page.get_by_text(re.compile("^Saved as revision ")).count() == 0
    page.get_by_text(re.compile("with the document of revision [0-9]+")).first.wait_for()


def see_file(view, hands, _):
    """A set of the policy directory is shown only, although the client may write its name."""
    page = view.page
    page.evaluate("() => { location.hash = '#/policies/payments'; }")
    page.get_by_text("The policy set `payments` is a file of the policy directory").wait_for()
    assert page.get_by_role("textbox", name="Document of the policy set payments").get_attribute("readonly") is not None
    assert not page.get_by_role("button", name="Check", exact=True).is_visible()
    page.evaluate("() => { location.hash = '#/policies/hostile'; }")
    page.get_by_text("The policy set `hostile` is a file of the policy directory, which no token can write.").wait_for()
    page.evaluate("() => { location.hash = '#/policies/payments'; }")
    page.get_by_text("The policy set `payments` is a file of the policy directory").wait_for()
    view.check("a set of the policy directory")
    open_set(view)


def meet_conflict(view, hands, _):
    """A document that someone else has changed is not overwritten unseen, and the text is kept."""
    page = view.page
    source = page.get_by_role("textbox", name="Document of the policy set written")
    text = DOCUMENT % ("My text", "default")
    hands.write(source, text)
    hands.press(page.get_by_role("button", name="Check", exact=True))
    page.get_by_role("button", name="Save").wait_for()
    put(view, DOCUMENT % ("The text of another", "default"))
    hands.press(page.get_by_role("button", name="Save"))
    page.get_by_text("Someone changed the set after you opened it").wait_for()
    assert source.input_value() == text
    assert "The text of another" in page.get_by_role("group", name="Stored now").inner_text()
    view.check("a conflict")
    page.evaluate("() => { location.hash = '#/policies'; }")
    page.get_by_role("heading", name="Which policy holds for a host").wait_for()
    open_set(view)
    assert source.input_value() == text, "the text was lost"
    hands.press(page.get_by_role("button", name="Check", exact=True))
    page.get_by_role("button", name="Save").wait_for()
    hands.press(page.get_by_role("button", name="Save"))
    hands.press(page.get_by_role("button", name="Keep my text, and replace the other change"))
    hands.press(page.get_by_role("button", name="Check", exact=True))
    page.get_by_role("button", name="Save").wait_for()
    hands.press(page.get_by_role("button", name="Save"))
    page.get_by_text(re.compile("^Saved as revision ")).wait_for()


def open_set(view):
    view.page.evaluate("() => { location.hash = '#/policies/written'; }")
    view.page.get_by_role("heading", name="Policy set written").wait_for()
    view.page.get_by_role("heading", name="Revisions").wait_for()


def put(view, document):
    """Stores the written set beside the page."""
    address = f"{view.service}/v1/policy-sets/written"
    headers = {"Authorization": f"Bearer {OPERATOR}", "Content-Type": "application/yaml"}
    present = view.context.request.get(address, headers=headers)
    condition = {"If-Match": present.headers["etag"]} if present.ok else {"If-None-Match": "*"}
    response = view.context.request.put(address, headers=headers | condition, data=document)
    assert response.ok, response.text()


TASKS = [find_policy, see_ends, change_set, restore, see_file, meet_conflict]
