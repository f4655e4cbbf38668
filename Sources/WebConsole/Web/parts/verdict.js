/**
 * The summary of a verdict.
 */
import { element } from "./dom.js";
import { facts } from "./facts.js";
import { formatFragment } from "./fragment.js";
import { shown } from "./text.js";
import { instant } from "./time.js";
import { toneOf, wordOf } from "./tones.js";

/**
 * @param {any} verdict
 * @param {{heading?: "h2" | "h3", host?: string, leaf?: string, isLinked?: boolean}} [options] the question, and whether the
 *     page may show the decision
 */
export function verdictCard(verdict, options = {}) {
    const isReported = verdict.action === "allow" && verdict.verdict !== "trusted";
    const heading = element(options.heading ?? "h2", { class: "outcome" }, wordOf(verdict.action));
    heading.append(element("span", { class: "quiet" }, isReported ? ", although the chain is untrusted" : ` (${verdict.verdict})`));
    return element("div", { class: "card raised verdict", "data-tone": isReported ? "warn" : toneOf(verdict.action) },
        heading,
        facts([
            ["Host", options.host && shown(options.host)],
            ["Leaf", options.leaf && shown(options.leaf)],
            ["Policy", policyText(verdict.policy)],
            ["Floor", verdict.floor && policyText(verdict.floor)],
            ["Evaluated at", instant(verdict.evaluatedAt)],
            ["Valid until", verdict.validUntil && instant(verdict.validUntil, { relative: true })],
            ["Principal", verdict.principal && shown(`${verdict.principal.kind} ${verdict.principal.value}`)],
            ["Mode", verdict.mode === "report" && "report: errors of pins and some others do not deny"],
            ["Result", element("span", {}, element("code", {}, verdict.result), verdict.resultRule && ` (${verdict.resultRule})`)],
            ["Decision", verdict.id && (options.isLinked ? decisionLink(verdict.id) : element("span", { class: "mono" }, verdict.id))],
        ]));
}

/** @param {any} policy */
export function policyText(policy) {
    if (!policy) return null;
    if (policy.inline) return element("span", {}, "inline policy of the request");
    const name = policy.name ? `${policy.set}/${policy.name}` : policy.set;
    return element("span", {},
        element("a", { href: formatFragment(["policies", policy.set ?? ""]) }, shown(name ?? "")),
        policy.rule !== undefined && element("span", { class: "quiet" }, " by the host rule ", element("code", {}, shown(policy.rule))));
}

/** @param {string} id */
export function decisionLink(id) {
    return element("a", { class: "mono", href: formatFragment(["decisions", id]) }, id);
}
