/**
 * The question of a decision, evaluated again under the policies of today: the question that the daemon has recorded, or else
 * the chain that the person gives, whose digests must be those of the decision.
 */
import { ApiProblem } from "./api.js";
import { ChainField } from "./chainField.js";
import { encode } from "./chainInput.js";
import { comparison } from "./comparison.js";
import { element, replace } from "./dom.js";
import { draft } from "./draft.js";
import { requestBody } from "./question.js";
import { shown } from "./text.js";

/** @typedef {import("../main.js").Context} Context */
/** @typedef {import("./question.js").SentCertificate} SentCertificate */

/**
 * @param {any} decision
 * @param {Context} context
 */
export function reevaluation(decision, context) {
    return element("section", { class: "card", "aria-labelledby": "again-title" },
        element("h2", { id: "again-title" }, "Again under the policies of today"),
        decision.verdict ? recorded(decision, context) : element("p", { class: "quiet" }, "Only decisions with a verdict can be evaluated again."));
}

/**
 * Evaluates the question that the daemon has recorded. If there is none, the person can give the chain instead.
 *
 * @param {any} decision
 * @param {Context} context
 */
function recorded(decision, context) {
    const result = element("div", { class: "stack" });
    const place = element("div", { class: "stack" },
        buttons(decision, (at) => attempt(result, context, async () => {
            try {
                const path = `/v1/decisions/${encodeURIComponent(decision.id)}/evaluation`;
                return await context.api.post(path, undefined, { query: { at, explain: 1 }, signal: context.signal });
            } catch (error) {
                if (!isUnrecorded(error)) throw error;
                replace(place, element("p", { class: "measure" }, shown(error.detail)), await byHand(decision, context));
                /** @type {HTMLElement | null} */ (place.querySelector("textarea, button"))?.focus();
                return null;
            }
        }, decision)),
        result);
    return place;
}

/**
 * Returns whether the daemon does not have the question of a decision.
 *
 * @param {unknown} error
 * @returns {error is ApiProblem}
 */
export function isUnrecorded(error) {
    return error instanceof ApiProblem && ["questionNotRecorded", "unknownDecision"].includes(error.code);
}

/**
 * Returns why the person cannot ask the question of a decision, or null.
 *
 * @param {any} decision
 */
export function obstacleOf(decision) {
    if (decision.policy?.inline) return "The request had an inline policy, which is known only with the question.";
    if ([decision.host ?? "", ...decision.chain].some((text) => text.startsWith("hmac:"))) {
        return "The names of this decision are masked by `decisions.mask`, so that the question is not known.";
    }
    return null;
}

/**
 * Returns the policy to ask: the set if a host rule chose the policy, else the policy itself.
 *
 * @param {any} policy
 */
export function policyName(policy) {
    return policy.rule === undefined && policy.name ? `${policy.set}/${policy.name}` : policy.set;
}

/**
 * Returns the buttons that evaluate now, and for the time of the decision.
 *
 * @param {any} decision
 * @param {(at: string) => void} evaluate
 */
function buttons(decision, evaluate) {
    /** @type {(label: string, at: string) => HTMLButtonElement} */
    const button = (label, at) => element("button", { type: "button", class: "quiet-button", on: { click: () => evaluate(at) } }, label);
    return element("div", { class: "cluster" },
        button("Evaluate now", ""), button("Evaluate for the time of the decision", decision.evaluatedAt));
}

/**
 * @param {any} decision
 * @param {Context} context
 */
async function byHand(decision, context) {
    const obstacle = obstacleOf(decision);
    if (obstacle) return element("p", { class: "quiet" }, obstacle);
    const result = element("div", { class: "stack" });
    const isSame = draft.certificates.length > 0 && (await differences(draft.certificates, decision, context)) === null;
    const field = new ChainField(isSame ? draft.certificates : [], context, () => replace(result));
    return element("div", { class: "stack" },
        element("p", { class: "measure" }, "Give the chain of this decision:"),
        field.element,
        buttons(decision, async (at) => {
            if (!field.takeText()) return;
            await attempt(result, context, () => ask(decision, field.certificates, at, result, context), decision);
            field.isEvaluated = true;
        }),
        result);
}

/**
 * Evaluates, and shows the verdict beside the decision; without a verdict, nothing.
 *
 * @param {HTMLElement} result
 * @param {Context} context
 * @param {() => Promise<any>} evaluate
 * @param {any} decision
 */
async function attempt(result, context, evaluate, decision) {
    try {
        const verdict = await evaluate();
        if (!verdict) return;
        replace(result, comparison(
            { label: "Then", verdict: { ...decision, id: null } }, { label: "Today", verdict: { ...verdict, id: null } }, true));
    } catch (error) {
        if (!context.signal.aborted) replace(result, context.access.notice(error));
    }
}

/**
 * Asks about certificates of the person; returns null if they are not those of the decision.
 *
 * @param {any} decision
 * @param {SentCertificate[]} certificates
 * @param {string} at
 * @param {HTMLElement} result
 * @param {Context} context
 */
async function ask(decision, certificates, at, result, context) {
    const different = await differences(certificates, decision, context);
    if (different) {
        replace(result, element("p", { class: "note", "data-tone": "bad", role: "alert" }, different));
        return null;
    }
    const question = { certificates, host: decision.host ?? "", policy: policyName(decision.policy), at };
    return await context.api.post("/v1/evaluations", requestBody(question), { signal: context.signal });
}

/**
 * Returns how certificates differ from those of a decision, or null if they are the same in the same order.
 *
 * @param {SentCertificate[]} certificates
 * @param {any} decision
 * @param {Context} context
 */
async function differences(certificates, decision, { api, signal }) {
    if (certificates.length === 0) return "There is no chain: drop a file, choose one, or paste text.";
    const { certificates: described } = await api.post("/v1/certificates", { chain: certificates.map(encode) }, { signal });
    const digests = described.map((/** @type {any} */ one) => one.sha256);
    const wrong = digests.findIndex((/** @type {string} */ digest) => !decision.chain.includes(digest));
    if (wrong >= 0) return element("span", {}, "This is not the chain of the decision, which does not contain ", shown(described[wrong].subject), ".");
    if (digests.join() === decision.chain.join()) return null;
    return `The decision has ${decision.chain.length} certificates in another order or number: ${decision.chain.join(", ")}.`;
}
