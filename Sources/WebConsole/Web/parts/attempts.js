/**
 * The evaluations of one question after each other, of which the last that was started is shown.
 */
import { announce } from "./announce.js";
import { comparison } from "./comparison.js";
import { element, replace } from "./dom.js";

const waiting = "Evaluating…";

export class Attempts {
    #result;
    #context;
    #decision;
    #present = new AbortController();

    /**
     * @param {HTMLElement} result the place of the answer
     * @param {import("../main.js").Context} context
     * @param {any} decision
     */
    constructor(result, context, decision) {
        this.#result = result;
        this.#context = context;
        this.#decision = decision;
        context.signal.addEventListener("abort", () => this.#present.abort());
    }

    /**
     * Evaluates in place of the previous attempt, and shows the verdict beside the decision, or a message in its place.
     *
     * @param {(signal: AbortSignal) => Promise<any>} evaluate returns a verdict, a message, or null for neither
     * @returns {Promise<boolean>} whether the attempt was the last one
     */
    async start(evaluate) {
        this.clear();
        const { signal } = this.#present;
        this.#result.setAttribute("aria-busy", "true");
        replace(this.#result, element("p", { class: "quiet" }, waiting));
        announce(waiting);
        try {
            const answer = await evaluate(signal);
            if (!signal.aborted) replace(this.#result, this.#shown(answer));
        } catch (error) {
            if (!signal.aborted) replace(this.#result, this.#context.access.notice(error));
        } finally {
            if (!signal.aborted) this.#result.removeAttribute("aria-busy");
        }
        return !signal.aborted;
    }

    /** Ends the present attempt, and shows nothing. */
    clear() {
        this.#present.abort();
        this.#present = new AbortController();
        this.#result.removeAttribute("aria-busy");
        replace(this.#result);
    }

    /** @param {any} answer */
    #shown(answer) {
        if (answer === null || answer instanceof Node) return answer;
        return comparison(
            { label: "Then", verdict: { ...this.#decision, id: null } }, { label: "Today", verdict: { ...answer, id: null } }, true);
    }
}
