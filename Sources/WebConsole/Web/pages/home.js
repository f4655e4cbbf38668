/**
 * The first page: where to drop a chain, the health of the daemon, what ends soon, and the policy sets.
 */
import { decisionFinder } from "../parts/decisionFinder.js";
import { element, replace } from "../parts/dom.js";
import { dropZone } from "../parts/dropZone.js";
import { addedText, endsOfBlocks, endsOfForecast, endsOfStatus, joinedEnds, soonEnds } from "../parts/ends.js";
import { endTable } from "../parts/endTable.js";
import { facts } from "../parts/facts.js";
import { readForecast } from "../parts/forecast.js";
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
    const details = element("div", { class: "stack" }, element("p", { class: "quiet" }, "The state of the daemon is being read."));
    root.append(
        element("h1", {}, "Is this chain trusted, and why?"),
        element("section", { class: "card", "aria-label": "Chain" }, dropZone(),
            element("p", {}, element("a", { href: "#/judge" }, "Paste text, or choose host, policy and time"))),
        details);
    replace(details, ...await parts(context));
}

/**
 * @param {Context} context
 * @returns {Promise<Node[]>}
 */
async function parts(context) {
    const paths = ["/v1/status", "/v1/policy-sets", "/v1/blocks?limit=1000"];
    const [health, listed, blocks] = await Promise.all(paths.map((path) => ask(context, path)));
    if (health.problem && listed.problem) return closed(context, health.problem);
    return [
        element("div", { class: "columns" },
            card("Health", health.problem ? context.access.notice(health.problem) : healthPart(health.data)),
            card("Policy sets", listed.problem ? context.access.notice(listed.problem) : setsPart(listed.data, health.data))),
        ...endsCards(health.data, blocks, context),
    ];
}

/**
 * Returns what a client sees that may not read: whether it may evaluate, and how to get a token.
 *
 * @param {Context} context
 * @param {any} problem
 */
function closed(context, problem) {
    const notice = context.access.notice(problem, "The state of the daemon");
    if (![401, 403].includes(problem.status)) return [notice];
    const name = context.access.token === null ? "Without a token, you" : "You";
    const right = element("p", {});
    // The right is checked before the chain, whose absence is then the problem.
    ask(context, "/v1/certificates", { method: "POST", body: { chain: [] } }).then(({ problem: answer }) => {
        const mayEvaluate = ![0, 401, 403].includes(answer?.status ?? 0);
        replace(right, mayEvaluate ? `${name} may evaluate chains.` : `${name} may not evaluate chains.`);
    });
    return [right, notice];
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
        ["Trust store", element("span", {}, `${status.systemAnchors.count} ${status.systemAnchors.count === 1 ? "anchor" : "anchors"} in `, element("code", {}, shown(status.systemAnchors.path)))],
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
            element("caption", { class: "visually-hidden" }, "Policy sets"),
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
 * Returns what ends soon, to which the chains of the last decisions are added when they are known, and where to find a decision.
 *
 * @param {any} status
 * @param {{data?: any, problem?: any}} blocks
 * @param {Context} context
 * @returns {Node[]}
 */
function endsCards(status, blocks, context) {
    const known = [endsOfStatus(status ?? {}), endsOfBlocks(blocks.data?.blocks ?? [])];
    const table = endTable("What ends soon", "Nothing is reported.");
    const now = status ? Date.parse(status.now) : Date.now();
    const show = (/** @type {any} */ forecast) => table.show(soonEnds(joinedEnds(...known, endsOfForecast(forecast)), now));
    const chains = element("p", { class: "quiet", role: "status" }, "The chains of the last decisions are being evaluated.");
    const finder = element("div", { class: "stack" });
    show({});
    readForecast(context.api, context.signal).then((forecast) => {
        show(forecast);
        replace(chains, addedText(endsOfForecast(forecast), now));
        replace(finder, card("A decision", decisionFinder("")));
    }).catch((problem) => {
        if (context.signal.aborted) return;
        chains.replaceWith(withoutForecast(problem, context));
        if (problem.code === "unknownDecision") replace(finder, card("A decision", decisionFinder("")));
    });
    const hint = blocks.problem && element("p", { class: "hint" }, "Blocks are not in this list: ", shown(blocks.problem.message));
    return [card("What ends soon", table.element, ...(hint ? [hint] : []), chains), finder];
}

/**
 * @param {any} problem
 * @param {Context} context
 */
function withoutForecast(problem, context) {
    if (problem.code !== "unknownDecision") return context.access.notice(problem, "The chains of the last decisions");
    return element("p", { class: "hint" }, "With ", element("code", {}, "decisions.record: inputs"),
        " in the configuration, this list also has the chains of the last decisions that will not be allowed any more.");
}

/**
 * Asks for a part of the page: each part can be missing without the others.
 *
 * @param {Context} context
 * @param {string} path
 * @param {import("../parts/api.js").Call} [call]
 * @returns {Promise<{data?: any, problem?: any}>}
 */
async function ask({ api, signal }, path, call = {}) {
    try {
        return { data: (await api.send(path, { ...call, signal })).data };
    } catch (problem) {
        return { problem };
    }
}
