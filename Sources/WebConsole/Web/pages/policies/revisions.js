/**
 * The last revisions of a written policy set, each of which can be used again.
 */
import { ApiProblem } from "../../parts/api.js";
import { element, replace } from "../../parts/dom.js";
import { PagedTable } from "../../parts/pagedTable.js";
import { shown } from "../../parts/text.js";
import { instant } from "../../parts/time.js";

/** @typedef {{[name: string]: any}} Revision */

export class RevisionsView {
    #store;
    #access;
    #state = element("div", { class: "stack tight", role: "status", tabindex: -1 });
    #etag = "";
    /** @type {number | undefined} */ #latest;
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
            element("h2", { id: "revisions-heading" }, "Revisions"), this.#state, this.#table.element);
    }

    /** @param {string} etag the tag of the stored document */
    async show(etag) {
        this.#etag = etag;
        try {
            const { revisions } = await this.#store.revisions();
            this.#latest = revisions[0]?.number;
            this.#table.show(revisions);
        } catch (error) {
            if (this.#store.signal.aborted) return;
            const isNone = error instanceof ApiProblem && error.code === "unknownRevision";
            replace(this.#state, isNone ? element("p", {}, shown(error.message)) : this.#access.notice(error, "Revisions"));
        }
    }

    /** @param {Revision} revision */
    #cells(revision) {
        const isCurrent = revision.number === this.#latest && revision.etag === this.#etag;
        const restore = () => element("button", {
            type: "button", class: "quiet-button", "aria-label": `Restore revision ${revision.number}`, on: { click: () => this.#restore(revision.number) },
        }, "Restore");
        return [
            String(revision.number), revision.time ? instant(revision.time) : "", shown(revision.author),
            revision.isDeletion ? "Deletion" : isCurrent ? element("span", { class: "badge", "data-tone": "good" }, "In use")
                : this.mayWrite ? restore() : "",
        ];
    }

    /** @param {number} number */
    async #restore(number) {
        try {
            await this.#store.restore(number, this.#etag);
            replace(this.#state, element("p", {}, `Revision ${number} is in use again.`));
            this.#state.focus();
            this.#restored();
        } catch (error) {
            if (!this.#store.signal.aborted) replace(this.#state, this.#access.notice(error, `Revision ${number} was not restored`));
        }
    }
}
