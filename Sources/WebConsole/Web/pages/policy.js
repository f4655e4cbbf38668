/**
 * One policy set: its rules, its document, which can be changed, and its revisions.
 */
import { element, replace } from "../parts/dom.js";
import { PagedTable } from "../parts/pagedTable.js";
import { isSetName, PolicyStore } from "../parts/policyStore.js";
import { shown } from "../parts/text.js";
import { Change } from "./policies/change.js";
import { RevisionsView } from "./policies/revisions.js";

export const title = "Policy set";

/** @typedef {{[name: string]: any}} Fields */

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Context} context
 */
export async function show(root, { api, access, fragment, signal }) {
    const name = fragment.path[1];
    const head = [element("p", {}, element("a", { href: "#/policies" }, "All policies")), element("h1", {}, "Policy set ", shown(name))];
    root.append(...head);
    if (!isSetName(name)) return root.append(element("p", {}, "A policy set cannot have this name."));
    const store = new PolicyStore(api, name, signal);
    const [facts, rules] = [element("div"), element("div")];
    const problem = element("div");
    const read = async () => {
        const [set, source] = await Promise.all([store.read(), store.readSource()]);
        replace(facts, factsView(set));
        replace(rules, rulesView(set));
        return { set, source };
    };
    const update = async () => {
        try {
            const { set, source } = await read();
            change.update(source, set.warnings);
            revisions.show(source.etag);
        } catch (error) {
            if (!signal.aborted) replace(problem, access.notice(error, "Policy set"));
        }
    };
    const change = new Change(store, access, update);
    const revisions = new RevisionsView(store, access, update);
    const [{ set, source }, refusal] = await Promise.all([read(), store.refusal()]);
    root.append(problem, facts, change.element, rules, revisions.element);
    change.show(source, set.warnings, refusal);
    revisions.mayWrite = refusal === null;
    revisions.show(source.etag);
    const line = Number(fragment.query.get("line"));
    if (line > 0) change.goToLine(line);
}

/** @param {Fields} set */
function factsView(set) {
    return element("dl", { class: "facts" },
        ...set.description ? [element("dt", {}, "Description"), element("dd", {}, shown(set.description))] : [],
        element("dt", {}, "Revision"), element("dd", { class: "mono" }, set.revision),
        element("dt", {}, "Policies"), element("dd", {}, shown(set.policies.join(", "), { limit: 2000 })),
        element("dt", {}, "Hosts without a rule"), element("dd", {}, shown(set.otherwise)),
        element("dt", {}, "Warnings"), element("dd", {}, String(set.warnings.length)));
}

/** @param {Fields} set */
function rulesView(set) {
    /** @type {PagedTable<{pattern: string, policy: string}>} */
    const table = new PagedTable(`Host rules of the policy set ${set.name}`, [{ label: "Rule" }, { label: "Policy" }],
        (rule) => [element("code", {}, shown(rule.pattern)), shown(rule.policy)]);
    table.show(set.hosts);
    const count = set.hosts.length;
    return element("section", { class: "card", "aria-labelledby": "rules-heading" },
        element("h2", { id: "rules-heading" }, "Host rules"),
        element("p", { class: "quiet" }, count === 0 ? "The set has no host rules." : `${count.toLocaleString("en")} host ${count === 1 ? "rule" : "rules"}.`),
        table.element);
}
