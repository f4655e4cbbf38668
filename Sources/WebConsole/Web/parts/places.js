/**
 * Places in the text of a document, and the lines in which two texts differ.
 */

/**
 * @typedef {{severity: "error" | "warning", line: number | null, pointer: string, detail: string, file: string}} Mark
 * @typedef {{file?: string, line?: number, pointer?: string, detail?: string, code?: string}} Place
 */

/**
 * Returns the marks of errors and warnings in the order of their lines; those without a line are last.
 *
 * @param {Place[]} errors
 * @param {Place[]} warnings
 * @returns {Mark[]}
 */
export function marks(errors, warnings) {
    const all = [...errors.map((place) => mark("error", place)), ...warnings.map((place) => mark("warning", place))];
    return all.sort((one, other) => (one.line ?? Infinity) - (other.line ?? Infinity) || 0);
}

/**
 * Returns the range of a line in a text. The first line is 1; a line after the end is the last one.
 *
 * @param {string} text
 * @param {number} line
 */
export function rangeOfLine(text, line) {
    let start = 0;
    for (let number = 1; number < line; number += 1) {
        const end = text.indexOf("\n", start);
        if (end < 0) break;
        start = end + 1;
    }
    const end = text.indexOf("\n", start);
    return { start, end: end < 0 ? text.length : end };
}

/**
 * Returns the range of the place of a mark: the last key of its pointer in its line, or else the line.
 *
 * @param {string} text
 * @param {Mark} mark
 */
export function rangeOfMark(text, mark) {
    if (mark.line === null) return { start: 0, end: 0 };
    const range = rangeOfLine(text, mark.line);
    const line = text.slice(range.start, range.end);
    const key = lastKey(mark.pointer);
    const offset = key === "" ? -1 : line.indexOf(key);
    if (offset >= 0) return { start: range.start + offset, end: range.start + offset + key.length };
    return { start: range.start + (line.length - line.trimStart().length), end: range.end };
}

/**
 * Returns the line and the column of an offset, both from 1.
 *
 * @param {string} text
 * @param {number} offset
 */
export function position(text, offset) {
    const before = text.slice(0, offset);
    const start = before.lastIndexOf("\n") + 1;
    return { line: before.split("\n").length, column: [...before.slice(start)].length + 1 };
}

/**
 * Returns the lines in which two texts differ: the lines between those that are equal at the beginning and at the end.
 *
 * @param {string} one
 * @param {string} other
 */
export function differingLines(one, other) {
    const [first, second] = [one.split("\n"), other.split("\n")];
    const shortest = Math.min(first.length, second.length);
    let start = 0;
    while (start < shortest && first[start] === second[start]) start += 1;
    let end = 0;
    while (end < shortest - start && first[first.length - 1 - end] === second[second.length - 1 - end]) end += 1;
    return { line: start + 1, one: first.slice(start, first.length - end), other: second.slice(start, second.length - end) };
}

/** @param {"error" | "warning"} severity @param {Place} place @returns {Mark} */
function mark(severity, place) {
    const detail = place.code && severity === "warning" ? `${place.code}: ${place.detail ?? ""}` : place.detail ?? "";
    return { severity, line: place.line ?? null, pointer: place.pointer ?? "", detail, file: place.file ?? "" };
}

/** @param {string} pointer */
function lastKey(pointer) {
    return pointer.split("/").slice(1).pop()?.replaceAll("~1", "/").replaceAll("~0", "~") ?? "";
}
