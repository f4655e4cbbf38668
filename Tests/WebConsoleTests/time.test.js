import assert from "node:assert/strict";
import { test } from "node:test";
import { distance, local, utc } from "../../Sources/WebConsole/Web/parts/time.js";

const noon = new Date("2026-11-29T12:00:00Z");

test("Times are written in UTC", () => {
    assert.equal(utc(noon), "2026-11-29 12:00:00");
});

test("The local time is written where it differs", () => {
    process.env.TZ = "Europe/Berlin";
    assert.equal(local(noon), "2026-11-29 13:00:00");
    process.env.TZ = "UTC";
    assert.equal(local(noon), null);
});

test("Distances have the largest unit that fits", () => {
    assert.equal(distance(new Date("2026-12-20T00:00:00Z"), noon), "in 20 days");
    assert.equal(distance(new Date("2026-11-29T11:00:01Z"), noon), "59 minutes ago");
    assert.equal(distance(noon, noon), "in 0 seconds");
});
