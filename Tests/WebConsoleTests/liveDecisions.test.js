import assert from "node:assert/strict";
import test from "node:test";
import { kept, LiveDecisions, policyName, SecondCounts } from "../../Sources/WebConsole/Web/parts/liveDecisions.js";
import { Tally } from "../../Sources/WebConsole/Web/parts/tally.js";

test("A tally counts a limited number of names", () => {
    const tally = new Tally(2);
    for (const name of ["a", "__proto__", "__proto__", "c", "d"]) tally.add(name, "deny");
    tally.add("a", "allow", 10);
    assert.deepEqual(tally.highest(1), [
        { name: "a", counts: { allow: 10, deny: 1, other: 0 } }, { name: null, counts: { allow: 0, deny: 4, other: 0 } },
    ]);
    assert.deepEqual(tally.all, { allow: 10, deny: 5, other: 0 });
    assert.deepEqual(new Tally(2).highest(3), []);
    assert.deepEqual(tally.highest(1, ["__proto__"]).map((item) => item.name), ["__proto__", null], "a name that is held keeps its place");
});

test("The counts of seconds end before the present one, and those in between are zero", () => {
    const seconds = new SecondCounts();
    for (let second = 0; second < 200; second += 2) seconds.add(second * 1000 + 5, "allow", 3);
    const values = seconds.values(200_000);
    assert.equal(values.length, 60);
    assert.deepEqual(values.slice(-2), [{ second: 198, allow: 3, deny: 0, other: 0 }, { allow: 0, deny: 0, other: 0 }]);
});

test("The last decisions are kept, and all are counted", () => {
    const live = new LiveDecisions();
    for (let id = 0; id < kept + 50; id += 1) live.add({ id: String(id), action: id % 2 ? "deny" : "allow", policy: { set: "pay", name: "p" } }, 0);
    live.skip({ count: 7, unread: 2, counts: [{ policy: { inline: true }, action: "deny", count: 4 }, { count: 3 }] }, 0);
    assert.equal(live.last.count, kept);
    assert.equal(live.count, kept + 57);
    assert.deepEqual([live.skipped, live.unread], [7, 2]);
    assert.deepEqual(live.policies.highest(3).map((item) => item.name), ["pay/p", "(inline policy)", "(no policy)"]);
    assert.deepEqual(live.policies.all, { allow: (kept + 50) / 2, deny: (kept + 50) / 2 + 4, other: 3 });
});

test("Earlier decisions fill the list without repetitions, and are not counted", () => {
    const live = new LiveDecisions();
    for (const id of ["c", "d"]) live.add({ id }, 0);
    live.fill([{ id: "d" }, { id: "c" }, { id: "b" }, { id: "a" }]);
    assert.deepEqual(live.last.newestFirst().map((decision) => decision.id), ["d", "c", "b", "a"]);
    assert.equal(live.count, 2);
});

test("Policies have the names of filters", () => {
    assert.deepEqual([{ set: "pay", name: "p" }, { set: "pay" }, { inline: true }, undefined].map(policyName),
        ["pay/p", "pay", "(inline policy)", "(no policy)"]);
});
