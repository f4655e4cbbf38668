/**
 * A change of a policy set: its document is edited, checked against the last decisions, and saved.
 */
import { ApiProblem } from "../../parts/api.js";
import { element, replace } from "../../parts/dom.js";
import { marks } from "../../parts/places.js";
import { shown } from "../../parts/text.js";
import { comparisonView, headline } from "./comparison.js";
import { conflictView } from "./conflict.js";
import { Editor } from "./editor.js";

/**
 * @typedef {import("../../parts/policyStore.js").Source} Source
 * @typedef {import("../../parts/places.js").Place} Place
 */

/** Texts that were not saved when their page was left, with the tags of the documents from which they were made. */
/** @type {Map<string, Source>} */
const drafts = new Map();

export class Change {
    /** @type {Source} */ #stored = { text: "", etag: "" };
    /** The text of the last check that the daemon accepted. */
    /** @type {string | null} */ #checked = null;
    #store;
    #access;
    #saved;
    #editor;
    #decisions = element("input", { type: "number", min: 1, max: 1000, value: 1000, required: true });
    #check = element("button", { type: "submit", class: "button", "aria-describedby": "save-hint" }, "Check");
    #save = element("button", { type: "button", class: "button", hidden: true, on: { click: () => this.#saveText() } }, "Save");
    #reset = element("button", { type: "button", class: "quiet-button", hidden: true, on: { click: () => this.#resetText() } }, "Undo all changes");
    #hint = element("span", { class: "hint", id: "save-hint" }, "Save appears when a check has accepted the text.");
    #state = element("p", { role: "status", tabindex: -1 });
    /** Whether a request is being answered. The buttons keep the focus meanwhile, and do nothing. */
    #isBusy = false;
    #result = element("div", { class: "stack" });
    #form;

