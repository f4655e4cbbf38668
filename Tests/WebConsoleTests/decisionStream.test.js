import assert from "node:assert/strict";
import test from "node:test";
import { follow } from "../../Sources/WebConsole/Web/parts/decisionStream.js";

/**
 * Follows a stream that has the texts, and returns what arrived and what was asked.
 *
 * @param {string[]} texts
 */
async function followed(texts) {
    const end = new AbortController();
    /** @type {any[]} */
    const arrived = [];
    /** @type {any} */
    let asked = null;
    /** @type {any} */
    const api = {
        response: async (/** @type {string} */ path, /** @type {any} */ call) => {
            asked = { path, query: call.query, accept: call.accept };
            return new Response(new Blob(texts).stream());
        },
    };
    await follow(api, { policy: "pay" }, {
        decision: (decision) => arrived.push(["decision", decision]),
        skipped: (skipped) => arrived.push(["skipped", skipped]),
        state: (state) => { arrived.push([state]); if (state === "waiting") end.abort(); },
    }, end.signal);
    return { arrived, asked };
}

test("Decisions and counts of skipped ones arrive in their order", async () => {
    const { arrived, asked } = await followed([
        "event: decision\ndata: {\"id\": \"1\"}\n\nevent: unknown\ndata: {}\n\n", "event: skipped\ndata: {\"count\": 4}\n\n",
        "event: end\ndata: {}\n\nevent: decision\ndata: {\"id\": \"2\"}\n\n",
    ]);
    assert.deepEqual(arrived, [["open"], ["decision", { id: "1" }], ["skipped", { count: 4 }], ["waiting"]]);
    assert.deepEqual(asked, { path: "/v1/decisions", query: { policy: "pay", follow: 1 }, accept: "text/event-stream" });
});

test("A refusal ends the stream", async () => {
    const refusal = Object.assign(new Error("refused"), { status: 403 });
    const api = /** @type {any} */ ({ response: async () => { throw refusal; } });
    const follower = { decision() {}, skipped() {}, state() {} };
    await assert.rejects(follow(api, {}, follower, new AbortController().signal), refusal);
});

test("A new connection goes on after the last event", async () => {
    const end = new AbortController();
    /** @type {any[]} */
    const headers = [];
    const api = /** @type {any} */ ({ response: async (/** @type {string} */ _, /** @type {any} */ call) => {
        headers.push(call.headers);
        if (headers.length === 2) end.abort();
        return new Response("id: 17-4\nevent: decision\ndata: {}\n\n");
    } });
    await follow(api, {}, { decision() {}, skipped() {}, state() {} }, end.signal, 1);
    assert.deepEqual(headers, [{}, { "Last-Event-ID": "17-4" }]);
});
