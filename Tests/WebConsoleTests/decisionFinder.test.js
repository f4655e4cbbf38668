import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiProblem } from "../../Sources/WebConsole/Web/parts/api.js";
import { isEnd, readDecision } from "../../Sources/WebConsole/Web/parts/decisionFinder.js";

const identifiers = ["01a227e3-3bcf-72fe-bbfe-7b57ec054f06", "01a227e3-3be5-7b7b-8dea-9c44f0f3423d", "01a227e3-3c0e-7da8-8dea-9c44f0f3423d"];

/**
 * Makes an API with a decision on each page, the newest first.
 *
 * @param {string[]} ids
 */
function memory(ids) {
    /** @type {string[]} */
    const reads = [];
    const left = new AbortController();
    const get = async (/** @type {string} */ path, /** @type {any} */ { query } = {}) => {
        reads.push(query ? `before ${query.before ?? "none"}` : path);
        if (!query) return { id: path.slice(path.lastIndexOf("/") + 1) };
        const index = query.before === undefined ? 0 : ids.length - query.before;
        return { decisions: ids.slice(index, index + 1).map((id) => ({ id })), next: index + 1 < ids.length ? ids.length - index - 1 : undefined };
    };
    return { reads, left, context: /** @type {any} */ ({ api: { get }, signal: left.signal }) };
}

test("The end of one identifier is looked for on each page of the memory", async () => {
    const { context, reads } = memory(identifiers.slice(0, 2).reverse());
    /** @type {number[]} */
    const progress = [];
    assert.equal((await readDecision("7B57EC054F06", context, (searched) => progress.push(searched))).id, identifiers[0]);
    assert.deepEqual([reads, progress], [["before none", "before 1", `/v1/decisions/${identifiers[0]}`], [0, 1]]);
});

test("The last 12 digits are enough, while fewer of them are looked for in all of the memory", async () => {
    const whole = memory(identifiers);
    await readDecision("7b57ec054f06", whole.context);
    assert.equal(whole.reads.length, 2);
    const part = memory(identifiers);
    await readDecision("ec054f06", part.context);
    assert.equal(part.reads.length, 4);
});

test("The end of several identifiers, or of none, finds no decision", async () => {
    await assert.rejects(readDecision("f0f3423d", memory(identifiers).context), { title: "Several decisions have this end" });
    await assert.rejects(readDecision("000000000000", memory(identifiers).context), /No decision in memory has this end/);
});

test("A search ends after 200 pages, and when the page is left", async () => {
    const long = memory(Array.from({ length: 300 }, () => identifiers[0]));
    await assert.rejects(readDecision("000000000000", long.context), /None of the last 200 decisions/);
    assert.equal(long.reads.length, 200);
    const { context, left, reads } = memory(identifiers);
    await assert.rejects(readDecision("000000000000", context, (searched) => { if (searched === 1) left.abort(); }), { name: "AbortError" });
    assert.equal(reads.length, 2);
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
    for (const text of ["..", "12345", ".", "a/b", "%2e%2e", "", `${identifiers[0]}\n`, `${identifiers[0]}/..`, `{${identifiers[0]}}`]) {
        await assert.rejects(readDecision(text, context), (error) => error instanceof ApiProblem && /UUID.* last 12 digits/.test(error.detail), text);
    }
    assert.deepEqual(paths, []);
    await assert.rejects(readDecision("9c44f0f3423d", context), { title: "Several decisions have this end" });
    await readDecision("7b57ec054f06", context);
    await readDecision(identifiers[1].toUpperCase(), context);
    assert.deepEqual(paths, ["/v1/decisions", "/v1/decisions", `/v1/decisions/${identifiers[0]}`, `/v1/decisions/${identifiers[1].toUpperCase()}`]);
});
