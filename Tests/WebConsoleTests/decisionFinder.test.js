import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiProblem } from "../../Sources/WebConsole/Web/parts/api.js";
import { completed, isEnd, readDecision } from "../../Sources/WebConsole/Web/parts/decisionFinder.js";

const identifiers = ["01a227e3-3bcf-72fe-bbfe-7b57ec054f06", "01a227e3-3be5-7b7b-8dea-9c44f0f3423d", "01a227e3-3c0e-7da8-8dea-9c44f0f3423d"];

test("The end of one identifier is completed", () => {
    assert.equal(completed("7B57EC054F06", identifiers), identifiers[0]);
});

test("The end of several identifiers, or of none, is left as it is", () => {
    assert.equal(completed("9c44f0f3423d", identifiers), "9c44f0f3423d");
    assert.equal(completed("000000000000", identifiers), "000000000000");
});

test("An identifier is no end", () => {
    assert.deepEqual(["7b57ec054f06", "c054f06", identifiers[0], "../status", "f06"].map(isEnd), [true, true, false, false, false]);
});

test("Only an identifier is part of a path", async () => {
    /** @type {string[]} */
    const paths = [];
    const api = { get: async (/** @type {string} */ path) => {
        paths.push(path);
        return { decisions: identifiers.map((id) => ({ id })) };
    } };
    const context = /** @type {any} */ ({ api, signal: new AbortController().signal });
    for (const text of ["..", ".", "a/b", "%2e%2e", "", `${identifiers[0]}\n`, `${identifiers[0]}/..`, `{${identifiers[0]}}`]) {
        await assert.rejects(readDecision(text, context), (error) => error instanceof ApiProblem && /UUID/.test(error.detail), text);
    }
    assert.deepEqual(paths, []);
    await assert.rejects(readDecision("9c44f0f3423d", context), /Not exactly one/);
    await readDecision("7b57ec054f06", context);
    await readDecision(identifiers[1].toUpperCase(), context);
    assert.deepEqual(paths, ["/v1/decisions", "/v1/decisions", `/v1/decisions/${identifiers[0]}`, `/v1/decisions/${identifiers[1].toUpperCase()}`]);
});
