import assert from "node:assert/strict";
import { test } from "node:test";
import { paced } from "../../Sources/WebConsole/Web/parts/pace.js";

/**
 * Returns the times at which a picture is drawn, with a call in each millisecond.
 *
 * @param {number} duration the time that a picture takes
 */
function times(duration) {
    let now = 0;
    /** @type {number[]} */
    const drawn = [];
    const draw = paced(() => {
        drawn.push(now);
        now += duration;
    }, 300, () => now);
    for (; now < 10_000; now += 1) draw();
    return drawn;
}

test("A quick picture is drawn after each pause", () => {
    assert.deepEqual(times(0).slice(0, 3), [300, 600, 900]);
});

test("A slow picture takes at most a tenth of the time", () => {
    assert.deepEqual(times(500), [300, 5300]);
});
