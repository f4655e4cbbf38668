import assert from "node:assert/strict";
import { test } from "node:test";
import { combine, isLeaf } from "../../Sources/WebConsole/Web/parts/chainMerge.js";

const identifier = [0x06, 0x03, 0x55, 0x1d, 0x13];
const critical = [0x01, 0x01, 0xff];
const sent = (/** @type {number[]} */ ...bytes) => ({ label: "CERTIFICATE", bytes: Uint8Array.from(bytes), source: "file" });
const leaf = sent(0x30, 0x06, 0x01);
const otherLeaf = sent(...identifier, ...critical, 0x04, 0x02, 0x30, 0x00);
const issuer = sent(0x06, ...identifier, ...critical, 0x04, 0x08, 0x30, 0x06, 0x01, 0x01, 0xff, 0x02, 0x01, 0x00);
const root = sent(...identifier, 0x04, 0x05, 0x30, 0x03, 0x01, 0x01, 0xff);

test("A leaf does not claim to be a CA", () => {
    assert.deepEqual([leaf, otherLeaf, issuer, root].map(isLeaf), [true, true, false, false]);
    assert.equal(isLeaf(sent(...identifier)), true);
});

test("Issuers are added to a leaf, and a leaf to issuers", () => {
    assert.deepEqual(combine([leaf], [issuer, root], false), { certificates: [leaf, issuer, root], isReplaced: false });
    assert.deepEqual(combine([issuer], [leaf], false), { certificates: [issuer, leaf], isReplaced: false });
});

test("Another leaf replaces the chain", () => {
    assert.deepEqual(combine([leaf, issuer], [otherLeaf], false), { certificates: [otherLeaf], isReplaced: true });
});

test("After a verdict, all that is given replaces the chain", () => {
    assert.deepEqual(combine([leaf], [issuer], true), { certificates: [issuer], isReplaced: true });
    assert.deepEqual(combine([], [issuer], true), { certificates: [issuer], isReplaced: false });
    assert.deepEqual(combine([leaf], [], true), { certificates: [leaf], isReplaced: false });
});
