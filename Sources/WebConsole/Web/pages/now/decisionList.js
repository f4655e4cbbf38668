/**
 * The table of the last decisions. It does not move while the pointer or the focus is in it.
 */
import { element } from "../../parts/dom.js";
import { outcome, policyName } from "../../parts/liveDecisions.js";
import { shown } from "../../parts/text.js";
import { local } from "../../parts/time.js";
import { decisionLink } from "../policies/links.js";
import { filterLink } from "./filter.js";

/**
 * @typedef {import("../../parts/liveDecisions.js").Decision} Decision
 * @typedef {import("./filter.js").Filter} Filter
 */

/** The number of reasons and clients of a decision that are shown. */
const codesShown = 4;
const columns = ["Time", "Action", "Host", "Policy", "Reasons", "Clients"];
const tones = { allow: "good", deny: "bad", other: "warn" };

export class DecisionList {
    #filter;
    #body = element("tbody");
    #none;
    #isPointedAt = false;
    /** The rows by the identifiers of their decisions. */
    /** @type {Map<string, HTMLTableRowElement>} */ #rows = new Map();

    /** @param {Filter} filter */
    constructor(filter) {
        this.#filter = filter;
        this.#none = element("p", { class: "quiet none" }, "No decision yet.");
        const table = element("table", { class: "cards decisions" }, element("caption", { class: "visually-hidden" }, "The last decisions, the newest first"),
            element("thead", {}, element("tr", {}, ...columns.map((column) => element("th", { scope: "col" }, column)))), this.#body);
        this.element = element("div", { class: "table-box live", tabindex: 0, role: "region", "aria-label": "Last decisions", on: {
            pointerenter: () => { this.#isPointedAt = true; }, pointerleave: () => { this.#isPointedAt = false; },
        } }, table, this.#none);
    }

    /** Whether someone reads the list. */
    get isHeld() {
        return this.#isPointedAt || this.element.contains(document.activeElement);
    }

    /**
     * Shows decisions, the newest first. The rows of those that are shown already are kept.
     *
     * @param {Decision[]} decisions
     */
    show(decisions) {
        const rows = new Map(decisions.map((decision) => [decision.id, this.#rows.get(decision.id) ?? this.#row(decision)]));
        for (const [id, row] of this.#rows) if (!rows.has(id)) row.remove();
        const first = [...rows.keys()].findIndex((id) => this.#rows.has(id));
        const added = [...rows.values()].slice(0, first < 0 ? rows.size : first);
        this.#body.prepend(...added);
        this.#rows = rows;
        this.#none.hidden = rows.size > 0;
    }

    /** @param {Decision} decision */
    #row(decision) {
        const reasons = decision.problem ? [decision.problem] : (decision.reasons ?? []).map((/** @type {Decision} */ reason) => reason.code);
        const policy = policyName(decision.policy);
        const cells = [
            element("span", { class: "badge", "data-tone": tones[outcome(decision)] }, shown(decision.action ?? (decision.problem ? "problem" : decision.route), { limit: 40 })),
            decision.host === undefined ? "" : filterLink(this.#filter, "host", decision.host),
            policy.startsWith("(") ? policy : filterLink(this.#filter, "policy", policy),
            list([...new Set(/** @type {string[]} */ (reasons))], (code) => filterLink(this.#filter, "code", code)),
            list(decision.clients ?? [], (client) => filterLink(this.#filter, "client", client)),
        ];
        return element("tr", {}, element("th", { scope: "row" }, time(decision)),
            ...cells.map((cell, index) => element("td", { "data-label": columns[index + 1] }, cell)));
    }
}

/**
 * Makes the time of day in UTC and in the time zone of the browser; the page of the decision has the day.
 *
 * @param {Decision} decision
 */
function time(decision) {
    const here = local(new Date(decision.time));
    return element("span", { class: "instant" }, decisionLink(decision.id, `${decision.time.slice(11, 23)} UTC`),
        here && element("span", { class: "quiet local" }, `${here.slice(11)} local`));
}

/**
 * @param {string[]} values
 * @param {(value: string) => Node} item
 */
function list(values, item) {
    const rest = values.length - codesShown;
    return element("span", {}, ...values.slice(0, codesShown).flatMap((value, index) => [index > 0 ? ", " : "", item(value)]),
        rest > 0 ? ` and ${rest} more` : "");
}
