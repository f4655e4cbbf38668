import assert from "node:assert/strict";
import { test } from "node:test";
import { healthOf } from "../../Sources/WebConsole/Web/parts/health.js";

const healthy = {
    policies: {}, network: { enabled: false }, systemAnchors: { unreadable: [] },
    connections: { refused: 0 }, batches: { refused: 0 }, watches: { refused: 0 }, buffers: { refused: 0 },
};
const words = (/** @type {object} */ changes) => healthOf({ ...healthy, ...changes }).map(({ word }) => word);

test("A status without failures has no troubles", () => {
    assert.deepEqual(healthOf(healthy), []);
    assert.deepEqual(words({ policies: { lastReload: { at: "2026-11-29T09:00:00Z", succeeded: true } } }), []);
});

test("Each failure is a trouble, the most serious first", () => {
    assert.deepEqual(words({
        policies: { lastReload: { at: "2026-11-29T09:00:00Z", succeeded: false, error: "line 3" } },
        decisions: { failure: "write: no space", dropped: 2 },
        identities: { items: [{ name: "a", state: "usable" }, { name: "b", state: "expired" }] },
        network: { failure: "exited", failing: [{ location: "http://ocsp.example", code: "timedOut", count: 3 }] },
        systemAnchors: { unreadable: [{ file: "x.pem", reason: "empty" }] },
        watches: { refused: 1 },
    }), ["Reload failed", "Log fails", "Fetcher fails", "Identity", "No answer", "Unreadable anchor", "Log incomplete", "Limit reached"]);
});
