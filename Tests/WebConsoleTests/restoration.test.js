import assert from "node:assert/strict";
import test from "node:test";
import { sameDocument } from "../../Sources/WebConsole/Web/pages/policies/restoration.js";

test("A restored revision names the newest earlier one with its document", () => {
    const revisions = [{ number: 6, etag: "a" }, { number: 5 }, { number: 4, etag: "b" }, { number: 3, etag: "a" }, { number: 2 }, { number: 1, etag: "a" }];
    assert.deepEqual(revisions.map((revision) => sameDocument(revision, revisions)), [3, null, null, 1, null, null]);
});
