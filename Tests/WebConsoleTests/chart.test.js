import assert from "node:assert/strict";
import test from "node:test";
import { columnPaths, shares } from "../../Sources/WebConsole/Web/parts/chart.js";

test("Shares fill the width, and small ones are visible", () => {
    assert.deepEqual(shares([1, 3], 400), [100, 300]);
    assert.deepEqual(shares([0, 0], 400), [0, 0]);
    const parts = shares([1, 1_000_000, 0], 400);
    assert.ok(parts[0] >= 2 && parts[2] === 0);
    assert.ok(Math.abs(parts.reduce((sum, part) => sum + part, 0) - 400) < 0.001);
});

test("Columns are one above the other, in proportion to the highest one", () => {
    const paths = columnPaths([{ allow: 3, deny: 1, other: 0 }, { allow: 0, deny: 2, other: 0 }]);
    assert.deepEqual(paths, [
        { outcome: "deny", path: "M0 60.0h5v-15.0h-5zM6 60.0h5v-30.0h-5z" }, { outcome: "other", path: "" }, { outcome: "allow", path: "M0 45.0h5v-45.0h-5z" },
    ]);
    assert.ok(columnPaths([{ allow: 0, deny: 0, other: 0 }]).every(({ path }) => path === ""));
});
