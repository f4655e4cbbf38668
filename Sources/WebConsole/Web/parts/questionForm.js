/**
 * The form for a question: its chain, host, policy and time. What is written becomes the draft at once.
 */
import { ChainField } from "./chainField.js";
import { element, replace } from "./dom.js";
import { draft } from "./draft.js";
import { FieldErrors } from "./fieldErrors.js";
import { policyField } from "./policyField.js";
import { instant, readTime } from "./time.js";

const timeHint = "UTC, such as 2026-12-24 or 2026-12-24 18:00; empty for now";

export class QuestionForm {
    #host = element("input", { id: "host", value: draft.host, autocomplete: "off", spellcheck: "false", autocapitalize: "off",
        "aria-describedby": "host-hint", placeholder: "api.example.com" });
    #at = element("input", { id: "at", value: draft.at, autocomplete: "off", spellcheck: "false", placeholder: "now", "aria-describedby": "at-hint" });
    #timeHint = element("span", { class: "hint", id: "at-hint" }, timeHint);
    #policy;
    #changed;
    #isBusy = false;
    #submit = element("button", { type: "submit", class: "button" }, "Evaluate");

    /**
     * @param {import("../main.js").Context} context
     * @param {Promise<string[]>} names the names of policies
     * @param {{changed: () => void, evaluate: () => Promise<void>}} actions
     */
    constructor(context, names, { changed, evaluate }) {
        this.#changed = changed;
        this.#policy = policyField({ id: "policy", label: "Policy", value: draft.policy, hint: "A set, or a set and its policy; empty for the set system" }, names);
        this.chain = new ChainField(draft.certificates, context, (certificates) => {
            draft.certificates = certificates;
            this.errors.show("chain", null);
            changed();
        });
        this.element = element("form", { class: "card", "aria-label": "Question", novalidate: true,
            on: { input: () => this.#write(), submit: (/** @type {Event} */ event) => { event.preventDefault(); this.#run(evaluate); } } },
            this.chain.element, this.#fields(), element("div", { class: "cluster" }, this.#submit));
        this.errors = new FieldErrors({ chain: this.chain.text, host: this.#host, policy: this.#policy.input, at: this.#at });
    }

    #fields() {
        return element("div", { class: "fields" },
            element("div", { class: "field" }, element("label", { for: "host" }, "Host"), this.#host,
                element("span", { class: "hint", id: "host-hint" }, "Most policies need one")),
            this.#policy.field,
            element("div", { class: "field" }, element("label", { for: "at" }, "Time of evaluation"), this.#at, this.#timeHint));
    }

    #write() {
        draft.host = this.#host.value.trim();
        draft.policy = this.#policy.input.value.trim();
        const time = this.#time();
        draft.at = time ?? this.#at.value.trim();
        replace(this.#timeHint, time ? instant(time) : timeHint);
        this.#changed();
    }

    /** Returns the written time, empty for now; null if it is not a time. */
    #time() {
        return this.#at.value.trim() === "" ? "" : readTime(this.#at.value);
    }

    /** @param {() => Promise<void>} evaluate */
    async #run(evaluate) {
        if (this.#isBusy) return;
        this.errors.clear();
        this.#write();
        // An error that appears as the focus leaves its field would move the button away from the pointer.
        if (this.#time() === null) this.errors.show("at", "This is not a time. Write it as 2026-12-24 18:00.");
        const isRead = this.chain.takeText();
        if (!isRead) this.errors.show("chain", "The text is not a chain.");
        else if (draft.certificates.length === 0) this.errors.show("chain", "There is no chain: drop a file, choose one, or paste text.");
        if (!isRead || draft.certificates.length === 0 || this.#time() === null) return this.errors.focus();
        // A disabled button would lose the focus.
        this.#isBusy = true;
        this.#submit.setAttribute("aria-disabled", "true");
        await evaluate();
        this.#isBusy = false;
        this.#submit.removeAttribute("aria-disabled");
    }
}
