import assert from "node:assert/strict";
import test from "node:test";
import { addedText, endsOfBlocks, endsOfDocument, endsOfForecast, endsOfStatus, joinedEnds, soonEnds } from "../../Sources/WebConsole/Web/parts/ends.js";
import { endsWithin, picture, usefulSpan } from "../../Sources/WebConsole/Web/parts/timeline.js";

const now = Date.parse("2026-11-29T00:00:00Z");

/** @param {string} kind @param {string} end */
const end = (kind, end) => ({ kind, end, name: `n-${end}`, detail: "", set: null });

test("A document has the ends of pins, exceptions and constraints, also of members", () => {
    const found = endsOfDocument("pay", { policies: {
        pinned: { expires: "2027-06-01", exceptions: [{ codes: ["time.expired"], until: "2026-12-31" }] },
        both: { anyOf: ["pinned", { expires: "2027-01-01T00:00:00Z", anchorConstraints: [{ anyOf: [{ until: "2027-02-01T00:00:00Z" }] }] }] },
        odd: null, strange: { exceptions: "none", expires: 3, anchorConstraints: [null] },
    } });
    assert.deepEqual(found.map((item) => [item.kind, item.end, item.name]), [
        ["pins", "2027-06-01T00:00:00Z", "pay/pinned"], ["exception", "2026-12-31T23:59:59Z", "pay/pinned"],
        ["pins", "2027-01-01T00:00:00Z", "pay/both"], ["constraint", "2027-02-01T00:00:00Z", "pay/both"],
    ]);
});

test("The status names parts and system anchors, and blocks without an end have none", () => {
    const status = { expirations: { items: [{ kind: "crl", end: "2026-12-01T00:00:00Z", policy: "pay/pinned", detail: "The CRL ends." }] },
        systemAnchors: { expiring: [{ subject: "CN=Old", notAfter: "2026-11-27T20:53:42Z" }] } };
    assert.deepEqual(endsOfStatus(status).map((item) => [item.kind, item.set]), [["crl", "pay"], ["systemAnchor", null]]);
    assert.deepEqual(endsOfStatus({}), []);
    assert.deepEqual(endsOfBlocks([{ id: "a" }, { id: "b", until: "2026-12-01T00:00:00Z", reason: "r" }]).map((item) => item.name), ["b"]);
});

test("Joined ends are sorted, without repetitions and without texts that are not times", () => {
    const found = joinedEnds([end("crl", "2027-01-01T00:00:00Z")], [end("pins", "2026-12-01T00:00:00Z"), end("crl", "2027-01-01T00:00:00Z"), end("crl", "soon")]);
    assert.deepEqual(found.map((item) => item.kind), ["pins", "crl"]);
});

test("Chains and identities are ends as others are, and two chains of one host are two", () => {
    const chain = (/** @type {string} */ decision) => ({ allowedUntil: "2026-12-01T00:00:00Z", host: "a.example", codes: ["time.expired"], decision });
    const found = joinedEnds(endsOfForecast({ ends: [chain("1"), chain("2")] }), endsOfStatus({ identities: { items: [
        { name: "mail", notAfter: "2026-12-03T00:00:00Z" }, { name: "unread" }] } }));
    assert.deepEqual(found.map((item) => [item.kind, item.decision]), [["chain", "1"], ["chain", "2"], ["identity", undefined]]);
});

test("A forecast says how many soon ends it adds", () => {
    const forecast = (/** @type {string[]} */ ...times) => endsOfForecast({ ends: times.map((time) => ({ allowedUntil: time, codes: [], decision: time })) });
    assert.match(addedText(forecast("2027-12-01T00:00:00Z"), now), /add no chain/);
    assert.match(addedText(forecast("2026-12-01T00:00:00Z", "2027-12-01T00:00:00Z"), now), /^1 chain /);
    assert.match(addedText(forecast("2026-12-01T00:00:00Z", "2026-12-02T00:00:00Z"), now), /^2 chains /);
});

