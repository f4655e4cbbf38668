/**
 * A form that shows a decision by its identifier, or by the end of it.
 */
import { ApiProblem } from "./api.js";
import { element } from "./dom.js";
import { formatFragment } from "./fragment.js";

/** The number of decisions on a page of the API, and the number of pages in which an end is looked for. */
const pageLength = 1000;
const maximumPages = 200;

const notFound = "The decision was not found";
const several = {
    code: "unknownDecision", title: "Several decisions have this end", detail: "Enter the whole identifier of the decision.",
};
const malformed = {
    code: "unknownDecision", title: notFound,
    detail: "The identifier of a decision is a UUID, such as 019a0000-0000-7000-8000-000000000000. Its last 12 digits, or at least 6 of them, are enough.",
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
 * Searches the memory of the daemon, the last decisions first, for the one decision whose identifier has an end.
 *
 * @param {string} end
 * @param {import("../main.js").Context} context
 * @param {(searched: number) => void} progress called before each page with the number of decisions that were searched
 * @returns {Promise<string>} the identifier
 */
async function findEnd(end, { api, signal }, progress) {
    /** @type {Set<string>} */
    const found = new Set();
    let [before, searched, none] = [undefined, 0, ""];
    for (let page = 0; page < maximumPages; page += 1) {
        progress(searched);
        const { decisions, next } = await api.get("/v1/decisions", { query: { limit: pageLength, before }, signal });
        signal.throwIfAborted();
        for (const { id } of decisions) if (id.endsWith(end)) found.add(id);
        searched += decisions.length;
        if (found.size > 1) throw new ApiProblem(404, several);
        none = next === undefined ? "No decision in memory" : `None of the last ${searched.toLocaleString("en")} decisions`;
        // The last 12 digits are random, while fewer of them can be those of an older decision too.
        if (next === undefined || found.size === 1 && end.length === 12) break;
        before = next;
    }
    const [id] = found;
    if (id !== undefined) return id;
    throw new ApiProblem(404, { code: "unknownDecision", title: notFound, detail: `${none} has this end. Enter the whole identifier.` });
}

/**
 * Reads the decision with an identifier, or the one in memory whose identifier ends so.
 *
 * @param {string} text
 * @param {import("../main.js").Context} context
 * @param {(searched: number) => void} [progress] called again and again while the memory is searched
 */
export async function readDecision(text, context, progress = () => {}) {
    const id = isEnd(text) ? await findEnd(text.toLowerCase(), context, progress) : text;
    if (!isIdentifier(id)) throw new ApiProblem(404, malformed);
    return context.api.get(`/v1/decisions/${encodeURIComponent(id)}`, { signal: context.signal });
}
