/**
 * The first page: where to drop a chain, the health of the daemon, what ends soon, and the policy sets.
 */
import { element } from "../parts/dom.js";
import { dropZone } from "../parts/dropZone.js";
import { endTable, endsOf } from "../parts/endTable.js";
import { facts } from "../parts/facts.js";
import { formatFragment } from "../parts/fragment.js";
import { healthOf } from "../parts/health.js";
import { shown } from "../parts/text.js";
import { instant } from "../parts/time.js";

/** @typedef {import("../main.js").Context} Context */

export const title = "anchord";

const setsShown = 20;

/**
 * @param {HTMLElement} root
 * @param {Context} context
 */
export async function show(root, context) {
    const status = ask(context, "/v1/status");
    const forecast = ask(context, "/v1/forecast");
    const sets = ask(context, "/v1/policy-sets");
    root.append(
        element("h1", {}, "Is this chain trusted, and why?"),
        element("section", { class: "card", "aria-label": "Chain" }, dropZone(),
            element("p", {}, element("a", { href: "#/judge" }, "Paste text, or choose host, policy and time"))),
        await parts(context, status, forecast, sets));
}

/**
 * @param {Context} context
 * @param {Promise<any>} status
 * @param {Promise<any>} forecast
 * @param {Promise<any>} sets
 */
async function parts(context, status, forecast, sets) {
    const [health, ends, listed] = await Promise.all([status, forecast, sets]);
    if (health.problem && listed.problem) return context.access.notice(health.problem);
    return element("div", { class: "stack" },
        element("div", { class: "columns" },
            card("Health", health.problem ? context.access.notice(health.problem) : healthPart(health.data)),
            card("Policy sets", listed.problem ? context.access.notice(listed.problem) : setsPart(listed.data, health.data))),
        card("What ends soon", ...endsPart(health.data, ends, context)));
}

/**
 * @param {string} name
 * @param {...Node} content
 */
function card(name, ...content) {
    const id = name.toLowerCase().replaceAll(" ", "-");
    return element("section", { class: "card", "aria-labelledby": id }, element("h2", { id }, name), ...content);
}

/** @param {any} status */
function healthPart(status) {
    const troubles = healthOf(status);
    const list = troubles.length === 0
        ? element("p", {}, element("span", { class: "badge", "data-tone": "good" }, "Healthy"), " No failures are reported.")
        : element("ul", { class: "plain stack tight" }, ...troubles.map(({ tone, word, text }) =>
            element("li", {}, element("span", { class: "badge", "data-tone": tone }, word), " ", shown(text, { limit: 400 }))));
    return element("div", { class: "stack" }, list, facts([
        ["Version", shown(status.version)],
        ["Running since", instant(status.startedAt, { relative: true })],
        ["Policies loaded", instant(status.policies.loadedAt, { relative: true })],
        ["Trust store", element("span", {}, `${status.systemAnchors.count} anchors in `, element("code", {}, shown(status.systemAnchors.path)))],
        ["Blocks", status.blocks.count > 0 && `${status.blocks.inForce} in force of ${status.blocks.count}`],
    ]));
}

/**
 * @param {any} list
 * @param {any} status
 */
function setsPart(list, status) {
    const total = status?.policies.sets ?? list.policySets.length;
    const shownSets = list.policySets.slice(0, setsShown);
    return element("div", { class: "stack" },
        element("div", { class: "table-box" }, element("table", { class: "cards" },
            element("thead", {}, element("tr", {}, ...["Set", "Hosts", "Policies", "Other hosts"].map((name) => element("th", { scope: "col" }, name)))),
            element("tbody", {}, ...shownSets.map(setRow)))),
        total > shownSets.length && element("p", {}, element("a", { href: "#/policies" }, `All ${total} policy sets`)));
}

/** @param {any} set */
function setRow(set) {
    return element("tr", {},
        element("th", { scope: "row" }, element("a", { href: formatFragment(["policies", set.name]) }, shown(set.name)),
            set.description && element("div", { class: "quiet small" }, shown(set.description))),
        element("td", { class: "number", "data-label": "Hosts" }, String(set.hostCount)),
        element("td", { class: "number", "data-label": "Policies" }, String(set.policyCount)),
        element("td", { "data-label": "Other hosts" }, shown(set.otherwise)));
}

/**
 * @param {any} status
 * @param {{data?: any, problem?: any}} forecast
 * @param {Context} context
 * @returns {Node[]}
 */
function endsPart(status, forecast, context) {
    const ends = endsOf(status, forecast.data);
    const nodes = [/** @type {Node} */ (ends.length > 0 ? endTable(ends) : element("p", { class: "quiet" }, "Nothing is reported."))];
    if (forecast.problem?.code === "unknownDecision") {
        nodes.push(element("p", { class: "hint" }, "With ", element("code", {}, "decisions.record: inputs"),
            " in the configuration, this list also has the chains of the last decisions that will not be allowed any more."));
    } else if (forecast.problem) {
        nodes.push(context.access.notice(forecast.problem, "The chains of the last decisions"));
    }
    return nodes;
}

/**
 * Asks for a part of the page: each part can be missing without the others.
 *
 * @param {Context} context
 * @param {string} path
 * @returns {Promise<{data?: any, problem?: any}>}
 */
async function ask({ api, signal }, path) {
    try {
        return { data: await api.get(path, { signal }) };
    } catch (problem) {
        return { problem };
    }
}
