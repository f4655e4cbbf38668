import assert from "node:assert/strict";
import { test } from "node:test";
import { show } from "../../Sources/WebConsole/Web/pages/decision.js";
import { ApiProblem } from "../../Sources/WebConsole/Web/parts/api.js";
import { element } from "../../Sources/WebConsole/Web/parts/dom.js";
import { FakeElement, useFakeDocument } from "./fakeDocument.js";

useFakeDocument();
Object.assign(document, { getElementById: () => null });

const identifier = "01a227e3-3bcf-72fe-bbfe-7b57ec054f06";

/**
 * Shows the page of a decision that cannot be read.
 *
 * @param {string} id
 * @param {string} code the code of the problem
 */
async function page(id, code) {
    const root = element("main");
    const api = { get: async () => { throw new ApiProblem(404, { code, title: "Problem" }); } };
    const access = { notice: (/** @type {ApiProblem} */ error) => element("p", {}, error.title) };
    const { signal } = new AbortController();
    await show(root, /** @type {any} */ ({ api, access, signal, fragment: { path: ["decisions", id] } }));
    return /** @type {FakeElement} */ (/** @type {unknown} */ (root)).visibleText;
}

test("The command for the log is shown for a decision that is not in memory", async () => {
    assert.match(await page(identifier, "unknownDecision"), new RegExp(`Problem .*anchord decisions --explain ${identifier} .*--config FILE`));
});

test("After other problems, and for a text that is no identifier, the command is not shown", async () => {
    await assert.rejects(page(identifier, "forbidden"), { title: "Problem" });
    await assert.rejects(page("12345; reboot", "unknownDecision"), /last 12 digits/);
});
