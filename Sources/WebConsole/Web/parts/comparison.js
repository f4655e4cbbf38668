/**
 * Two verdicts on the same chain, side by side.
 */
import { element } from "./dom.js";
import { reasonKey, reasonList } from "./reasons.js";
import { verdictCard } from "./verdict.js";

/** @typedef {{label: string, verdict: any}} Side */

/**
 * @param {Side} left
 * @param {Side} right
 */
export function comparison(left, right) {
    const changed = left.verdict.action !== right.verdict.action;
    return element("div", { class: "stack" },
        element("p", { role: "status" }, changed ? "The actions differ." : "The action is the same."),
        element("div", { class: "columns" }, side(left, right), side(right, left)));
}

/**
 * @param {Side} one
 * @param {Side} other
 */
function side(one, other) {
    const others = new Set(other.verdict.reasons.map(reasonKey));
    const keys = /** @type {string[]} */ (one.verdict.reasons.map(reasonKey));
    return element("section", { class: "stack", "aria-label": one.label },
        element("p", { class: "strong" }, one.label),
        verdictCard(one.verdict, { heading: "h3" }),
        reasonList(one.verdict.reasons, { marked: new Set(keys.filter((key) => !others.has(key))) }));
}
