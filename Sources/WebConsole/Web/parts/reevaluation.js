/**
 * The question of a decision, evaluated again under the policies of today. The API returns no certificates of decisions:
 * the person gives the chain, and its digests must be those of the decision.
 */
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
export async function reevaluation(decision, context) {
    const obstacle = obstacleOf(decision);
    const card = element("section", { class: "card", "aria-labelledby": "again-title" },
        element("h2", { id: "again-title" }, "Again under the policies of today"));
    card.append(obstacle ? element("p", { class: "quiet" }, obstacle) : await form(decision, context));
    return card;
}

/**
 * Returns why the question cannot be asked again, or null.
 *
 * @param {any} decision
 */
export function obstacleOf(decision) {
    if (!decision.verdict) return "Only decisions with a verdict can be evaluated again.";
    if (decision.policy?.inline) return "The request had an inline policy, which the memory does not keep.";
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
 * @param {any} decision
 * @param {Context} context
 */
async function form(decision, context) {
    const result = element("div", { class: "stack" });
    const isSame = draft.certificates.length > 0 && (await differences(draft.certificates, decision, context)) === null;
    const field = new ChainField(isSame ? draft.certificates : [], context, () => replace(result));
    /** @type {(label: string, at: string) => HTMLButtonElement} */
    const button = (label, at) => element("button", { type: "button", class: "quiet-button", on: {
        click: async () => {
            if (!field.takeText()) return;
            await ask(decision, field.certificates, at, { context, result });
            field.isEvaluated = true;
        } } }, label);
    return element("div", { class: "stack" },
        element("p", { class: "measure" }, "Give the chain of this decision: the API does not return recorded certificates. ",
            "With ", element("code", {}, "decisions.record: inputs"), " in the configuration, ", element("code", {}, "anchord replay"),
            " evaluates all recorded decisions again."),
        field.element,
        element("div", { class: "cluster" }, button("Evaluate now", ""), button("Evaluate for the time of the decision", decision.evaluatedAt)),
        result);
}

/**
 * @param {any} decision
 * @param {SentCertificate[]} certificates
 * @param {string} at
 * @param {{context: Context, result: HTMLElement}} place
 */
async function ask(decision, certificates, at, { context, result }) {
    try {
        const different = await differences(certificates, decision, context);
        if (different) return replace(result, element("p", { class: "note", "data-tone": "bad", role: "alert" }, different));
        const question = { certificates, host: decision.host ?? "", policy: policyName(decision.policy), at };
        const verdict = await context.api.post("/v1/evaluations", requestBody(question), { signal: context.signal });
        replace(result, comparison({ label: "Then", verdict: { ...decision, id: null } }, { label: "Today", verdict }, true));
    } catch (error) {
        if (!context.signal.aborted) replace(result, context.access.notice(error));
    }
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
