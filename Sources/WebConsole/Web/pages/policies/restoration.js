/**
 * The question before a revision is used again: what happens, since the daemon does not check it against decisions.
 */
import { element } from "../../parts/dom.js";
import { shown } from "../../parts/text.js";
import { instant } from "../../parts/time.js";

/** @typedef {{[name: string]: any}} Revision */

/**
 * Returns the newest of the earlier revisions with the same document: a restored revision has the one of another.
 *
 * @param {Revision} revision
 * @param {Revision[]} revisions the newest first
 * @returns {number | null}
 */
export function sameDocument(revision, revisions) {
    const earlier = revisions.filter((other) => other.number < revision.number && other.etag !== undefined && other.etag === revision.etag);
    return earlier[0]?.number ?? null;
}

/**
 * Asks whether a revision replaces the stored document.
 *
 * @param {Revision} revision
 * @param {{restore: () => void, cancel: () => void}} actions
 */
export function restorationView({ number, time, author }, { restore, cancel }) {
    const button = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => void} */ act) =>
        element("button", { type: "button", class: name, on: { click: act } }, text);
    return element("section", { class: "note stack tight", "data-tone": "warn", tabindex: -1, "aria-labelledby": "restoration-heading", "aria-describedby": "restoration-text" },
        element("h3", { id: "restoration-heading" }, `Restore revision ${number}?`),
        element("p", { id: "restoration-text" }, `Revision ${number}`, time && " of ", time && instant(time), " by ", shown(author),
            " replaces the stored set at once, without a check against decisions. Every later evaluation uses it. ",
            "The present document becomes an earlier revision, and can be restored, too."),
        element("div", { class: "cluster" },
            button("button", `Use revision ${number}`, restore), button("quiet-button", "Cancel", cancel)));
}
