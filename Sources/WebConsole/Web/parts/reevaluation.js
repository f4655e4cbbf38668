/**
 * The question of a decision, evaluated again under the policies of today: the question that the daemon has recorded, or else
 * the chain that the person gives, whose digests must be those of the decision.
 */
import { ApiProblem } from "./api.js";
import { Attempts } from "./attempts.js";
import { ChainField } from "./chainField.js";
import { encode } from "./chainInput.js";
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
    const attempts = new Attempts(result, context, decision);
    const path = `/v1/decisions/${encodeURIComponent(decision.id)}/evaluation`;
    const place = element("div", { class: "stack" }, buttons(decision, (at) => attempts.start(async (signal) => {
        try {
            return await context.api.post(path, undefined, { query: { at, explain: 1 }, signal });
        } catch (error) {
            if (!isUnrecorded(error)) throw error;
            const form = await byHand(decision, context);
            if (!signal.aborted) askByHand(place, error.detail, obstacleOf(decision) ?? "Give the chain of this decision:", form);
            return null;
        }
    })), result);
    return place;
}

/**
 * Shows a form in a place, and moves the focus to the reason for it, so that screen readers read it.
 *
 * @param {HTMLElement} place
 * @param {string} reason
 * @param {string} instruction
 * @param {HTMLElement | null} form
 */
function askByHand(place, reason, instruction, form) {
    const message = element("p", { class: "measure", tabindex: -1 }, shown(reason), " ", instruction);
    replace(place, message, form);
    message.focus();
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
    if (obstacleOf(decision)) return null;
    const result = element("div", { class: "stack" });
    const attempts = new Attempts(result, context, decision);
    const isSame = draft.certificates.length > 0 && (await differences(draft.certificates, decision, context)) === null;
    const field = new ChainField(isSame ? draft.certificates : [], context, () => attempts.clear());
    return element("div", { class: "stack" },
        field.element,
        buttons(decision, async (at) => {
            if (!field.takeText()) return;
            const isLast = await attempts.start((signal) => ask(decision, field.certificates, at, context, signal));
            if (isLast) field.isEvaluated = true;
        }),
        result);
}

/**
 * Asks about certificates of the person; returns a message if they are not those of the decision.
 *
 * @param {any} decision
 * @param {SentCertificate[]} certificates
 * @param {string} at
 * @param {Context} context
 * @param {AbortSignal} signal
 */
async function ask(decision, certificates, at, { api }, signal) {
    const different = await differences(certificates, decision, { api, signal });
    if (different) return element("p", { class: "note", "data-tone": "bad", role: "alert" }, different);
    const question = { certificates, host: decision.host ?? "", policy: policyName(decision.policy), at };
    return await api.post("/v1/evaluations", requestBody(question), { signal });
}

/**
 * Returns how certificates differ from those of a decision, or null if they are the same in the same order.
 *
 * @param {SentCertificate[]} certificates
 * @param {any} decision
 * @param {{api: Context["api"], signal: AbortSignal}} context
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