    /**
     * @param {import("../../parts/policyStore.js").PolicyStore} store
     * @param {import("../../parts/access.js").Access} access
     * @param {() => void} saved called after the document was saved
     */
    constructor(store, access, saved) {
        this.#store = store;
        this.#access = access;
        this.#saved = saved;
        this.#editor = new Editor(`Document of the policy set ${store.name}`, () => this.#changed());
        this.#form = element("form", { class: "cluster", on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); this.#checkText(); } } },
            this.#check, element("label", { class: "beside" }, "against the last", this.#decisions, "decisions"), this.#save, this.#reset, this.#hint);
        this.element = element("section", { class: "card", "aria-labelledby": "document-heading" },
            element("h2", { id: "document-heading" }, "Document"), this.#editor.element, this.#form, this.#state, this.#result);
        const keep = (/** @type {Event} */ event) => { if (this.#isChanged) event.preventDefault(); };
        addEventListener("beforeunload", keep, { signal: store.signal });
    }

    get #isChanged() {
        return this.#editor.text !== this.#stored.text;
    }

    /**
     * Shows the stored document, or the text that was being edited when the page was left.
     *
     * @param {Source} source
     * @param {Place[]} warnings
     * @param {ApiProblem | null} refusal the reason why the client may not change the set
     */
    show(source, warnings, refusal) {
        this.#stored = source;
        const draft = refusal === null ? drafts.get(this.#store.name) : undefined;
        this.#editor.text = draft?.text ?? source.text;
        if (draft) this.#stored = { text: source.text, etag: draft.etag };
        this.#editor.isReadOnly = refusal !== null;
        this.#editor.showMarks(marks([], warnings));
        this.#form.hidden = refusal !== null;
        if (refusal) replace(this.#result, this.#refusalNotice(refusal));
        this.#reset.hidden = !this.#isChanged;
        if (draft) replace(this.#state, "This text was not saved when you left the page.");
    }

    /** @param {ApiProblem} refusal */
    #refusalNotice(refusal) {
        if (refusal.code !== "policySetConflict") return this.#access.notice(refusal, "The document is shown only");
        return element("div", { class: "note stack tight" },
            element("p", { class: "strong" }, "The document is shown only: the set is not one that requests write"), element("p", {}, shown(refusal.message)));
    }

    /**
     * Shows the document that is stored now, unless the text has changes: then saving it is a conflict.
     *
     * @param {Source} source
     * @param {Place[]} warnings
     */
    update(source, warnings) {
        if (this.#isChanged || this.#stored.etag === source.etag) return;
        this.#stored = source;
        this.#checked = null;
        this.#editor.text = source.text;
        this.#editor.showMarks(marks([], warnings));
        replace(this.#result);
        replace(this.#state, "The document is that of the revision in use.");
    }

    /** @param {number} line */
    goToLine(line) {
        this.#editor.goToLine(line);
    }

    #changed() {
        const { text } = this.#editor;
        if (this.#isChanged) drafts.set(this.#store.name, { text, etag: this.#stored.etag });
        else drafts.delete(this.#store.name);
        this.#reset.hidden = !this.#isChanged;
        this.#save.hidden = this.#checked !== text || !this.#isChanged;
        replace(this.#state, this.#checked !== null && this.#checked !== text && "The text has changed since the check: check it again to save it.");
    }

    async #checkText() {
        const { text } = this.#editor;
        await this.#run("Checking the document.", async () => {
            const comparison = await this.#store.check(text, Number(this.#decisions.value));
            this.#editor.showMarks(marks([], comparison.warnings));
            replace(this.#result, element("h3", {}, "What the document would change"), comparisonView(comparison));
            this.#accept(text, headline(comparison.changes));
        }, (problem) => this.#refused(problem, text));
    }

    /**
     * @param {string} text
     * @param {string} state
     */
    #accept(text, state) {
        this.#checked = text;
        this.#changed();
        const isSame = this.#editor.text === text;
        replace(this.#state, isSame ? state : "The text has changed since the check: check it again to save it.");
    }

    /**
     * @param {ApiProblem} problem
     * @param {string} text
     */
    #refused(problem, text) {
        if (problem.code === "invalidPolicySet") {
            this.#editor.showMarks(marks(problem.errors, []));
            const isFileMissing = problem.errors.some((error) => error.detail.endsWith(" does not exist"));
            replace(this.#result, isFileMissing && element("p", { class: "note" },
                "The page sends the document alone. A set that has files of its own, such as anchors, is changed with an archive of all of them: ",
                element("code", {}, "PUT"), " with ", element("code", {}, "application/x-tar"), "."));
            replace(this.#state, `${problem.detail} Nothing was saved.`);
            return;
        }
        replace(this.#result, this.#access.notice(problem, "The document was not checked"));
        // The client may write, but not read decisions: the daemon still validates what it saves.
        if (problem.status === 403) this.#accept(text, "The document can be saved without a check against decisions.");
    }

    async #saveText() {
        const { text } = this.#editor;
        await this.#run("Saving the document.", async () => {
            const { change, etag } = await this.#store.save({ text, etag: this.#stored.etag });
            this.#stored = { text, etag };
            this.#checked = null;
            this.#changed();
            this.#editor.showMarks(marks([], change.warnings));
            replace(this.#result);
            replace(this.#state, `Saved as revision ${change.number}. Every later evaluation uses it.`);
            this.#state.focus();
            this.#saved();
        }, (problem) => {
            if (problem.status === 412) return this.#showConflict(text);
            if (problem.code === "invalidPolicySet") return this.#refused(problem, text);
            replace(this.#result, this.#access.notice(problem, "The document was not saved"));
        });
    }

    /**
     * Shows how the stored document differs, and lets the text be saved over it.
     *
     * @param {string} text
     */
    async #showConflict(text) {
        const stored = await this.#store.readSource();
        replace(this.#state, "The document was not saved, and your text is still in the editor.");
        replace(this.#result, conflictView(stored.text, text, () => {
            this.#stored = stored;
            this.#checked = null;
            this.#changed();
            replace(this.#result);
            replace(this.#state, "Check the text again: saving it replaces the other change.");
            this.#check.focus();
        }));
        this.#state.focus();
    }

    #resetText() {
        const discarded = this.#editor.text;
        this.#editor.text = this.#stored.text;
        this.#editor.showMarks([]);
        this.#changed();
        replace(this.#result);
        replace(this.#state, "The text is the stored document again. ", element("button", { type: "button", class: "link", on: { click: () => {
            this.#editor.text = discarded;
            this.#changed();
            this.#state.focus();
        } } }, "Bring back my text"));
        this.#state.focus();
    }

    /**
     * Runs a request, unless another one is not answered yet.
     *
     * @param {string} state
     * @param {() => Promise<void>} request
     * @param {(problem: ApiProblem) => void | Promise<void>} refused
     */
    async #run(state, request, refused) {
        if (this.#isBusy) return;
        this.#setBusy(true);
        replace(this.#state, state);
        try {
            await request();
        } catch (error) {
            if (this.#store.signal.aborted) return;
            if (!(error instanceof ApiProblem)) throw error;
            replace(this.#state);
            await refused(error);
        } finally {
            this.#setBusy(false);
        }
    }

    /** @param {boolean} isBusy */
    #setBusy(isBusy) {
        this.#isBusy = isBusy;
        for (const button of [this.#check, this.#save]) button.setAttribute("aria-disabled", String(isBusy));
    }
}
