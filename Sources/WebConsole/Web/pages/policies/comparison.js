/**
 * What a candidate for a policy set would change: numbers, groups and examples of decisions.
 */
import { element } from "../../parts/dom.js";
import { otherChanges, otherChangesText, toneOfChanges } from "../../parts/otherChanges.js";
import { PagedTable } from "../../parts/pagedTable.js";
import { shown } from "../../parts/text.js";
import { decisionLink } from "./links.js";

/** @typedef {{[name: string]: any}} Fields */

/** The number of reasons of an outcome that are shown. */
const reasonsOfOutcome = 6;

/**
 * Makes the result of a check.
 *
 * @param {Fields} comparison
 * @returns {HTMLElement}
 */
export function comparisonView(comparison) {
    const { changes } = comparison;
    const other = otherChangesText(otherChanges(comparison));
    return element("div", { class: "stack" },
        element("div", { class: "note stack tight", "data-tone": toneOfChanges(comparison) },
            figures(changes), other && element("p", {}, other),
            ...limits(comparison).map((text) => element("p", {}, text))),
        groups("By reason", "Reason", changes.byReason, (group) => group.change === "principal"
            ? "The principal changes"
            : element("span", {}, `${group.change === "added" ? "New" : "No longer"}: `, element("code", {}, shown(group.code ?? "")), ` (${group.severity})`)),
        groups("By policy", "Policy", changes.byPolicy, (group) => group.policy === undefined ? "An inline policy" : shown(group.policy)),
        groups("By host", "Host", changes.byHost, (group) => group.host === undefined ? "Without a host" : shown(group.host)),
        examples(comparison.examples));
}

/** @param {Fields} changes */
function figures({ compared, changed }) {
    const parts = /** @type {[string, number, string][]} */ ([
        ["Compared", compared, "quiet"], ["No longer allowed", changed.denied, "bad"], ["Newly allowed", changed.allowed, "warn"], ["Other changes", changed.other, "info"],
    ]);
    return element("dl", { class: "figures" }, ...parts.map(([name, count, tone]) =>
        element("div", { "data-tone": count > 0 ? tone : "quiet" }, element("dt", {}, name), element("dd", {}, count.toLocaleString("en")))));
}

/**
 * Says in one sentence what the document would change.
 *
 * @param {Fields} changes
 */
export function headline(changes) {
    const { changed } = changes;
    if (changes.compared === 0) return "The document is valid. No decision could be compared.";
    if (changed.total === 0) return `The document is valid, and changes none of ${changes.compared} decisions.`;
    return `Of ${changes.compared} decisions, ${changed.denied} would no longer be allowed, `
        + `${changed.allowed} would be allowed that are not now, and ${changed.other} would change in other ways.`;
}

/** @param {Fields} comparison */
function limits(comparison) {
    const { withoutInputs, unreadable, withoutVerdict, lackingEvidence } = comparison;
    return [
        !comparison.isComplete && "The check ended after 10 seconds, before all decisions were considered.",
        withoutInputs > 0 && `${withoutInputs} decisions were left out, because their questions are not in memory (decisions.record: inputs).`,
        unreadable > 0 && `${unreadable} questions cannot be read back.`,
        withoutVerdict > 0 && `${withoutVerdict} questions have no verdict before or after, because the policy does not exist there.`,
        lackingEvidence > 0 && `${lackingEvidence} questions lack evidence that a policy would look for, so that their verdicts can be stricter.`,
    ].filter((text) => text !== false);
}

/**
 * @param {string} caption
 * @param {string} label
 * @param {{groups: Fields[], further: Fields}} list
 * @param {(group: Fields) => string | Node} name
 */
function groups(caption, label, list, name) {
    if (list.groups.length === 0) return null;
    /** @type {PagedTable<Fields>} */
    const table = new PagedTable(`Changes ${caption.toLowerCase()}`, [
        { label, class: "name" }, { label: "No longer allowed", class: "number" }, { label: "Newly allowed", class: "number" }, { label: "Other", class: "number" }, { label: "Decisions" },
    ], (group) => [
        name(group), String(group.denied), String(group.allowed), String(group.other),
        element("span", { class: "cluster" }, ...group.examples.slice(0, 3).map((/** @type {string} */ id) => decisionLink(id, id.slice(-12)))),
    ]);
    table.show(list.groups);
    const further = list.further.total > 0 ? element("p", { class: "quiet" }, `${list.further.total} more changes in other groups.`) : null;
    return element("div", { class: "stack tight" }, element("h4", {}, caption), table.element, further);
}

/** @param {Fields[]} list */
function examples(list) {
    if (list.length === 0) return null;
    /** @type {PagedTable<Fields>} */
    const table = new PagedTable("Examples of changed decisions", [
        { label: "Decision" }, { label: "Policy", class: "name" }, { label: "Host", class: "name" }, { label: "Now", class: "name" }, { label: "With the document", class: "name" },
    ], (example) => [
        decisionLink(example.id, example.id.slice(-12)), shown(example.policy ?? ""), shown(example.host ?? ""), outcome(example.before), outcome(example.after),
    ]);
    table.show(list);
    return element("div", { class: "stack tight" }, element("h4", {}, "Examples"), table.element);
}

/** @param {Fields} value */
function outcome(value) {
    if (value.problem) return element("span", {}, "Problem ", element("code", {}, shown(value.problem)));
    const tone = value.action === "allow" ? "good" : value.action === "deny" ? "bad" : "warn";
    const reasons = (value.reasons ?? []).map((/** @type {Fields} */ reason) => reason.code);
    const rest = reasons.length - reasonsOfOutcome;
    return element("span", {}, element("span", { class: "badge", "data-tone": tone }, shown(value.action ?? "")), " ",
        element("code", {}, shown(reasons.slice(0, reasonsOfOutcome).join(", "))), rest > 0 ? ` and ${rest} more` : "");
}
