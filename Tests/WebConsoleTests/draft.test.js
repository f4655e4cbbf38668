import assert from "node:assert/strict";
import { test } from "node:test";
import { isSameQuestion, lastAnswered, remember } from "../../Sources/WebConsole/Web/parts/draft.js";

const sent = (/** @type {number[]} */ ...bytes) => ({ label: "CERTIFICATE", bytes: Uint8Array.from(bytes), source: "file" });
const question = { certificates: [sent(1, 2), sent(3)], host: "a.example", policy: "pay", at: "" };

test("Questions are the same if all that is asked is the same", () => {
    assert.ok(isSameQuestion(question, { ...question, certificates: [sent(1, 2), sent(3)] }));
    for (const change of [{ host: "b.example" }, { policy: "" }, { at: "2026-11-29T00:00:00Z" }, { certificates: [] }, { certificates: [sent(3), sent(1, 2)] }, { certificates: [sent(1, 2)] }]) {
        assert.ok(!isSameQuestion(question, { ...question, ...change }), JSON.stringify(change));
    }
});

test("A verdict remains when a token is entered, and is forgotten with its token", () => {
    const answered = { question, verdict: { action: "allow" } };
    remember(answered, null);
    assert.equal(lastAnswered("token")?.verdict, answered.verdict);
    remember(answered, "token");
    assert.equal(lastAnswered("token")?.verdict, answered.verdict);
    assert.equal(lastAnswered(null), null);
    assert.equal(lastAnswered("token"), null);
});
