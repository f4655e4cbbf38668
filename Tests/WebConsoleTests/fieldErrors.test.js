import assert from "node:assert/strict";
import { test } from "node:test";
import { FieldErrors, textsByField } from "../../Sources/WebConsole/Web/parts/fieldErrors.js";

const names = ["chain", "host", "policy", "at"];
const problem = (/** @type {[string, string][]} */ ...errors) =>
    ({ code: "invalidRequest", detail: "detail", errors: errors.map(([pointer, detail]) => ({ pointer, detail })) });

test("Errors are at their fields", () => {
    const texts = textsByField(problem(["/host", "the policy requires a host"], ["/chain/1", "byte 1: it ends"], ["/chain/2", "it is empty."]), names);
    assert.deepEqual([...texts ?? []], [["host", "The policy requires a host."], ["chain", "Certificate 2: byte 1: it ends. Certificate 3: it is empty."]]);
});

test("A policy that does not exist is an error of its field", () => {
    assert.deepEqual([...textsByField({ code: "unknownPolicySet", detail: "There is none.", errors: [] }, names) ?? []], [["policy", "There is none."]]);
});

test("A problem that is not about fields alone has no fields", () => {
    assert.equal(textsByField(problem(), names), null);
    assert.equal(textsByField(problem(["/host", "one"], ["/explain", "other"]), names), null);
    assert.equal(textsByField(problem(["", "all"]), names), null);
});

test("An error is announced only where the focus is already", () => {
    const announcer = { textContent: "" };
    /** @type {any} */
    const page = { activeElement: null, getElementById: () => announcer };
    const control = (/** @type {string} */ name) => ({ name, hasAttribute: (/** @type {string} */ attribute) => attribute === "aria-invalid" && name === "at",
        focus() { page.activeElement = this; } });
    Object.assign(globalThis, { document: page });
    const errors = Object.assign(Object.create(FieldErrors.prototype), { controls: { host: control("host"), at: control("at") }, places: { at: { textContent: "This is not a time." } } });
    errors.focus();
    assert.deepEqual([page.activeElement.name, announcer.textContent], ["at", ""]);
    errors.focus();
    assert.equal(announcer.textContent, "This is not a time.");
});
