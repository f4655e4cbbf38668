/**
 * The search for host rules, and for the policy of a host.
 */
import { element, replace } from "../../parts/dom.js";
import { formatFragment } from "../../parts/fragment.js";
import { readHost } from "../../parts/hostName.js";
import { searchedText } from "../../parts/hostRules.js";
import { PagedTable } from "../../parts/pagedTable.js";
import { shown } from "../../parts/text.js";
import { setLink } from "./links.js";

/**
 * @typedef {import("../../parts/hostRules.js").Rule} Rule
 * @typedef {import("../../parts/hostRules.js").RuleSet} RuleSet
 * @typedef {import("../../parts/hostRules.js").Selection} Selection
 */

export class HostSearch {
    #catalog;
    #input;
    #answer = element("p", { role: "status" });
    #selections = selectionTable();
    #others = otherwiseTable();
    #othersSummary = element("summary");
    #othersPart = element("details", { hidden: true }, this.#othersSummary, this.#others.element);
    #rules = ruleTable();
    #count = element("p", { class: "quiet" });

    /**
     * @param {import("../../parts/policyCatalog.js").PolicyCatalog} catalog
     * @param {string} text
     */
    constructor(catalog, text) {
        this.#catalog = catalog;
        this.#input = element("input", {
            id: "host-search", type: "search", autocomplete: "off", spellcheck: "false", autocapitalize: "none",
            placeholder: "api.pay.example", "aria-describedby": "host-search-hint", on: { input: () => this.#changed() },
        });
        this.#input.value = text;
        this.element = element("section", { class: "card", "aria-labelledby": "search-heading" },
            element("h2", { id: "search-heading" }, "Which policy holds for a host"),
            element("label", { class: "field measure" }, "Host, or a part of a rule, set or policy", this.#input,
                element("span", { class: "hint", id: "host-search-hint" }, "A request names a set; the host rules of the set select the policy.")),
            this.#answer, this.#selections.element, this.#othersPart,
            element("h3", {}, "Search in the host rules"), this.#count, this.#rules.element);
    }

    #changed() {
        history.replaceState(null, "", formatFragment(["policies"], { search: this.#input.value }));
        for (const table of [this.#selections, this.#others, this.#rules]) table.show([]);
        this.draw();
    }

    /** Draws the answers from what was read so far. */
    draw() {
        const text = searchedText(this.#input.value);
        const rules = this.#catalog.rules.containing(text);
        const all = this.#catalog.rules.rules.length.toLocaleString("en");
        replace(this.#count, text === "" ? `All ${all} rules.`
            : `The text itself is in the pattern, set or policy of ${rules.length.toLocaleString("en")} of ${all} rules. Which rule matches the host is said above.`);
        this.#rules.update(rules);
        this.#drawAnswer(text);
    }

    /** @param {string} text */
    #drawAnswer(text) {
        const host = text === "" ? null : readHost(text);
        const selections = host === null || host.kind === "invalid" ? [] : this.#catalog.rules.selections(host);
        const others = host === null || host.kind === "invalid" ? [] : this.#catalog.rules.withoutRule(selections);
        this.#others.update(others);
        this.#othersPart.hidden = others.length === 0;
        replace(this.#othersSummary, `Sets without a rule for this host: ${others.length.toLocaleString("en")}, with the policy of each`);
        this.#selections.update(selections.sort((one, other) => Number(other.rule !== null) - Number(one.rule !== null)));
        if (host === null) return replace(this.#answer);
        if (host.kind === "invalid") {
            return replace(this.#answer, `As a host, this text ${host.reason}: a set with host rules denies such a request with `,
                element("code", {}, "host.invalid"), ".");
        }
        replace(this.#answer, shown(host.name, { class: "strong" }), ": ", this.#summary(selections));
    }

    /** @param {Selection[]} selections */
    #summary(selections) {
        const withRule = selections.filter((selection) => selection.rule !== null).length;
        const rest = this.#catalog.rules.sets.length - withRule;
        const sets = (/** @type {number} */ count) => `${count.toLocaleString("en")} ${count === 1 ? "set" : "sets"}`;
        const found = withRule === 0 ? "no set has a rule for this host" : `${sets(withRule)} with a rule for this host`;
        const others = rest === 0 ? "" : `; ${sets(rest)} without one, where otherwise of the set applies`;
        return `${found}${others}${this.#catalog.isComplete ? "" : ", of the sets that were read so far"}.`;
    }
}

function selectionTable() {
    /** @type {PagedTable<Selection>} */
    const table = new PagedTable("Policies for the host", [
        { label: "Set" }, { label: "Policy" }, { label: "Rule", class: "name" }, { label: "Why, and why not the others" },
    ], (selection) => [
        setLink(selection.set.name), handling(selection.policy),
        selection.rule ? element("code", {}, shown(selection.rule.pattern)) : element("span", { class: "quiet" }, "otherwise of the set"),
        element("ul", { class: "plain" }, ...reasons(selection)),
    ], "", { isWide: true });
    return table;
}

/** @param {Selection} selection */
function reasons(selection) {
    const words = { applies: "applies", overridden: "overridden", noMatch: "does not match" };
    const first = selection.rule === null ? [element("li", {}, "No rule of the set matches.")] : [];
    const excluded = selection.rule?.policy === "otherwise" ? [element("li", {}, "The rule excludes the host, so otherwise of the set applies.")] : [];
    return [...first, ...selection.rules.map(({ rule, state, reason }) => element("li", { "data-state": state },
        element("code", {}, shown(rule.pattern)), ` ${words[state]}: `, shown(reason), ".")), ...excluded];
}

function otherwiseTable() {
    /** @type {PagedTable<RuleSet>} */
    const table = new PagedTable("Sets without a rule for the host", [{ label: "Set" }, { label: "Otherwise" }],
        (set) => [setLink(set.name), handling(set.otherwise)]);
    return table;
}

function ruleTable() {
    /** @type {PagedTable<Rule>} */
    const table = new PagedTable("Host rules of all sets", [{ label: "Rule", class: "name" }, { label: "Set" }, { label: "Policy" }], (rule) => [
        element("code", {}, shown(rule.pattern)), setLink(rule.set.name), handling(rule.policy),
    ]);
    return table;
}

/** @param {string} policy */
function handling(policy) {
    const tone = policy === "deny" ? "bad" : policy === "performDefaultHandling" ? "warn" : null;
    return tone ? element("span", { class: "badge", "data-tone": tone }, policy) : shown(policy);
}
