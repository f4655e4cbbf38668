/**
 * Two verdicts on the same chain, side by side.
 */
import { announce } from "./announce.js";
import { element } from "./dom.js";
import { reasonKey, reasonList } from "./reasons.js";
import { wordOf } from "./tones.js";
import { verdictCard } from "./verdict.js";

/** @typedef {{label: string, verdict: any}} Side */

/**
 * Compares two verdicts, and announces the outcome.
 *
 * @param {Side} left
 * @param {Side} right
 * @param {boolean} isLinked whether the page may show decisions
 */
export function comparison(left, right, isLinked) {
    const isSame = left.verdict.action === right.verdict.action;
    const actions = `${left.label}: ${wordOf(left.verdict.action)}. ${right.label}: ${wordOf(right.verdict.action)}.`;
    announce(`${isSame ? "The action is the same." : "The actions differ."} ${actions}`);
    return element("div", { class: "stack" },
        element("p", {}, isSame ? "The action is the same." : "The actions differ."),
        element("div", { class: "columns" }, side(left, right, isLinked), side(right, left, isLinked)));
}

/**
 * @param {Side} one
 * @param {Side} other
 * @param {boolean} isLinked
 */
function side(one, other, isLinked) {
    const others = new Set(other.verdict.reasons.map(reasonKey));
    const keys = /** @type {string[]} */ (one.verdict.reasons.map(reasonKey));
    return element("section", { class: "stack", "aria-label": one.label },
        element("p", { class: "strong" }, one.label),
        verdictCard(one.verdict, { heading: "h3", isLinked }),
        reasonList(one.verdict.reasons, { marked: new Set(keys.filter((key) => !others.has(key))) }));
}
