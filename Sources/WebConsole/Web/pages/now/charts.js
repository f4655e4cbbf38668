/**
 * Charts of the decisions that arrived: each second, and by policy.
 */
import { drawColumns } from "../../parts/chart.js";
import { element, replace } from "../../parts/dom.js";
import { total } from "../../parts/tally.js";
import { PolicyBars } from "./policyBars.js";

/** @typedef {import("../../parts/liveDecisions.js").LiveDecisions} LiveDecisions */

const number = (/** @type {number} */ value) => value.toLocaleString("en");

export class Charts {
    #none = element("p", { class: "quiet" }, "No new decision yet.");
    #numbers = element("dl", { class: "figures", hidden: true });
    #seconds = element("div");
    #policies;

    /** @param {import("./filter.js").Filter} filter */
    constructor(filter) {
        this.#policies = new PolicyBars(filter);
        this.#policies.element.hidden = true;
        this.element = element("div", { class: "columns" },
            element("section", { class: "card", "aria-labelledby": "rate-heading" }, element("h2", { id: "rate-heading" }, "Since this page was opened"),
                this.#none, this.#numbers, this.#seconds),
            element("section", { class: "card", "aria-labelledby": "by-policy-heading" }, element("h2", { id: "by-policy-heading" }, "By policy"),
                this.#policies.element));
    }

    /**
     * @param {LiveDecisions} live
     * @param {number} now
     */
    show(live, now) {
        const { all } = live.policies;
        const values = live.seconds.values(now);
        const highest = Math.max(...values.map(total));
        this.#none.hidden = total(all) > 0;
        this.#numbers.hidden = total(all) === 0;
        this.#policies.element.hidden = total(all) === 0;
        replace(this.#numbers, ...figure("Allowed", all.allow, "good"), ...figure("Denied", all.deny, "bad"), ...figure("Other", all.other, "warn"));
        replace(this.#seconds, drawColumns(values, `Decisions of each second in the last minute, at most ${number(highest)}`),
            element("p", { class: "quiet small cluster spread" }, element("span", {}, "60 seconds ago"),
                element("span", {}, `at most ${number(highest)} a second`), element("span", {}, "now")));
        this.#policies.show(live.policies);
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
