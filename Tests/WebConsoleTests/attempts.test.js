import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiProblem } from "../../Sources/WebConsole/Web/parts/api.js";
import { Attempts } from "../../Sources/WebConsole/Web/parts/attempts.js";
import { element } from "../../Sources/WebConsole/Web/parts/dom.js";
import { reevaluation } from "../../Sources/WebConsole/Web/parts/reevaluation.js";
import { FakeElement, useFakeDocument } from "./fakeDocument.js";

useFakeDocument();
const announcer = new FakeElement("p");
Object.assign(document, { getElementById: () => announcer });
Object.assign(globalThis, { Node: FakeElement });

const fake = (/** @type {unknown} */ made) => /** @type {FakeElement} */ (made);

function attempts() {
    const result = element("div");
    const access = { notice: (/** @type {Error} */ error) => element("p", {}, error.message) };
    const context = { access, signal: new AbortController().signal };
    return { result: fake(result), attempts: new Attempts(result, /** @type {any} */ (context), {}) };
}

/** An answer that arrives when the test says so. */
function later() {
    /** @type {(value: any) => void} */ let resolve = () => {};
    const answer = new Promise((done) => { resolve = done; });
    return { answer, resolve };
}

test("While an attempt waits, the result says so and is busy", async () => {
    const { result, attempts: made } = attempts();
    const first = later();
    const end = made.start(() => first.answer);
    assert.deepEqual([result.visibleText, result.attributes.get("aria-busy")], ["Evaluating…", "true"]);
    assert.match(String(/** @type {any} */ (announcer).textContent), /^Evaluating…/);
    first.resolve(element("p", {}, "first"));
    assert.equal(await end, true);
    assert.deepEqual([result.visibleText, result.attributes.has("aria-busy")], ["first", false]);
});

test("The last attempt is shown, also if its answer is the first", async () => {
    const { result, attempts: made } = attempts();
    const [first, second] = [later(), later()];
    const ends = [made.start(() => first.answer), made.start(() => second.answer)];
    second.resolve(element("p", {}, "second"));
    assert.equal(await ends[1], true);
    first.resolve(element("p", {}, "first"));
    assert.equal(await ends[0], false);
    assert.equal(result.visibleText, "second");
});

test("After a failure, and when the question changes, nothing waits", async () => {
    const { result, attempts: made } = attempts();
    await made.start(async () => { throw new ApiProblem(503, { detail: "Too much." }); });
    assert.deepEqual([result.visibleText, result.attributes.has("aria-busy")], ["Too much.", false]);
    const first = later();
    const end = made.start(() => first.answer);
    made.clear();
    first.resolve(element("p", {}, "first"));
    assert.equal(await end, false);
    assert.deepEqual([result.visibleText, result.attributes.has("aria-busy")], ["", false]);
});

test("Without the question, the reason for it has the focus", async () => {
    const focused = later();
    FakeElement.prototype.focus = function () { focused.resolve(this); };
    const api = { post: async () => { throw new ApiProblem(409, { code: "questionNotRecorded", detail: "It is not recorded." }); } };
    const decision = { id: "1", verdict: "trusted", host: "hmac:00", chain: [], policy: {} };
    const made = fake(reevaluation(decision, /** @type {any} */ ({ api, signal: new AbortController().signal })));
    made.all("button")[0].listeners.click();
    const message = await focused.answer;
    assert.equal(message.attributes.get("tabindex"), "-1");
    assert.match(message.visibleText, /It is not recorded\. .*masked/);
});
