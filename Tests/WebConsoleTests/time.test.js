import assert from "node:assert/strict";
import { test } from "node:test";
import { distance, local, readTime, utc } from "../../Sources/WebConsole/Web/parts/time.js";

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

test("A time that a person writes is UTC unless it has an offset", () => {
    const cases = /** @type {[string, string | null][]} */ ([
        ["2026-12-24", "2026-12-24T00:00:00Z"], [" 2026-12-24 18:00 ", "2026-12-24T18:00:00Z"],
        ["2026-12-24 18:00 UTC", "2026-12-24T18:00:00Z"], ["2026-12-24T18:00:01.5Z", "2026-12-24T18:00:01Z"],
        ["2026-12-24T00:30+01:00", "2026-12-23T23:30:00Z"],
        ["2026-02-30", null], ["2026-13-01", null], ["24.12.2026", null], ["now", null], ["", null],
    ]);
    for (const [written, expected] of cases) assert.equal(readTime(written), expected, written);
});
