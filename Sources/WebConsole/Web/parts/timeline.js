/**
 * A time line of ends: an image in which each kind has a lane. A table beside it has the same as text.
 */
import { svg } from "./dom.js";
import { kinds } from "./ends.js";
import { plain } from "./text.js";

/**
 * @typedef {import("./ends.js").End} End
 * @typedef {{x: number, count: number, isEnded: boolean, isSoon: boolean, names: string[]}} Point the names have their ends
 * @typedef {{kind: string, label: string, y: number, labelY: number, points: Point[]}} Lane
 * @typedef {{width: number, height: number, left: number, scale: number, now: number, lanes: Lane[], ticks: {x: number, label: string}[]}} Picture
 */

const day = 86_400_000;
/** The spans that a time line can show, in days. */
export const spans = [30, 90, 365, 1825, 7300];
/** The measures of a picture with text of the usual size, in pixels. */
const laneHeight = 30;
const labelHeight = 16;
const labelWidth = 150;
const tickHeight = 26;
const top = 8;
/** The pictures narrower than this have the name of a lane above it in place of beside it. */
const wide = 600;
/** The ends nearer to each other than this are one point. */
const distance = 14;
/** The part of the width that shows what has ended. */
const past = 0.06;
/** The number of names that a point shows. */
const namesOfPoint = 5;
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * Returns the shortest span that shows the next ends, in days.
 *
 * @param {End[]} ends
 * @param {number} now
 */
export function usefulSpan(ends, now) {
    const next = ends.map((end) => Date.parse(end.end)).filter((time) => time >= now).slice(0, 10).pop();
    const days = next === undefined ? 0 : (next - now) / day;
    return spans.find((span) => span >= days) ?? spans[spans.length - 1];
}

/**
 * Returns the ends until the end of a span: those to come, and after them those that were, the last one first.
 *
 * @param {End[]} ends
 * @param {number} now
 * @param {number} span
 */
export function endsWithin(ends, now, span) {
    const visible = ends.filter((end) => Date.parse(end.end) <= now + span * day);
    const ended = visible.filter((end) => Date.parse(end.end) < now).reverse();
    return [...visible.slice(ended.length), ...ended];
}

/**
 * Computes the picture of the ends until the end of a span. What has ended is at the left edge.
 *
 * @param {End[]} ends
 * @param {number} now
 * @param {number} span
 * @param {number} width
 * @param {number} [scale] the size of the text, as a multiple of the usual one
 * @returns {Picture}
 */
export function picture(ends, now, span, width, scale = 1) {
    const isWide = width >= wide * scale;
    const left = isWide ? labelWidth * scale : 0;
    const step = (isWide ? laneHeight : laneHeight + labelHeight) * scale;
    const nowX = Math.round(left + Math.max(24 * scale, (width - left) * past));
    /** @param {number} time */
    const x = (time) => time < now ? left + 11 * scale : nowX + ((time - now) / (span * day)) * (width - 12 * scale - nowX);
    const visible = ends.filter((end) => Date.parse(end.end) <= now + span * day);
    const lanes = [...kinds].filter(([kind]) => visible.some((end) => end.kind === kind)).map(([kind, label], index) => ({
        kind, label, y: top + step * (index + 1) - (laneHeight / 2) * scale,
        labelY: top + step * index + (isWide ? laneHeight / 2 + 4 : labelHeight - 4) * scale,
        points: points(visible.filter((end) => end.kind === kind), now, x, distance * scale),
    }));
    return { width, height: top + step * lanes.length + tickHeight * scale, left, scale, now: nowX, lanes, ticks: ticks(now, span, x, { width, scale }) };
}

/**
 * @param {End[]} ends
 * @param {number} now
 * @param {(time: number) => number} x
 * @param {number} distance
 */
function points(ends, now, x, distance) {
    /** @type {Point[]} */
    const found = [];
    for (const end of ends) {
        const time = Date.parse(end.end);
        const [place, isEnded] = [x(time), time < now];
        const last = found[found.length - 1];
        if (last && last.isEnded === isEnded && place - last.x < distance) {
            last.count += 1;
            if (last.names.length < namesOfPoint) last.names.push(nameOf(end));
        } else {
            found.push({ x: place, count: 1, isEnded, isSoon: time < now + 30 * day, names: [nameOf(end)] });
        }
    }
    return found;
}

/** @param {End} end */
function nameOf(end) {
    return `${plain(end.name, 80)}: ${end.end}`;
}

/**
 * Returns about one tick in 90 pixels of usual text: at days of a short span, and else at the first days of months.
 *
 * @param {number} now
 * @param {number} span
 * @param {(time: number) => number} x
 * @param {{width: number, scale: number}} size
 */
function ticks(now, span, x, { width, scale }) {
    const count = Math.max(2, Math.floor((width - x(now)) / (90 * scale)));
    const step = Math.max(1, Math.ceil(span / count));
    /** @type {{x: number, label: string}[]} */
    const found = [];
    for (let days = step; days <= span - step / 3; days += step) {
        const date = new Date(now + days * day);
        const label = span > 365
            ? `${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
            : `${date.getUTCDate()} ${months[date.getUTCMonth()]}`;
        found.push({ x: x(date.getTime()), label });
    }
    return found;
}

/**
 * Draws a picture.
 *
 * @param {Picture} picture
 * @param {string} label
 */
export function drawTimeline(picture, label) {
    const { width, height, scale } = picture;
    const bottom = height - (tickHeight - 4) * scale;
    return svg("svg", { class: "timeline", role: "img", "aria-label": label, width, height, viewBox: `0 0 ${width} ${height}` },
        ...picture.ticks.map((tick) => svg("g", {},
            svg("line", { class: "grid", x1: tick.x, x2: tick.x, y1: top, y2: bottom }),
            svg("text", { class: "tick", x: tick.x, y: height - 6, "text-anchor": "middle" }, tick.label))),
        svg("line", { class: "now", x1: picture.now, x2: picture.now, y1: top - 4, y2: bottom }),
        svg("text", { class: "tick", x: picture.now, y: height - 6, "text-anchor": "middle" }, "now"),
        ...picture.lanes.map((lane) => drawLane(lane, picture)));
}

/**
 * @param {Lane} lane
 * @param {Picture} picture
 */
function drawLane(lane, { left, width, scale }) {
    return svg("g", {},
        svg("text", { class: "lane", x: 0, y: lane.labelY }, lane.label),
        svg("line", { class: "grid", x1: left, x2: width, y1: lane.y, y2: lane.y }),
        ...lane.points.map((point) => svg("g", { class: point.isEnded ? "ended" : point.isSoon ? "soon" : "later" },
            svg("title", {}, [...point.names, ...point.count > point.names.length ? [`and ${point.count - point.names.length} more`] : []].join("\n")),
            svg("circle", { cx: point.x, cy: lane.y, r: (point.count > 1 ? 9 : 6) * scale }),
            point.count > 1 && svg("text", { class: "count", x: point.x, y: lane.y + 4 * scale, "text-anchor": "middle" },
                point.count > 99 ? "99+" : String(point.count)))));
}
