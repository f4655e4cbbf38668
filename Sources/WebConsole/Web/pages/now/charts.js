/**
 * Charts of the decisions that arrived: each second, and by policy.
 */
import { drawColumns, drawShares } from "../../parts/chart.js";
import { element, replace } from "../../parts/dom.js";
import { total } from "../../parts/tally.js";
import { shown } from "../../parts/text.js";
import { filterLink } from "./filter.js";

/** @typedef {import("../../parts/liveDecisions.js").LiveDecisions} LiveDecisions */

/** The number of policies that have a bar of their own. */
const policiesShown = 8;
const number = (/** @type {number} */ value) => value.toLocaleString("en");

export class Charts {
    #filter;
    #numbers = element("dl", { class: "figures" });
    #seconds = element("div");
    #policies = element("tbody");

    /** @param {import("./filter.js").Filter} filter */
    constructor(filter) {
        this.#filter = filter;
        const columns = ["Policy", "Allowed", "Denied", "Other"].map((label, index) =>
            element("th", { scope: "col", class: index > 0 ? "number" : null }, label));
        columns.splice(1, 0, element("td", {}));
        this.element = element("div", { class: "columns" },
            element("section", { class: "card", "aria-labelledby": "rate-heading" }, element("h2", { id: "rate-heading" }, "Since this page was opened"),
                this.#numbers, this.#seconds),
            element("section", { class: "card", "aria-labelledby": "by-policy-heading" }, element("h2", { id: "by-policy-heading" }, "By policy"),
                element("div", { class: "table-box" }, element("table", { class: "by-policy" },
                    element("caption", { class: "visually-hidden" }, "Decisions by policy"), element("thead", {}, element("tr", {}, ...columns)), this.#policies))));
    }

    /**
     * @param {LiveDecisions} live
     * @param {number} now
     */
    show(live, now) {
        const { all } = live.policies;
        const values = live.seconds.values(now);
        const highest = Math.max(...values.map(total));
        replace(this.#numbers, ...figure("Allowed", all.allow, "good"), ...figure("Denied", all.deny, "bad"), ...figure("Other", all.other, "warn"));
        replace(this.#seconds, drawColumns(values, `Decisions of each second in the last minute, at most ${number(highest)}`),
            element("p", { class: "quiet small cluster spread" }, element("span", {}, "60 seconds ago"),
                element("span", {}, `at most ${number(highest)} a second`), element("span", {}, "now")));
        const bars = live.policies.highest(policiesShown);
        const longest = Math.max(1, ...bars.filter((bar) => bar.name !== null).map((bar) => total(bar.counts)));
        replace(this.#policies, ...bars.map(({ name, counts }) => element("tr", {},
            element("th", { scope: "row" }, name === null ? "All others" : name.startsWith("(") ? shown(name) : filterLink(this.#filter, "policy", name)),
            element("td", { class: "bar-cell" }, name !== null && drawShares(counts, total(counts) / longest)),
            ...[counts.allow, counts.deny, counts.other].map((count) => element("td", { class: "number" }, number(count))))));
    }
}

/**
 * @param {string} label
 * @param {number} value
 * @param {string} tone
 */
function figure(label, value, tone) {
    return [element("div", { "data-tone": tone }, element("dt", {}, label), element("dd", {}, number(value)))];
}
