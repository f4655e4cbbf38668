import assert from "node:assert/strict";
import { test } from "node:test";
import { announce } from "../../Sources/WebConsole/Web/parts/announce.js";

test("A sentence is said again on demand only", () => {
    const place = { textContent: "" };
    Object.assign(globalThis, { document: { getElementById: () => place } });
    announce("The action is the same.");
    announce("The action is the same.", { isRepeated: false });
    assert.equal(place.textContent, "The action is the same.");
    announce("The action is the same.");
    assert.equal(place.textContent, "The action is the same.\u00a0");
    announce("");
    announce("");
    assert.equal(place.textContent, "");
});
