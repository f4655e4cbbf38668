/**
 * One decision: the question, the answer, its reasons, and the same question under the policies of today.
 */
import { reevaluation } from "../parts/reevaluation.js";
import { announce } from "../parts/announce.js";
import { ApiProblem } from "../parts/api.js";
import { decisionFinder, isIdentifier, readDecision } from "../parts/decisionFinder.js";
import { element } from "../parts/dom.js";
import { facts, valueOf } from "../parts/facts.js";
import { reasonList } from "../parts/reasons.js";
import { shown } from "../parts/text.js";
import { instant } from "../parts/time.js";
import { toneOf, wordOf } from "../parts/tones.js";
import { policyText } from "../parts/verdict.js";

/** @typedef {import("../main.js").Context} Context */

export const title = "Decision";

/**
 * @param {HTMLElement} root
 * @param {Context} context
 */
export async function show(root, context) {
    const id = context.fragment.path[1] ?? "";
    root.append(element("h1", {}, title), decisionFinder(id), element("p", {}, element("a", { href: "#/now" }, "Last decisions")));
    if (id === "") return;
    const search = element("p", { class: "quiet" });
    try {
        const decision = await readDecision(id, context, (searched) => {
            if (searched === 0) root.append(search);
            announce("Searching the decisions in memory.", { isRepeated: false });
            search.textContent = `Searching the decisions in memory: ${searched.toLocaleString("en")} so far.`;
        });
        if (search.isConnected) announce("The decision was found.");
        root.append(answer(decision),
            element("div", { class: "columns" }, question(decision), reasons(decision)),
            reevaluation(decision, context));
    } catch (error) {
        if (!(error instanceof ApiProblem && error.code === "unknownDecision" && isIdentifier(id))) throw error;
        root.append(context.access.notice(error), element("p", { class: "hint" }, "The decision may be ", ...inLog(id), "."));
    } finally {
        search.remove();
    }
}

/**
 * Says where a decision is in the log.
 *
 * @param {string} id
 */
function inLog(id) {
    return ["in the log, if ", element("code", {}, "decisions.directory"), " is set: ", element("code", {}, `anchord decisions --explain ${id}`),
        ", with ", element("code", {}, "--config FILE"), " if the configuration is elsewhere"];
}

/** @param {any} decision */
function answer(decision) {
    const action = decision.action ?? (decision.problem ? "deny" : "");
    const heading = decision.action ? wordOf(decision.action) : decision.problem ? "No answer" : decision.disposition ?? "Signature";
    return element("section", { class: "card raised verdict", "aria-label": "Answer", "data-tone": toneOf(action) },
        element("h2", { class: "outcome" }, heading, decision.verdict && element("span", { class: "quiet" }, ` (${decision.verdict})`)),
        facts([
            ["Identifier", element("span", { class: "mono" }, decision.id)],
            ["Problem", decision.problem && element("code", {}, decision.problem)],
            ["Policy", policyText(decision.policy)],
            ["Floor", policyText(decision.floor)],
            ["Result", decision.result && element("code", {}, decision.result)],
            ["Mode", decision.mode === "report" && "report"],
            ["Block", decision.block && shown(decision.block)],
            ["Disposition", decision.disposition && element("code", {}, decision.disposition)],
            ["Reason", decision.reason && shown(decision.reason)],
            ["Principal", decision.principal && shown(`${decision.principal.kind} ${decision.principal.value}`)],
            ["Matched pin", decision.matchedPin && element("code", {}, shown(decision.matchedPin))],
            ["Valid until", decision.validUntil && instant(decision.validUntil, { relative: true })],
            ["Shadow", decision.shadow && shadow(decision.shadow)],
        ]));
}

/** @param {any} shadow */
function shadow(shadow) {
    const codes = (shadow.reasons ?? []).map((/** @type {any} */ reason) => reason.code).join(", ");
    return element("span", {}, shown(shadow.policy), ": ", shadow.skipped ? "not evaluated" : wordOf(shadow.action ?? ""), codes && ` (${codes})`);
}

/** @param {any} decision */
function question(decision) {
    return element("section", { class: "card", "aria-labelledby": "question-title" },
        element("h2", { id: "question-title" }, "Question"),
        facts([
            ["Time", instant(decision.time, { relative: true })],
            ["Evaluated for", decision.evaluatedAt && instant(decision.evaluatedAt)],
            ["Host", decision.host !== undefined && shown(decision.host)],
            ["Chain", decision.chain && valueOf(decision.chain)],
            ["Clients", decision.clients.length > 0 && shown(decision.clients.join(", "))],
            ["Address", decision.address && element("code", {}, shown(decision.address))],
            ["User ID", decision.user !== undefined && String(decision.user)],
            ["Proxy", decision.proxy && shown(decision.proxy)],
            ["Route", element("code", {}, decision.route)],
            ["Trace", decision.trace && element("code", {}, decision.trace)],
            ["Identity", decision.identity && shown(decision.identity)],
            ["Content", decision.content && shown(decision.content)],
            ["Algorithm", decision.algorithm && shown(decision.algorithm)],
            ["Digest", decision.digest && element("code", {}, shown(decision.digest))],
            ["Source", decision.source && sourceText(decision.source)],
            ["Work", `${decision.microseconds.toLocaleString("en")} µs`],
        ]));
}

/** @param {string} source */
function sourceText(source) {
    /** @type {{[source: string]: string}} */
    const words = { evaluated: "evaluated for this request", remembered: "remembered from an equal question", repeated: "repeated from an equal request" };
    return words[source] ?? source;
}

/** @param {any} decision */
function reasons(decision) {
    return element("section", { class: "card", "aria-labelledby": "reasons-title" },
        element("h2", { id: "reasons-title" }, "Reasons"),
        reasonList(decision.reasons ?? []),
        decision.reasons?.length > 0 && explanations(decision));
}

/**
 * Says where the messages are: the memory of decisions keeps only the codes.
 *
 * @param {any} decision
 */
function explanations(decision) {
    return element("div", { class: "hint stack tight" },
        element("p", {}, "The memory keeps codes, whose texts are general. The messages with the facts of this chain are in these places:"),
        element("ul", {},
            element("li", {}, "below, when you evaluate the question again"),
            element("li", {}, ...inLog(decision.id)),
            element("li", {}, "in the documentation, whose page Reasons has a section for each code")));
}
