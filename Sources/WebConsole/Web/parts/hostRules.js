/**
 * The host rules of all policy sets, and which of them applies to a host.
 */
import { readHost, readPattern } from "./hostName.js";

/**
 * @typedef {import("./hostName.js").Host} Host
 * @typedef {{name: string, otherwise: string, count: number}} RuleSet
 * @typedef {{set: RuleSet, pattern: string, policy: string, form: "exact" | "oneLabel" | "labels", name: string}} Rule
 * @typedef {{rule: Rule, state: "applies" | "overridden" | "noMatch", reason: string}} JudgedRule
 * @typedef {{set: RuleSet, policy: string, rule: Rule | null, rules: JudgedRule[]}} Selection
 */

/** The maximum number of rules that do not match, by set. */
const maximumSimilar = 10;

export class HostRules {
    /** @type {RuleSet[]} */ sets = [];
    /** @type {Rule[]} */ rules = [];
    /** @type {string[]} */ #texts = [];
    /** @type {Map<string, Rule[]>} */ #byName = new Map();

    /**
     * Adds the rules of a set.
     *
     * @param {{name: string, otherwise: string, hosts: {pattern: string, policy: string}[]}} summary
     */
    add(summary) {
        const set = {name: summary.name, otherwise: summary.otherwise, count: summary.hosts.length};
        this.sets.push(set);
        for (const {pattern, policy} of summary.hosts) {
            const rule = {set, pattern, policy, ...readPattern(pattern)};
            this.rules.push(rule);
            this.#texts.push(`${pattern}\n${rule.name}\n${set.name}/${policy}`.toLowerCase());
            const known = this.#byName.get(rule.name);
            if (known) known.push(rule);
            else this.#byName.set(rule.name, [rule]);
        }
    }

    /**
     * Returns the rules whose pattern, set or policy contains a text.
     *
     * @param {string} text
     * @returns {Rule[]}
     */
    containing(text) {
        const wanted = text.trim().toLowerCase();
        return wanted === "" ? this.rules : this.rules.filter((_, index) => this.#texts[index].includes(wanted));
    }

    /**
     * Returns the selections of the sets that have a rule for the host, or for a name that ends the host's name.
     * All other sets apply their `otherwise`.
     *
     * @param {Host} host
     * @returns {Selection[]}
     */
    selections(host) {
        /** @type {Map<RuleSet, Rule[]>} */
        const related = new Map();
        for (const name of host.kind === "ip" ? [host.name] : endings(host.name)) {
            for (const rule of this.#byName.get(name) ?? []) {
                const known = related.get(rule.set);
                if (known) known.push(rule);
                else related.set(rule.set, [rule]);
            }
        }
        return [...related].map(([set, rules]) => selection(set, rules, host));
    }

    /**
     * Returns the sets that have no rule for the host, so that their `otherwise` applies.
     *
     * @param {Selection[]} selections
     * @returns {RuleSet[]}
     */
    withoutRule(selections) {
        const withRule = new Set(selections.filter((selection) => selection.rule !== null).map((selection) => selection.set));
        return this.sets.filter((set) => !withRule.has(set));
    }
}

/**
 * Returns the text of a search: the host of an address such as `https://api.example:8443/path`, and any other text as it is.
 *
 * @param {string} text
 */
export function searchedText(text) {
    const trimmed = text.trim();
    const authority = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]+)(?::\d*)?(?:[/?#].*)?$/i.exec(trimmed);
    return authority?.[1] ?? trimmed;
}

/**
 * Returns the host of a search, or null if the text is not a host.
 *
 * @param {string} text
 * @returns {Host | null}
 */
export function searchedHost(text) {
    const host = readHost(searchedText(text));
    return host.kind === "invalid" ? null : host;
}

/**
 * Returns the name and the names of all domains that contain it, the longest first.
 *
 * @param {string} name
 */
function endings(name) {
    const labels = name.split(".");
    return labels.map((_, index) => labels.slice(index).join("."));
}

/** @param {RuleSet} set @param {Rule[]} related @param {Host} host @returns {Selection} */
function selection(set, related, host) {
    const matching = related.filter((rule) => matches(rule, host.name)).sort(precedence);
    const first = matching[0] ?? null;
    const similar = related.filter((rule) => !matching.includes(rule)).slice(0, maximumSimilar);
    const policy = first === null || first.policy === "otherwise" ? set.otherwise : first.policy;
    return {set, policy, rule: first, rules: [
        ...matching.map((rule) => judged(rule, first)),
        ...similar.map((rule) => /** @type {JudgedRule} */ ({
            rule, state: "noMatch", reason: mismatch(rule, host.name),
        })),
    ]};
}

/** @param {Rule} rule @param {string} host */
function matches(rule, host) {
    if (rule.form === "exact") return rule.name === host;
    if (!host.endsWith(`.${rule.name}`)) return false;
    return rule.form === "labels" || !host.slice(0, -rule.name.length - 1).includes(".");
}

/** @param {Rule} one @param {Rule} other */
function precedence(one, other) {
    const order = {exact: 0, oneLabel: 1, labels: 2};
    if (one.form === "exact" || other.form === "exact") return order[one.form] - order[other.form];
    return other.name.length - one.name.length || order[one.form] - order[other.form];
}

/** @param {Rule} rule @param {Rule | null} first @returns {JudgedRule} */
function judged(rule, first) {
    if (first === null || rule === first) return {rule, state: "applies", reason: description(rule)};
    return {rule, state: "overridden", reason: override(first, rule)};
}

/** @param {Rule} rule */
function description(rule) {
    if (rule.form === "exact") return "the exact host";
    return `${rule.form === "oneLabel" ? "exactly one label" : "one or more labels"} before ${rule.name}`;
}

/** @param {Rule} first @param {Rule} rule */
function override(first, rule) {
    if (first.form === "exact") return "an exact rule precedes every wildcard";
    if (first.name !== rule.name) return `the wildcard before the longer name ${first.name} precedes`;
    return "*. precedes **. before the same name";
}

/** @param {Rule} rule @param {string} host */
function mismatch(rule, host) {
    if (rule.form === "exact") return "an exact rule matches only its own name";
    if (host === rule.name) return `a wildcard does not match the name ${rule.name} itself`;
    const labels = host.slice(0, -rule.name.length - 1).split(".").length;
    return `it matches exactly one label before ${rule.name}, and the host has ${labels}`;
}
