import assert from "node:assert/strict";
import test from "node:test";
import { EventParser, maximumEventLength } from "../../Sources/WebConsole/Web/parts/eventStream.js";

/** @param {...string} parts */
function events(...parts) {
    const parser = new EventParser();
    return parts.flatMap((part) => [...parser.parse(part)]);
}

test("Events have a name and data; comments and other fields are passed over", () => {
    assert.deepEqual(events(": hello\nretry: 100\nevent: decision\ndata: {\"a\":\ndata: 1}\nid: 7\n\ndata:x\n\nevent: empty\n\n"), [
        { name: "decision", data: "{\"a\":\n1}" }, { name: "message", data: "x" },
    ]);
});

test("Events are the same wherever the stream is divided", () => {
    const text = "event: decision\r\ndata: {\"host\": \"a\"}\r\n\r\nevent: skipped\ndata: {\"count\": 3}\n\n";
    const whole = events(text);
    assert.equal(whole.length, 2);
    for (let cut = 0; cut <= text.length; cut += 1) assert.deepEqual(events(text.slice(0, cut), text.slice(cut)), whole);
    assert.deepEqual(events(...text), whole);
});

test("An event without an end is refused", () => {
    const parser = new EventParser();
    assert.throws(() => [...parser.parse("data: " + "x".repeat(maximumEventLength + 1))], /too long/);
    const lines = new EventParser();
    assert.throws(() => {
        for (let count = 0; count < 5; count += 1) [...lines.parse(`data: ${"x".repeat(1024 * 1024)}\n`)];
    }, /too long/);
});
