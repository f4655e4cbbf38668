/**
 * A form that shows a decision by its identifier, or by the end of it.
 */
import { element } from "./dom.js";
import { formatFragment } from "./fragment.js";

/** The number of last decisions in which an end is looked for. */
const searched = 1000;

/** @param {string} id the identifier at the beginning */
export function decisionFinder(id) {
    const input = element("input", { id: "decision-id", value: id, autocomplete: "off", spellcheck: "false", class: "mono",
        "aria-describedby": "decision-id-hint" });
    const find = (/** @type {Event} */ event) => {
        event.preventDefault();
        location.hash = formatFragment(["decisions", input.value.trim()]);
    };
    return element("form", { class: "stack tight", "aria-label": "Find a decision", on: { submit: find } },
        element("div", { class: "cluster ends finder" },
            element("label", { class: "field" }, "Identifier", input),
            element("button", { type: "submit", class: "quiet-button" }, "Show")),
        element("p", { class: "hint", id: "decision-id-hint" }, "The identifier from a verdict or a log, or its last 12 digits"));
}

/**
 * Returns whether a text is the end of an identifier rather than an identifier.
 *
 * @param {string} text
 */
export function isEnd(text) {
    return /^[0-9a-f]{6,12}$/i.test(text);
}

/**
 * Returns the one identifier that ends with a text, or the text itself if none or several do.
 *
 * @param {string} text
 * @param {string[]} identifiers
 */
export function completed(text, identifiers) {
    const found = identifiers.filter((id) => id.endsWith(text.toLowerCase()));
    return found.length === 1 ? found[0] : text;
}

/**
 * Reads the decision with an identifier, or with one that ends so among the last decisions.
 *
 * @param {string} text
 * @param {import("../main.js").Context} context
 */
export async function readDecision(text, { api, signal }) {
    let id = text;
    if (isEnd(text)) {
        const { decisions } = await api.get("/v1/decisions", { query: { limit: searched }, signal });
        id = completed(text, decisions.map((/** @type {any} */ one) => one.id));
    }
    return api.get(`/v1/decisions/${encodeURIComponent(id)}`, { signal });
}
