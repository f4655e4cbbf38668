/**
 * A form that shows a decision by its identifier, or by the end of it.
 */
import { ApiProblem } from "./api.js";
import { element } from "./dom.js";
import { formatFragment } from "./fragment.js";

/** The number of last decisions in which an end is looked for. */
const searched = 1000;

const unknownEnd = {
    code: "unknownDecision", title: "The decision was not found",
    detail: `Not exactly one of the last ${searched.toLocaleString("en")} decisions has this end. Enter the whole identifier.`,
};
const malformed = {
    code: "unknownDecision", title: "The decision was not found",
    detail: "The identifier of a decision is a UUID, such as 019a0000-0000-7000-8000-000000000000.",
};

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
 * Returns whether a text is an identifier. Other texts, such as `..`, would change the path of the request.
 *
 * @param {string} text
 */
export function isIdentifier(text) {
    return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
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
    if (!isIdentifier(id)) throw new ApiProblem(404, isEnd(text) ? unknownEnd : malformed);
    return api.get(`/v1/decisions/${encodeURIComponent(id)}`, { signal });
}
