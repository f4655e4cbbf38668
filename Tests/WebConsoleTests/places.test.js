import assert from "node:assert/strict";
import test from "node:test";
import { differingLines, marks, position, rangeOfLine, rangeOfMark } from "../../Sources/WebConsole/Web/parts/places.js";

const text = "hosts:\n  a.example: open\npolicies:\n  open:\n    evaluatr: default\n";

test("Marks are in the order of lines, those without a line last", () => {
    const found = marks([{ detail: "c" }, { line: 5, pointer: "/x", detail: "b" }], [{ line: 2, code: "policy.disabled", detail: "a" }]);
    assert.deepEqual(found.map((mark) => [mark.severity, mark.line, mark.detail]), [
        ["warning", 2, "policy.disabled: a"], ["error", 5, "b"], ["error", null, "c"],
    ]);
});

test("A mark is at the last key of its pointer, or at its line", () => {
    const [mark] = marks([{ line: 5, pointer: "/policies/open/evaluatr", detail: "" }], []);
    const range = rangeOfMark(text, mark);
    assert.equal(text.slice(range.start, range.end), "evaluatr");
    const [other] = marks([{ line: 4, pointer: "/policies/open/purpose", detail: "" }], []);
    const line = rangeOfMark(text, other);
    assert.equal(text.slice(line.start, line.end), "open:");
    const [escaped] = marks([{ line: 1, pointer: "/a~1b~0c", detail: "" }], []);
    assert.deepEqual(rangeOfMark("x a/b~c", escaped), { start: 2, end: 7 });
});

test("Lines beyond the text are its last line", () => {
    assert.deepEqual(rangeOfLine("a\nbc", 9), { start: 2, end: 4 });
    assert.deepEqual(rangeOfLine("", 1), { start: 0, end: 0 });
});

test("A position has line and column in characters", () => {
    assert.deepEqual(position("a\n😀b", 4), { line: 2, column: 2 });
    assert.deepEqual(position("", 0), { line: 1, column: 1 });
});

test("Differing lines are those between equal ones", () => {
    assert.deepEqual(differingLines("a\nb\nc\nd", "a\nx\nd"), { line: 2, one: ["b", "c"], other: ["x"] });
    assert.deepEqual(differingLines("a\na", "a\na\na"), { line: 3, one: [], other: ["a"] });
    assert.deepEqual(differingLines("a", "a"), { line: 2, one: [], other: [] });
});
