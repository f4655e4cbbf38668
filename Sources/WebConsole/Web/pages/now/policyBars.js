/**
 * The table of decisions by policy. A row stays the same element while its numbers change, so that its link can be used.
 */
import { drawShares } from "../../parts/chart.js";
import { element, replace } from "../../parts/dom.js";
import { total } from "../../parts/tally.js";
import { shown } from "../../parts/text.js";
import { filterLink } from "./filter.js";

/** @typedef {import("../../parts/tally.js").Counts} Counts */
/** @typedef {{name: string | null, counts: Counts}} Bar */

/** The number of policies that have a row of their own. */
const policiesShown = 8;

export class PolicyBars {
    #filter;
    #body = element("tbody");
    /** @type {Map<string | null, {element: HTMLElement, show: (counts: Counts, longest: number) => void}>} */ #rows = new Map();

    /** @param {import("./filter.js").Filter} filter */
    constructor(filter) {
        this.#filter = filter;
        const columns = ["Policy", "Allowed", "Denied", "Other"].map((label, index) =>
            element("th", { scope: "col", class: index > 0 ? "number" : null }, label));
        columns.splice(1, 0, element("td", {}));
        this.element = element("div", { class: "table-box" }, element("table", { class: "by-policy" },
            element("caption", { class: "visually-hidden" }, "Decisions by policy"), element("thead", {}, element("tr", {}, ...columns)), this.#body));
    }

    /** @param {import("../../parts/tally.js").Tally} tally */
    show(tally) {
        const bars = tally.highest(policiesShown, this.#held());
        const names = bars.map((bar) => bar.name);
        for (const [name, row] of this.#rows) if (!names.includes(name)) this.#remove(name, row.element);
        const longest = Math.max(1, ...bars.filter((bar) => bar.name !== null).map((bar) => total(bar.counts)));
        bars.forEach((bar, index) => this.#showBar(bar, index, longest));
    }

    /**
     * Returns the names that keep their places, because someone points at a row or has the focus in it.
     *
     * @returns {string[]}
     */
    #held() {
        if (!this.#body.matches(":hover, :focus-within")) return [];
        return [...this.#rows.keys()].flatMap((name) => name ?? []);
    }

    /** @param {string | null} name @param {HTMLElement} row */
    #remove(name, row) {
        row.remove();
        this.#rows.delete(name);
    }

    /** @param {Bar} bar @param {number} index @param {number} longest */
    #showBar({ name, counts }, index, longest) {
        const row = this.#rows.get(name) ?? this.#row(name);
        this.#rows.delete(name);
        this.#rows.set(name, row);
        const present = this.#body.children[index];
        if (present !== row.element) this.#body.insertBefore(row.element, present ?? null);
        row.show(counts, longest);
    }

    /** @param {string | null} name */
    #row(name) {
        const bar = element("td", { class: "bar-cell" });
        const cells = ["allow", "deny", "other"].map(() => element("td", { class: "number" }));
        const heading = name === null ? "All others" : name.startsWith("(") ? shown(name) : filterLink(this.#filter, "policy", name);
        /** @param {Counts} counts @param {number} longest */
        const show = (counts, longest) => {
            replace(bar, name !== null && drawShares(counts, total(counts) / longest));
            [counts.allow, counts.deny, counts.other].forEach((count, index) => { cells[index].textContent = count.toLocaleString("en"); });
        };
        return { element: element("tr", {}, element("th", { scope: "row" }, heading), bar, ...cells), show };
    }
}
