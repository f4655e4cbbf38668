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
