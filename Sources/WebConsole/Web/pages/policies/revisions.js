/**
 * The last revisions of a written policy set, each of which can be used again.
 */
import { ApiProblem } from "../../parts/api.js";
import { element, replace } from "../../parts/dom.js";
import { PagedTable } from "../../parts/pagedTable.js";
import { shown } from "../../parts/text.js";
import { instant } from "../../parts/time.js";
import { restorationView, sameDocument } from "./restoration.js";

/** @typedef {{[name: string]: any}} Revision */

export class RevisionsView {
    #store;
    #access;
    #state = element("div", { class: "stack tight", role: "status", tabindex: -1 });
    #etag = "";
    /** @type {Revision[]} */ #revisions = [];
    #question = element("div");
    /** Whether a restoration is not answered yet. */
    #isBusy = false;
    /** Whether revisions can be restored. */
    mayWrite = false;
    #restored;
    #table;

    /**
     * @param {import("../../parts/policyStore.js").PolicyStore} store
     * @param {import("../../parts/access.js").Access} access
     * @param {() => void} restored called after a revision was restored
     */
    constructor(store, access, restored) {
        this.#store = store;
        this.#access = access;
        this.#restored = restored;
        /** @type {PagedTable<Revision>} */
        this.#table = new PagedTable("Revisions", [{ label: "Revision" }, { label: "Time" }, { label: "Author" }, { label: "Use" }],
            (revision) => this.#cells(revision));
        this.element = element("section", { class: "card", "aria-labelledby": "revisions-heading" },
            element("h2", { id: "revisions-heading" }, "Revisions"), this.#state, this.#question, this.#table.element);
    }

    /** @param {string} etag the tag of the stored document */
    async show(etag) {
        this.#etag = etag;
        try {
            const { revisions } = await this.#store.revisions();
            this.#revisions = revisions;
            replace(this.#question);
            this.#table.show(revisions);
        } catch (error) {
            if (this.#store.signal.aborted) return;
            const isNone = error instanceof ApiProblem && error.code === "unknownRevision";
            replace(this.#state, isNone ? element("p", {}, shown(error.message)) : this.#access.notice(error, "Revisions"));
        }
    }

    /** @param {Revision} revision */
    #cells(revision) {
        const isCurrent = revision === this.#revisions[0] && revision.etag === this.#etag;
        const same = sameDocument(revision, this.#revisions);
        return [
            element("span", {}, String(revision.number), same !== null && element("span", { class: "quiet small" }, ` with the document of revision ${same}`)),
            revision.time ? instant(revision.time) : "", shown(revision.author),
            revision.isDeletion ? "Deletion" : isCurrent ? element("span", { class: "badge", "data-tone": "good" }, "In use")
                : this.mayWrite ? this.#button(revision) : "",
        ];
    }

    /** @param {Revision} revision */
    #button(revision) {
        return element("button", {
            type: "button", class: "quiet-button", "aria-label": `Restore revision ${revision.number}`,
            on: { click: (event) => this.#ask(revision, event.currentTarget) },
        }, "Restore");
    }

    /**
     * Asks before a revision is restored.
     *
     * @param {Revision} revision
     * @param {HTMLElement} button the button that has the focus again if nothing is restored
     */
    #ask(revision, button) {
        const view = restorationView(revision, { restore: () => this.#restore(revision.number), cancel: () => {
            replace(this.#question);
            button.focus();
        } });
        replace(this.#state);
        replace(this.#question, view);
        view.focus();
    }

    /** @param {number} number */
    async #restore(number) {
        if (this.#isBusy) return;
        this.#isBusy = true;
        try {
            await this.#store.restore(number, this.#etag);
            replace(this.#state, element("p", {}, `Revision ${number} is in use again.`));
            this.#restored();
        } catch (error) {
            if (this.#store.signal.aborted) return;
            replace(this.#state, this.#access.notice(error, `Revision ${number} was not restored`));
        } finally {
            this.#isBusy = false;
        }
        replace(this.#question);
        this.#state.focus();
    }
}
