/**
 * The notice that someone else has changed a document while it was edited.
 */
import { element } from "../../parts/dom.js";
import { differingLines } from "../../parts/places.js";

/**
 * @param {string} stored the document that is stored now
 * @param {string} text the text in the editor
 * @param {() => void} keep called if the text is to replace the stored document
 */
export function conflictView(stored, text, keep) {
    const { line, one, other } = differingLines(stored, text);
    return element("div", { class: "note stack", "data-tone": "warn" },
        element("p", { class: "strong" }, "Someone changed the set after you opened it"),
        element("p", {}, `The documents differ from line ${line} on. Copy what you need from the stored one into your text, or replace it.`),
        element("div", { class: "columns" }, part("Stored now", one), part("Your text", other)),
        element("p", {}, element("button", { type: "button", class: "quiet-button", on: { click: keep } }, "Keep my text, and replace the other change")));
}

/**
 * @param {string} heading
 * @param {string[]} lines
 */
function part(heading, lines) {
    return element("div", { class: "stack tight" }, element("h3", {}, heading),
        element("pre", { class: "code", tabindex: 0, role: "group", "aria-label": heading }, lines.join("\n") || "(no lines)"));
}
