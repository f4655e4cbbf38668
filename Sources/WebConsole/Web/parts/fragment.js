/**
 * The fragment of the address, which names the page: `#/path/path?name=value`.
 */

import { plain } from "./text.js";

/** @typedef {{path: string[], query: URLSearchParams}} Fragment */

/**
 * @param {string} hash
 * @returns {Fragment}
 */
export function parseFragment(hash) {
    const text = hash.replace(/^#\/?/, "");
    const mark = text.indexOf("?");
    const path = mark < 0 ? text : text.slice(0, mark);
    return {
        path: path === "" ? [] : path.split("/").map(decode),
        query: new URLSearchParams(mark < 0 ? "" : text.slice(mark + 1)),
    };
}

/**
 * Writes the fragment of a page, without parameters that have no value.
 *
 * @param {string[]} path
 * @param {{[name: string]: string | null | undefined}} [query]
 */
export function formatFragment(path, query = {}) {
    const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
    const parameters = new URLSearchParams(/** @type {[string, string][]} */ (given)).toString();
    return "#/" + path.map(encodeURIComponent).join("/") + (parameters ? "?" + parameters : "");
}

/**
 * Returns the title of the document: what the page shows, such as a policy set, the title of the page, and the program.
 *
 * @param {string} title the title of the page
 * @param {Fragment} fragment
 */
export function titleOf(title, { path: [, name = ""] }) {
    return [...new Set([plain(name, 80), title, "anchord"])].filter(Boolean).join(" · ");
}

/** @param {string} part */
function decode(part) {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}
