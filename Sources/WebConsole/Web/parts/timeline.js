/**
 * A time line of ends: an image in which each kind has a lane. A table beside it has the same as text.
 */
import { svg } from "./dom.js";
import { kinds } from "./ends.js";
import { plain } from "./text.js";

/**
 * @typedef {import("./ends.js").End} End
 * @typedef {{x: number, count: number, isEnded: boolean, isSoon: boolean, names: string[]}} Point the names have their ends
 * @typedef {{kind: string, label: string, y: number, points: Point[]}} Lane
 * @typedef {{width: number, height: number, left: number, now: number, lanes: Lane[], ticks: {x: number, label: string}[]}} Picture
 */

const day = 86_400_000;
/** The spans that a time line can show, in days. */
export const spans = [30, 90, 365, 1825, 7300];
const laneHeight = 30;
const top = 8;
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
 * @returns {Picture}
 */
export function picture(ends, now, span, width) {
    const left = Math.min(150, Math.round(width * 0.3));
    const nowX = Math.round(left + (width - left) * past);
    /** @param {number} time */
    const x = (time) => time < now ? left + 7 : nowX + ((time - now) / (span * day)) * (width - 12 - nowX);
    const visible = ends.filter((end) => Date.parse(end.end) <= now + span * day);
    const lanes = [...kinds].filter(([kind]) => visible.some((end) => end.kind === kind)).map(([kind, label], index) => ({
        kind, label, y: top + laneHeight * (index + 0.5),
        points: points(visible.filter((end) => end.kind === kind), now, x),
    }));
    return { width, height: top + laneHeight * lanes.length + 26, left, now: nowX, lanes, ticks: ticks(now, span, x, width) };
}

/**
 * @param {End[]} ends
 * @param {number} now
 * @param {(time: number) => number} x
 */
function points(ends, now, x) {
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
 * Returns about one tick in 90 pixels: at days of a short span, and else at the first days of months.
 *
 * @param {number} now
 * @param {number} span
 * @param {(time: number) => number} x
 * @param {number} width
 */
function ticks(now, span, x, width) {
    const count = Math.max(2, Math.floor((width - x(now)) / 90));
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
    const { width, height, left } = picture;
    const bottom = height - 22;
    return svg("svg", { class: "timeline", role: "img", "aria-label": label, width, height, viewBox: `0 0 ${width} ${height}` },
        ...picture.ticks.map((tick) => svg("g", {},
            svg("line", { class: "grid", x1: tick.x, x2: tick.x, y1: top, y2: bottom }),
            svg("text", { class: "tick", x: tick.x, y: height - 6, "text-anchor": "middle" }, tick.label))),
        ...picture.lanes.map((lane) => drawLane(lane, left, width)),
        svg("line", { class: "now", x1: picture.now, x2: picture.now, y1: top - 4, y2: bottom }),
        svg("text", { class: "tick", x: picture.now, y: height - 6, "text-anchor": "middle" }, "now"));
}

/**
 * @param {Lane} lane
 * @param {number} left
 * @param {number} width
 */
function drawLane(lane, left, width) {
    return svg("g", {},
        svg("text", { class: "lane", x: 0, y: lane.y + 4 }, lane.label),
        svg("line", { class: "grid", x1: left, x2: width, y1: lane.y, y2: lane.y }),
        ...lane.points.map((point) => svg("g", { class: point.isEnded ? "ended" : point.isSoon ? "soon" : "later" },
            svg("title", {}, [...point.names, ...point.count > point.names.length ? [`and ${point.count - point.names.length} more`] : []].join("\n")),
            svg("circle", { cx: point.x, cy: lane.y, r: point.count > 1 ? 9 : 6 }),
            point.count > 1 && svg("text", { class: "count", x: point.x, y: lane.y + 4, "text-anchor": "middle" },
                point.count > 99 ? "99+" : String(point.count)))));
}
