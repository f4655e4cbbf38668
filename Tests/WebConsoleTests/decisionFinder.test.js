import assert from "node:assert/strict";
import { test } from "node:test";
import { completed, isEnd } from "../../Sources/WebConsole/Web/parts/decisionFinder.js";

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
