import assert from "node:assert/strict";
import test from "node:test";
import { otherChanges, otherChangesText, toneOfChanges } from "../../Sources/WebConsole/Web/parts/otherChanges.js";

/** @param {string} before @param {string} after */
const example = (before, after) => ({ before: { action: before }, after: { action: after } });

/** @param {number} other @param {object[]} examples @param {object} [counts] */
const comparison = (other, examples, counts = {}) => ({
    changes: { compared: 100, changed: { total: Math.max(other, examples.length), denied: 0, allowed: 0, other, ...counts } }, examples,
});

test("A decision that is no longer denied is a warning, although the client is not allowed", () => {
    const weaker = comparison(1, [example("deny", "default")]);
    assert.equal(otherChanges(weaker).noLongerDenied, 1);
    assert.equal(toneOfChanges(weaker), "warn");
    assert.match(otherChangesText(otherChanges(weaker)) ?? "", /1 would no longer be denied, but left to the client/);
});

test("Changes of the reasons alone are information", () => {
    const same = comparison(2, [example("deny", "deny"), example("allow", "allow"), example("allow", "deny")]);
    assert.deepEqual(otherChanges(same), { noLongerDenied: 0, newlyDenied: 0, sameAction: 2, unknown: 0 });
    assert.equal(toneOfChanges(same), "info");
});

test("Changes that are not among the examples can be weaker", () => {
    const many = comparison(30, [example("deny", "deny")]);
    assert.equal(otherChanges(many).unknown, 29);
    assert.equal(toneOfChanges(many), "warn");
});

test("The most severe change has the tone", () => {
    assert.equal(toneOfChanges(comparison(1, [example("default", "deny")])), "bad");
    assert.equal(toneOfChanges(comparison(1, [example("deny", "default")], { denied: 1 })), "bad");
    assert.equal(toneOfChanges(comparison(0, [])), "good");
    assert.equal(toneOfChanges({ changes: { ...comparison(0, []).changes, compared: 0 }, examples: [] }), "quiet", "nothing was compared");
    assert.equal(otherChangesText(otherChanges(comparison(0, []))), null);
});
