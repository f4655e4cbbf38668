/**
 * The whole answer to a question: verdict, path, reasons, checks, and ways to ask again.
 */
import { ApiProblem } from "./api.js";
import { describe } from "./certificates.js";
import { encode } from "./chainInput.js";
import { checkTable } from "./checks.js";
import { comparison } from "./comparison.js";
import { copyable } from "./copy.js";
import { element, replace } from "./dom.js";
import { pathPicture } from "./path.js";
import { policyField } from "./policyField.js";
import { command, requestBody, testCase, tokenLine } from "./question.js";
import { reasonList } from "./reasons.js";
import { rejectedPaths } from "./rejectedPaths.js";
import { verdictCard } from "./verdict.js";

/** @typedef {import("./question.js").Question} Question */
/** @typedef {{question: Question, verdict: any, names: Promise<string[]>, context: import("../main.js").Context}} Outcome */

/**
 * Shows an answer, and returns its heading, which can have the focus.
 *
 * @param {HTMLElement} root
 * @param {Outcome} outcome
 */
export async function showOutcome(root, outcome) {
    const { question, verdict, context } = outcome;
    const texts = [...verdict.path.map((/** @type {any} */ one) => one.pem).filter(Boolean), ...question.certificates.map(encode)];
    const [descriptions, isLinked] = await Promise.all([describe(context.api, texts, context.signal), isReadable(verdict.id, context)]);
    for (const { sha256, origin } of verdict.path) descriptions[sha256] = { ...descriptions[sha256], origin };
    const leaf = verdict.path[0] ?? Object.values(descriptions)[0];
    const card = verdictCard(verdict, { host: question.host, leaf: leaf?.subject, isLinked });
    replace(root, card,
        element("div", { class: "columns" },
            pathCard(verdict, descriptions),
            element("section", { class: "card", "aria-labelledby": "reasons-title" },
                element("h2", { id: "reasons-title" }, "Reasons"),
                reasonList(verdict.reasons, { unlisted: verdict.unlisted?.reasons }))),
        element("section", { class: "card", "aria-labelledby": "checks-title" },
            element("h2", { id: "checks-title" }, "Checks"), checkTable(verdict.checks ?? [])),
        otherPolicy(outcome, isLinked), again(outcome));
    const heading = /** @type {HTMLElement} */ (card.querySelector("h2"));
    heading.tabIndex = -1;
    return heading;
}

/**
 * Returns whether a decision can be shown: without the right to read decisions, a link to it would lead nowhere.
 *
 * @param {string | undefined} id
 * @param {import("../main.js").Context} context
 */
async function isReadable(id, { api, signal }) {
    if (id === undefined) return false;
    try {
        await api.get(`/v1/decisions/${encodeURIComponent(id)}`, { signal });
        return true;
    } catch (error) {
        if (error instanceof ApiProblem) return false;
        throw error;
    }
}

/**
 * @param {any} verdict
 * @param {import("./certificates.js").Descriptions} descriptions
 */
function pathCard(verdict, descriptions) {
    const sent = Object.values(descriptions).filter((one) => one.subject !== undefined);
    const hasPath = verdict.path.length > 0;
    return element("section", { class: "card", "aria-labelledby": "path-title" },
        element("h2", { id: "path-title" }, hasPath ? "Path" : "Certificates"),
        !hasPath && element("p", { class: "quiet" }, "No path was evaluated. These are the certificates of the request."),
        pathPicture(hasPath ? verdict.path : sent, verdict.reasons, descriptions),
        rejectedPaths(verdict.rejectedPaths ?? [], descriptions));
}

/**
 * @param {Outcome} outcome
 * @param {boolean} isLinked whether the page may show decisions
 */
function otherPolicy({ question, verdict, names, context }, isLinked) {
    const result = element("div", {});
    const other = policyField({ id: "other-policy", label: "Another policy" }, names);
    const compare = async (/** @type {Event} */ event) => {
        event.preventDefault();
        const policy = other.input.value.trim() || "system";
        try {
            const answer = await context.api.post("/v1/evaluations", requestBody({ ...question, policy, at: verdict.evaluatedAt }), { signal: context.signal });
            replace(result, comparison({ label: question.policy || "system", verdict }, { label: policy, verdict: answer }, isLinked));
        } catch (error) {
            if (!context.signal.aborted) replace(result, context.access.notice(error));
        }
    };
    other.input.setAttribute("aria-describedby", "other-hint");
    return element("section", { class: "card", "aria-labelledby": "other-title" },
        element("h2", { id: "other-title" }, "Try under another policy"),
        element("p", { class: "hint", id: "other-hint" }, "At the same time of evaluation; empty for the set system"),
        element("form", { class: "cluster ends", on: { submit: compare } }, other.field,
            element("button", { type: "submit", class: "quiet-button" }, "Compare")),
        result);
}

/** @param {Outcome} outcome */
function again({ question, verdict, context }) {
    const needsToken = context.access.token !== null;
    return element("section", { class: "card", "aria-labelledby": "again-title" },
        element("h2", { id: "again-title" }, "Ask again"),
        element("details", {}, element("summary", {}, "As a curl command"),
            needsToken && element("div", { class: "stack tight" },
                element("p", { class: "quiet" }, "The command reads your token from the file ", element("code", {}, "authorization"),
                    ". This line writes the file: paste the token after it, and press Enter."),
                copyable("line for the token", tokenLine)),
            copyable("curl command", command(question, location.origin, needsToken))),
        element("details", {}, element("summary", {}, "As a test case for a policy"),
            element("p", { class: "quiet" }, "For a file in the folder ", element("code", {}, "tests"), " of a policy directory, and ",
                element("code", {}, "anchord policies test"), ". If the trust store of the daemon is not the usual one, add ",
                element("code", {}, "--system-anchors FILE"), ": the first page names its file."),
            copyable("test case", testCase(question, verdict))));
}
