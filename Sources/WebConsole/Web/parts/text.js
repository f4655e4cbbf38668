/**
 * Shows texts from certificates, requests and documents. Characters that are invisible, or that change the direction of
 * the text around them, are shown as code points. Long texts are shortened until they are asked for.
 */
import { element } from "./dom.js";

/** The characters that are invisible or that change the direction of text, such as U+2800, the braille pattern without dots. */
export const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu;

/** The number of characters that are shown of a long text. */
export const shownLength = 240;

/** @typedef {{text: string, isCode: boolean}} Piece */

/**
 * Divides a text into visible text and code points, such as `U+202E`.
 *
 * @param {string} text
 * @returns {Piece[]}
 */
export function pieces(text) {
    /** @type {Piece[]} */
    const found = [];
    let end = 0;
    for (const match of text.matchAll(hiddenCharacters)) {
        const start = match.index ?? 0;
        if (start > end) found.push({ text: text.slice(end, start), isCode: false });
        found.push({ text: codePoint(match[0]), isCode: true });
        end = start + match[0].length;
    }
    if (end < text.length) found.push({ text: text.slice(end), isCode: false });
    return found;
}

/**
 * Writes a text for places that have no elements, such as titles, with code points in brackets.
 *
 * @param {string} text
 * @param {number} [limit]
 */
export function plain(text, limit = shownLength) {
    const short = shorten(text, limit);
    const written = pieces(short).map((piece) => (piece.isCode ? `[${piece.text}]` : piece.text)).join("");
    return short.length < text.length ? written + "…" : written;
}

/**
 * Makes an element with a text. The direction of the text does not affect its surroundings.
 *
 * @param {string} text
 * @param {{limit?: number, class?: string}} [options]
 * @returns {HTMLElement}
 */
export function shown(text, options = {}) {
    const short = shorten(text, options.limit ?? shownLength);
    const holder = element("bdi", { class: `text ${options.class ?? ""}`.trim(), dir: "auto" });
    write(holder, short);
    if (short.length === text.length) return holder;
    const rest = element("button", { type: "button", class: "link", "aria-expanded": "false" });
    rest.textContent = `… all ${text.length.toLocaleString("en")} characters`;
    const whole = element("span", { class: "long-text" }, holder, rest);
    rest.addEventListener("click", () => {
        write(holder, text);
        holder.classList.add("whole");
        holder.tabIndex = -1;
        rest.remove();
        holder.focus();
    });
    return whole;
}

/**
 * Writes a text into an element. Its pieces can be too many for the arguments of one call.
 *
 * @param {HTMLElement} holder
 * @param {string} text
 */
function write(holder, text) {
    holder.replaceChildren();
    for (const piece of pieces(text)) {
        holder.append(piece.isCode ? element("span", { class: "code-point" }, piece.text) : piece.text);
    }
}

/**
 * Returns the beginning of a text, without half of a surrogate pair.
 *
 * @param {string} text
 * @param {number} limit
 */
function shorten(text, limit) {
    if (text.length <= limit + 20) return text;
    const cut = text.slice(0, limit);
    return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** @param {string} character */
function codePoint(character) {
    const number = character.codePointAt(0) ?? 0;
    return "U+" + number.toString(16).toUpperCase().padStart(4, "0");
}
