import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiProblem } from "../../Sources/WebConsole/Web/parts/api.js";
import { readForecast } from "../../Sources/WebConsole/Web/parts/forecast.js";

const busy = new ApiProblem(503, { code: "tooManyWaitingRequests" });

/**
 * An API that fails a number of times.
 *
 * @param {number} failures
 * @param {unknown} error
 */
function api(failures, error) {
    let calls = 0;
    return /** @type {any} */ ({ get: async () => {
        calls += 1;
        if (calls <= failures) throw error;
        return { ends: [], calls };
    } });
}

test("A forecast waits for those of others, but not for ever", async () => {
    const { signal } = new AbortController();
    assert.equal((await readForecast(api(3, busy), signal, async () => {})).calls, 4);
    await assert.rejects(readForecast(api(100, busy), signal, async () => {}), busy);
});

test("Other problems are not repeated, and a page that is left asks no more", async () => {
    const controller = new AbortController();
    const unknown = new ApiProblem(404, { code: "unknownDecision" });
    await assert.rejects(readForecast(api(1, unknown), controller.signal, async () => {}), unknown);
    await assert.rejects(readForecast(api(1, busy), controller.signal, async () => controller.abort()), { name: "AbortError" });
});
