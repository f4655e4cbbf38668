import assert from "node:assert/strict";
import test from "node:test";
import { Ring } from "../../Sources/WebConsole/Web/parts/ring.js";

test("A ring keeps the last elements, the newest first", () => {
    /** @type {Ring<number>} */
    const ring = new Ring(3);
    assert.deepEqual(ring.newestFirst(), []);
    for (const number of [1, 2]) ring.append(number);
    assert.deepEqual(ring.newestFirst(), [2, 1]);
    for (const number of [3, 4, 5, 6, 7]) ring.append(number);
    assert.deepEqual(ring.newestFirst(), [7, 6, 5]);
    assert.equal(ring.count, 3);
    ring.clear();
    ring.append(8);
    assert.deepEqual(ring.newestFirst(), [8]);
});
