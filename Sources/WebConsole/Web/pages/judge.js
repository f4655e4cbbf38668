/**
 * Evaluates a chain, and shows the verdict with its path, its reasons and its checks.
 */
import { announce } from "../parts/announce.js";
import { ApiProblem } from "../parts/api.js";
import { element, replace } from "../parts/dom.js";
import { draft, isSameQuestion, lastAnswered, remember } from "../parts/draft.js";
import { showOutcome } from "../parts/outcome.js";
import { policyNames } from "../parts/policyField.js";
import { requestBody } from "../parts/question.js";
import { QuestionForm } from "../parts/questionForm.js";

/** @typedef {import("../main.js").Context} Context */

export const title = "Evaluate a chain";

const stale = "The question has changed: this verdict is for the previous one.";

/**
 * @param {HTMLElement} root
 * @param {Context} context
 */
export async function show(root, context) {
    for (const name of /** @type {const} */ (["host", "policy", "at"])) {
        draft[name] = context.fragment.query.get(name) ?? draft[name];
    }
    const page = new Page(context);
    root.append(element("h1", {}, title), page.form.element, page.result);
    await Promise.all([page.names, page.showLast()]);
}

class Page {
    #mark = element("p", { class: "note", "data-tone": "warn", hidden: true }, stale);
    #outcome = element("div", { class: "stack" });
    #context;

    /** @param {Context} context */
    constructor(context) {
        this.#context = context;
        this.names = policyNames(context.api, context.signal);
        this.result = element("section", { class: "stack", "aria-label": "Verdict" }, this.#mark, this.#outcome);
        this.form = new QuestionForm(context, this.names, { changed: () => this.#compare(), evaluate: () => this.#evaluate() });
    }

    /** Shows the verdict that was shown when the page was left. */
    async showLast() {
        const last = lastAnswered(this.#context.access.token);
        if (!last) return;
        await showOutcome(this.#outcome, { ...last, names: this.names, context: this.#context });
        this.form.chain.isEvaluated = true;
        this.#compare();
    }

    /** Marks a verdict that is not for the question of the form. */
    #compare() {
        const last = lastAnswered(this.#context.access.token);
        const isStale = last !== null && !isSameQuestion(draft, last.question);
        if (isStale && this.#mark.hidden) announce(stale);
        this.#mark.hidden = !isStale;
    }

    async #evaluate() {
        const { api, access, signal } = this.#context;
        const question = { ...draft };
        this.result.setAttribute("aria-busy", "true");
        try {
            const verdict = await api.post("/v1/evaluations", requestBody(question), { signal });
            remember({ question, verdict }, access.token);
            const heading = await showOutcome(this.#outcome, { question, verdict, names: this.names, context: this.#context });
            this.form.chain.isEvaluated = true;
            this.#compare();
            heading.focus();
        } catch (error) {
            if (signal.aborted) return;
            if (error instanceof ApiProblem && this.form.errors.place(error)) return;
            remember(null, access.token);
            this.#compare();
            replace(this.#outcome, access.notice(error));
        } finally {
            this.result.removeAttribute("aria-busy");
        }
    }
}
