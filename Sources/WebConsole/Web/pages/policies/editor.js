/**
 * The editor of a document: its text with line numbers, and a list of its errors and warnings that leads to their places.
 */
import { element, replace } from "../../parts/dom.js";
import { position, rangeOfMark } from "../../parts/places.js";
import { shown } from "../../parts/text.js";

/** @typedef {import("../../parts/places.js").Mark} Mark */

/** The number of marks that are listed. */
const listed = 100;

export class Editor {
    /** @type {Mark[]} */ #marks = [];
    #lines = 0;
    #gutter = element("pre", { class: "gutter", "aria-hidden": "true" });
    #place = element("p", { class: "quiet small" });
    #count = element("p", { id: "marks-count", class: "strong small", hidden: true });
    #list = element("ol", { class: "plain stack tight", "aria-label": "Errors and warnings" });
    #text;

    /**
     * @param {string} label
     * @param {() => void} changed called after each change of the text
     */
    constructor(label, changed) {
        this.#text = element("textarea", {
            class: "source", "aria-label": label, wrap: "off", spellcheck: "false", autocapitalize: "none", autocomplete: "off", rows: 22,
            "aria-describedby": "marks-count",
            on: {
                input: () => { this.#outdateMarks(); this.#drawLines(); changed(); },
                scroll: () => { this.#gutter.scrollTop = this.#text.scrollTop; },
                keyup: () => this.#drawPlace(), click: () => this.#drawPlace(),
            },
        });
        this.element = element("div", { class: "stack tight" },
            element("div", { class: "editor" }, this.#gutter, this.#text), this.#place, this.#count, this.#list);
    }

    get text() {
        return this.#text.value;
    }

    set text(value) {
        this.#text.value = value;
        this.#drawLines();
        this.#drawPlace();
    }

    /** @param {boolean} value */
    set isReadOnly(value) {
        this.#text.readOnly = value;
    }

    /** @param {Mark[]} marks */
    showMarks(marks) {
        this.#marks = marks;
        this.#lines = 0;
        this.#drawLines();
        const hasError = marks.some((mark) => mark.severity === "error");
        if (hasError) this.#text.setAttribute("aria-invalid", "true");
        else this.#text.removeAttribute("aria-invalid");
        const rest = marks.length - listed;
        replace(this.#list, ...marks.slice(0, listed).map((mark) => this.#item(mark)),
            rest > 0 && element("li", {}, `${rest} more`));
        this.#list.hidden = this.#count.hidden = marks.length === 0;
        this.#count.textContent = countText(marks);
    }

    /** Takes the marks away from the text, which has changed. The list remains, since one change rarely mends all errors. */
    #outdateMarks() {
        if (this.#marks.length === 0) return;
        this.#count.textContent = `Before the last change: ${countText(this.#marks)}`;
        this.#marks = [];
        this.#lines = 0;
        this.#text.removeAttribute("aria-invalid");
    }

    /**
     * Moves the cursor to a line.
     *
     * @param {number} line
     */
    goToLine(line) {
        this.#goTo({ severity: "warning", line, pointer: "", detail: "", file: "" });
    }

    /** @param {Mark} mark */
    #goTo(mark) {
        const { start, end } = rangeOfMark(this.text, mark);
        this.#text.focus();
        this.#text.setSelectionRange(start, end);
        const height = this.#text.scrollHeight / Math.max(1, this.#lines);
        this.#text.scrollTop = Math.max(0, ((mark.line ?? 1) - 6) * height);
        this.#text.scrollLeft = 0;
        this.#drawPlace();
    }

    /** @param {Mark} mark */
    #item(mark) {
        const tone = mark.severity === "error" ? "bad" : "warn";
        const line = mark.line === null ? "Document" : `Line ${mark.line}`;
        return element("li", { class: "mark" },
            element("span", { class: "badge", "data-tone": tone }, mark.severity === "error" ? "Error" : "Warning"),
            element("button", { type: "button", class: "link", on: { click: () => this.#goTo(mark) } }, line),
            element("span", {}, mark.pointer && element("code", {}, shown(mark.pointer)), mark.pointer && ": ", shown(mark.detail)));
    }

    /** Draws the line numbers, of which marked ones are elements. */
    #drawLines() {
        const count = this.text.split("\n").length;
        if (count === this.#lines) return;
        this.#lines = count;
        /** @type {Map<number, string>} */
        const severities = new Map();
        for (const mark of this.#marks) {
            if (mark.line !== null && severities.get(mark.line) !== "error") severities.set(mark.line, mark.severity);
        }
        /** @type {(string | Node)[]} */
        const parts = [];
        let plain = "";
        for (let line = 1; line <= count; line += 1) {
            const severity = severities.get(line);
            if (!severity) { plain += `${line}\n`; continue; }
            parts.push(plain, element("span", { class: "marked", "data-severity": severity }, `${severity === "error" ? "✕" : "!"} ${line}`));
            plain = "\n";
        }
        replace(this.#gutter);
        for (const part of parts) this.#gutter.append(part);
        this.#gutter.append(`${plain}\n\n`);
    }

    #drawPlace() {
        const { line, column } = position(this.text, this.#text.selectionStart);
        replace(this.#place, `Line ${line}, column ${column}`);
    }
}

/** @param {Mark[]} marks */
function countText(marks) {
    const errors = marks.filter((mark) => mark.severity === "error").length;
    const count = (/** @type {number} */ number, /** @type {string} */ unit) => `${number} ${unit}${number === 1 ? "" : "s"}`;
    const parts = [errors > 0 && count(errors, "error"), marks.length > errors && count(marks.length - errors, "warning")];
    const line = marks.find((mark) => mark.line !== null)?.line;
    return `${parts.filter((part) => part !== false).join(" and ")}${line ? `, the first in line ${line}` : ""}.`;
}
