/**
 * Small charts of counts, made as SVG. Each has a label with its numbers, or a table beside it.
 */
import { svg } from "./dom.js";

/** @typedef {import("./tally.js").Counts} Counts */

const outcomes = /** @type {("allow" | "deny" | "other")[]} */ (["allow", "deny", "other"]);
const [columnWidth, columnHeight] = [6, 60];

/**
 * Returns the widths of the parts of a bar. A part that is not zero is at least two units wide.
 *
 * @param {number[]} counts
 * @param {number} width
 */
export function shares(counts, width) {
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (total === 0) return counts.map(() => 0);
    const widths = counts.map((count) => count === 0 ? 0 : Math.max(2, (count / total) * width));
    const widest = widths.indexOf(Math.max(...widths));
    widths[widest] -= widths.reduce((sum, part) => sum + part, 0) - width;
    return widths;
}

/**
 * Draws counts as one bar, as long as its part of the highest bar.
 *
 * @param {Counts} counts
 * @param {number} part from 0 to 1
 */
export function drawShares(counts, part) {
    const widths = shares(outcomes.map((outcome) => counts[outcome]), 400 * part);
    let x = 0;
    return svg("svg", { class: "shares", "aria-hidden": "true", viewBox: "0 0 400 14", preserveAspectRatio: "none" },
        ...outcomes.map((outcome, index) => {
            const bar = svg("rect", { "data-outcome": outcome, x: x.toFixed(1), y: 0, width: widths[index].toFixed(1), height: 14 });
            x += widths[index];
            return bar;
        }));
}

/**
 * Returns a path for each outcome: columns one above the other, as high as their part of the highest column.
 *
 * @param {Counts[]} values
 * @returns {{outcome: "allow" | "deny" | "other", path: string}[]}
 */
export function columnPaths(values) {
    const highest = Math.max(1, ...values.map((value) => value.allow + value.deny + value.other));
    const bases = values.map(() => columnHeight);
    return /** @type {("allow" | "deny" | "other")[]} */ (["deny", "other", "allow"]).map((outcome) => ({
        outcome,
        path: values.map((value, index) => {
            const height = (value[outcome] / highest) * columnHeight;
            if (height === 0) return "";
            const base = bases[index];
            bases[index] -= height;
            return `M${index * columnWidth} ${base.toFixed(1)}h${columnWidth - 1}v${(-height).toFixed(1)}h${1 - columnWidth}z`;
        }).join(""),
    }));
}

/**
 * Draws the counts of each second as columns, with denied decisions below.
 *
 * @param {Counts[]} values
 * @param {string} label
 */
export function drawColumns(values, label) {
    const size = `0 0 ${columnWidth * values.length} ${columnHeight}`;
    return svg("svg", { class: "time-columns", role: "img", "aria-label": label, viewBox: size, preserveAspectRatio: "none" },
        ...columnPaths(values).map(({ outcome, path }) => svg("path", { "data-outcome": outcome, d: path })));
}
