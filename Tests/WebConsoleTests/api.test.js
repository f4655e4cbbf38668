import assert from "node:assert/strict";
import { test } from "node:test";
import { Api, ApiProblem } from "../../Sources/WebConsole/Web/parts/api.js";

test("A token that the daemon does not know is reported, but not a missing one", async (context) => {
    context.mock.method(globalThis, "fetch", async () => new Response('{"code": "unauthorized"}', { status: 401 }));
    /** @type {string[]} */
    const refused = [];
    for (const token of [null, "wrong"]) {
        const api = new Api(() => token, (one) => refused.push(one));
        await assert.rejects(api.get("/v1/status"), (error) => error instanceof ApiProblem && error.code === "unauthorized");
    }
    assert.deepEqual(refused, ["wrong"]);
});

test("A request that cannot be made is not a daemon that does not respond", async (context) => {
    const { mock } = context.mock.method(globalThis, "fetch", async () => new Response("{}"));
    await assert.rejects(new Api(() => "\u017c").get("/v1/status"), TypeError);
    assert.equal(mock.callCount(), 0);
    mock.mockImplementation(async () => { throw new TypeError("fetch failed"); });
    await assert.rejects(new Api(() => "good").get("/v1/status"), (error) => error instanceof ApiProblem && error.code === "unreachable");
});
