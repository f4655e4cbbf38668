import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceView } from "../../Sources/WebConsole/Web/pages/now/service.js";
import { ApiProblem } from "../../Sources/WebConsole/Web/parts/api.js";
import { element } from "../../Sources/WebConsole/Web/parts/dom.js";
import { FakeElement, useFakeDocument } from "./fakeDocument.js";

useFakeDocument();
// The second reading never begins.
Object.assign(globalThis, { setTimeout: () => {} });

const status = {
    now: "2026-11-29T09:15:00Z", policies: { loadedAt: "2026-11-29T09:00:00Z", successfulReloads: 0, failedReloads: 0 },
    requests: { received: 0, answered: 0, abandoned: 0, timedOut: 0 }, connections: {}, batches: {}, watches: {}, caches: {},
    blocks: { inForce: 0, count: 0 }, network: { enabled: false }, log: { droppedLines: 0 },
};

/**
 * Shows the first readings, and returns the text that a person sees.
 *
 * @param {{[path: string]: any}} answers without an answer, the client has no right
 */
async function read(answers) {
    const api = { get: async (/** @type {string} */ path) => {
        if (path in answers) return answers[path];
        throw new ApiProblem(403, { code: "forbidden", detail: `No right for ${path}.` });
    } };
    const access = { notice: (/** @type {Error} */ problem) => element("p", {}, problem.message) };
    const view = new ServiceView();
    view.follow(/** @type {any} */ ({ api, access, signal: new AbortController().signal }));
    await new Promise((resolve) => setImmediate(resolve));
    return /** @type {FakeElement} */ (/** @type {unknown} */ (view.element)).visibleText;
}

test("A client that may not read the status and the blocks reads why, and no empty lists", async () => {
    const text = await read({});
    assert.match(text, /No right for \/v1\/status\..*No right for \/v1\/blocks\?limit=1000\./);
    assert.doesNotMatch(text, /There are no blocks|No location has failed|Caches/);
});

test("A client that may not read the blocks sees the status", async () => {
    const text = await read({ "/v1/status": status });
    assert.match(text, /No location has failed.*No right for \/v1\/blocks/);
    assert.doesNotMatch(text, /There are no blocks/);
});

test("Empty lists are shown as such", async () => {
    const text = await read({ "/v1/status": status, "/v1/blocks?limit=1000": { blocks: [] } });
    assert.match(text, /No location has failed.*There are no blocks/);
});
