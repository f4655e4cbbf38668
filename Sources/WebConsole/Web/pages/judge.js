/**
 * Evaluates a chain, and shows the verdict with its path, its reasons and its checks.
 */
import { ChainField } from "../parts/chainField.js";
import { element, replace } from "../parts/dom.js";
import { draft } from "../parts/draft.js";
import { policyField, policyNames } from "../parts/policyField.js";
import { requestBody } from "../parts/question.js";
import { showOutcome } from "../parts/outcome.js";
import { instant, readTime } from "../parts/time.js";

/** @typedef {import("../main.js").Context} Context */

export const title = "Evaluate a chain";

/**
 * @param {HTMLElement} root
 * @param {Context} context
 */
export async function show(root, context) {
    for (const name of /** @type {const} */ (["host", "policy", "at"])) {
        draft[name] = context.fragment.query.get(name) ?? draft[name];
    }
    const names = await policyNames(context.api, context.signal);
    const result = element("section", { class: "stack", "aria-label": "Verdict" });
    root.append(element("h1", {}, title), form(context, names, result), result);
}

/**
 * @param {Context} context
 * @param {string[]} names
 * @param {HTMLElement} result
 */
function form(context, names, result) {
    const chain = new ChainField(draft.certificates, context, (certificates) => (draft.certificates = certificates));
    const host = element("input", { id: "host", value: draft.host, autocomplete: "off", spellcheck: "false", autocapitalize: "off", placeholder: "api.example.com" });
    const policy = policyField({ id: "policy", label: "Policy", value: draft.policy, hint: "A set, or a set and its policy" }, names);
    const at = timeField();
    const problem = element("div", { role: "alert" });
    const submit = element("button", { type: "submit", class: "button" }, "Evaluate");
    return element("form", { class: "card", "aria-label": "Question", novalidate: true, on: { submit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        replace(problem);
        const isRead = chain.takeText() && at.read();
        Object.assign(draft, { host: host.value.trim(), policy: policy.input.value.trim() });
        if (isRead && draft.certificates.length === 0) replace(problem, note("There is no chain: drop a file, choose one, or paste text."));
        if (!isRead || draft.certificates.length === 0) return;
        submit.disabled = true;
        await evaluate(context, names, result);
        submit.disabled = false;
    } } },
        chain.element,
        element("div", { class: "fields" },
            element("div", { class: "field" }, element("label", { for: "host" }, "Host"), host), policy.field, at.field),
        problem,
        element("div", { class: "cluster" }, submit));
}

function timeField() {
    const input = element("input", { id: "at", value: draft.at, autocomplete: "off", spellcheck: "false", placeholder: "now", "aria-describedby": "at-hint" });
    const hint = element("span", { class: "hint", id: "at-hint", role: "status" }, "UTC, such as 2026-12-24 or 2026-12-24 18:00; empty for now");
    const read = () => {
        const time = input.value.trim() === "" ? "" : readTime(input.value);
        input.setAttribute("aria-invalid", String(time === null));
        if (time === null) replace(hint, "This is not a time. Write it as 2026-12-24 18:00.");
        else if (time) replace(hint, instant(time));
        draft.at = time ?? "";
        if (time === null) input.focus();
        return time !== null;
    };
    input.addEventListener("change", read);
    return { field: element("div", { class: "field" }, element("label", { for: "at" }, "Time of evaluation"), input, hint), read };
}

/**
 * @param {Context} context
 * @param {string[]} names
 * @param {HTMLElement} result
 */
async function evaluate(context, names, result) {
    const question = { ...draft };
    result.setAttribute("aria-busy", "true");
    try {
        const verdict = await context.api.post("/v1/evaluations", requestBody(question), { signal: context.signal });
        await showOutcome(result, { question, verdict, names, context });
    } catch (error) {
        if (context.signal.aborted) return;
        replace(result, context.access.notice(error));
    } finally {
        result.removeAttribute("aria-busy");
    }
}

/** @param {string} text */
function note(text) {
    return element("p", { class: "note", "data-tone": "bad" }, text);
}