test("An end of a chain names the policy under which it ends", () => {
    const end = (/** @type {any} */ policy) => ({ allowedUntil: "2026-12-01T00:00:00Z", host: "a.example", codes: [], policy });
    const policies = [{ set: "pay", name: "pinned", rule: "*.example" }, { set: "system" }, { inline: true }];
    assert.deepEqual(endsOfForecast({ ends: policies.map(end) }).map((item) => item.name),
        ["a.example under pay/pinned", "a.example under system", "a.example under an inline policy"]);
    assert.equal(endsOfForecast({ ends: [{ ...end({ set: "pay" }), host: undefined }] })[0].name, "a chain without a host under pay");
});

test("Soon are the next 30 days and what has ended, except for system anchors of long ago", () => {
    const times = ["2020-01-01T00:00:00Z", "2026-11-20T00:00:00Z", "2026-12-20T00:00:00Z", "2027-12-20T00:00:00Z"];
    const ends = times.flatMap((time) => [end("systemAnchor", time), end("pins", time)]);
    assert.deepEqual(soonEnds(ends, now).map((item) => [item.kind, item.end.slice(0, 7)]), [
        ["pins", "2020-01"], ["systemAnchor", "2026-11"], ["pins", "2026-11"], ["systemAnchor", "2026-12"], ["pins", "2026-12"],
    ]);
});

test("The table has the ends of the span, and what has ended is last", () => {
    const ends = ["2020-01-01T00:00:00Z", "2026-11-20T00:00:00Z", "2026-12-20T00:00:00Z", "2027-12-20T00:00:00Z"].map((time) => end("crl", time));
    assert.deepEqual(endsWithin(ends, now, 30).map((item) => item.end.slice(0, 7)), ["2026-12", "2026-11", "2020-01"]);
    assert.match(picture(ends, now, 30, 800).lanes[0].points[1].names[0], /^n-2026-12-20T00:00:00Z: 2026-12-20/);
});

test("The span shows the next ends", () => {
    assert.equal(usefulSpan([], now), 30);
    assert.equal(usefulSpan([end("crl", "2026-12-24T00:00:00Z")], now), 30);
    assert.equal(usefulSpan([end("crl", "2020-01-01T00:00:00Z"), end("crl", "2027-05-01T00:00:00Z")], now), 365);
    assert.equal(usefulSpan([end("crl", "2999-01-01T00:00:00Z")], now), 7300);
});

test("A picture has lanes, and near ends are one point", () => {
    const ends = [end("pins", "2026-11-01T00:00:00Z"), end("crl", "2026-12-05T00:00:00Z"), end("crl", "2026-12-05T01:00:00Z"), end("crl", "2026-12-25T00:00:00Z"), end("block", "2028-01-01T00:00:00Z")];
    const drawn = picture(ends, now, 30, 800);
    assert.deepEqual(drawn.lanes.map((lane) => [lane.kind, lane.points.map((point) => point.count)]), [["pins", [1]], ["crl", [2, 1]]]);
    assert.ok(drawn.lanes[0].points[0].isEnded && drawn.lanes[0].points[0].x < drawn.now);
    for (const lane of drawn.lanes) for (const point of lane.points) assert.ok(point.x >= drawn.left && point.x <= 800);
    assert.ok(drawn.ticks.every((tick) => tick.x > drawn.now && tick.x < 800));
});

test("A narrow picture keeps its points inside", () => {
    const drawn = picture([end("crl", "2026-12-28T00:00:00Z")], now, 30, 280);
    assert.ok(drawn.lanes[0].points[0].x <= 280 && drawn.ticks.length >= 1);
});

test("The name of a lane is above the points of a narrow picture, and beside those of a wide one", () => {
    const ends = [end("systemAnchor", "2026-11-01T00:00:00Z"), end("crl", "2026-12-28T00:00:00Z")];
    for (const [width, scale] of [[280, 1], [800, 2]]) {
        for (const lane of picture(ends, now, 30, width, scale).lanes) assert.ok(lane.labelY <= lane.y - 9 * scale, `${width} ${lane.kind}`);
    }
    const wide = picture(ends, now, 30, 800);
    assert.ok(wide.lanes.every((lane) => lane.points.every((point) => point.x > 140) && lane.labelY > lane.y));
});
