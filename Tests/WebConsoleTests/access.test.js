import assert from "node:assert/strict";
import { test } from "node:test";
import { Access } from "../../Sources/WebConsole/Web/parts/access.js";
import { ApiProblem } from "../../Sources/WebConsole/Web/parts/api.js";
import { FakeElement, useFakeDocument } from "./fakeDocument.js";

useFakeDocument();
const announcer = new FakeElement("p");
Object.assign(document, { getElementById: () => announcer });
const token = "a-token";

/**
 * Offers a token in a dialog, while the daemon answers with a status.
 *
 * @param {number} status
 * @param {object} [state] what else is known of the dialog after the answer
 */
async function offer(status, state = {}) {
    const dialog = Object.assign(new FakeElement("dialog"), { open: true, isConnected: true, close() { this.open = false; } });
    Object.assign(globalThis, { fetch: async () => {
        Object.assign(dialog, state);
        if (status === 0) throw new TypeError("no connection");
        return new Response("{}", { status });
    } });
    const access = new Access(/** @type {any} */ (new FakeElement("div")), () => {});
    const [input, refusal] = [Object.assign(new FakeElement("input"), { value: ` ${token} `, select() {} }), new FakeElement("span")];
    /** @type {any} */ (announcer).textContent = "";
    await access.offer(/** @type {any} */ (dialog), /** @type {any} */ (input), /** @type {any} */ (refusal));
    return { token: access.token, isOpen: dialog.open, error: refusal.visibleText, isInvalid: input.attributes.has("aria-invalid"), announced: announcer.visibleText };
}

test("A token that the daemon does not know stays in the dialog", async () => {
    assert.deepEqual(await offer(401), { token: null, isOpen: true, error: "The daemon does not know this token.", isInvalid: true, announced: "" });
});

test("A token with any right is used, and announced", async () => {
    for (const status of [200, 403, 503, 0]) {
        assert.deepEqual(await offer(status), { token, isOpen: false, error: "", isInvalid: false, announced: "The token is in use." }, String(status));
    }
});

test("A token is forgotten if the dialog was closed, or removed with the page, before the answer", async () => {
    assert.equal((await offer(200, { open: false })).token, null);
    assert.equal((await offer(200, { isConnected: false })).token, null);
});

test("The advice tells an unknown token from one without the right", () => {
    const access = new Access(/** @type {any} */ (new FakeElement("div")), () => {});
    const advice = (/** @type {number} */ status) =>
        access.advice(new ApiProblem(status, { code: "forbidden" })).map((one) => /** @type {FakeElement} */ (/** @type {unknown} */ (one)).visibleText).join(" ");
    assert.match(advice(401), /you need a token/);
    access.use(token);
    assert.match(advice(401), /The daemon does not know this token/);
    assert.match(advice(403), /the token needs another right/);
});
