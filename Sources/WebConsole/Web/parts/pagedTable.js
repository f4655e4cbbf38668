/**
 * A table that shows the first rows of many, and more of them on demand, so that the page has few elements.
 */
import { element, replace } from "./dom.js";
import { refresh } from "./refresh.js";

/**
 * @typedef {import("./dom.js").Child} Child
 * @typedef {{label: string, class?: string}} Column
 */

/** The number of rows that are shown at first, and more on each demand. */
export const rowsOfPage = 25;

/** @template Row */
export class PagedTable {
    /** @type {Row[]} */ #rows = [];
    #shown = 0;
    #body = element("tbody");
    #more = element("button", { type: "button", class: "quiet-button", on: { click: () => this.#showMore() } });
    #columns;
    #cells;
    #none;
    #box;

    /**
     * @param {string} caption
     * @param {Column[]} columns
     * @param {(row: Row) => Child[]} cells makes the cells of a row; the first is its heading
     * @param {string} [none] the text in place of a table without rows
     * @param {{isWide?: boolean}} options `isWide` is whether the table can be wider than its box, which keys then scroll
     */
    constructor(caption, columns, cells, none = "", { isWide = false } = {}) {
        this.#columns = columns;
        this.#cells = cells;
        const head = columns.map((column) => element("th", { scope: "col", class: column.class }, column.label));
        this.#none = element("p", { class: "quiet" }, none);
        this.#box = element("div", { class: "table-box", ...isWide && { tabindex: 0, role: "region", "aria-label": caption } },
            element("table", { class: "cards" }, element("caption", { class: "visually-hidden" }, caption),
                element("thead", {}, element("tr", {}, ...head)), this.#body));
        this.element = element("div", { class: "stack tight" }, this.#none, this.#box, element("p", {}, this.#more));
        this.#drawMore();
    }

    /**
     * Shows rows in place of the present ones.
     *
     * @param {Row[]} rows
     */
    show(rows) {
        this.#rows = rows;
        const count = Math.min(rows.length, rowsOfPage);
        this.#shown = count;
        replace(this.#body, ...rows.slice(0, count).map((row) => this.#row(row)));
        this.#drawMore();
    }

    /**
     * Shows the present state of the same rows: what did not change is not drawn again, and as many rows stay shown.
     *
     * @param {Row[]} rows
     */
    update(rows) {
        this.#rows = rows;
        this.#shown = Math.min(rows.length, Math.max(rowsOfPage, this.#shown));
        refresh(this.#body, rows.slice(0, this.#shown).map((row) => this.#row(row)));
        this.#drawMore();
    }

    #showMore() {
        const rows = this.#rows.slice(this.#shown, this.#shown + rowsOfPage).map((row) => this.#row(row));
        this.#shown += rows.length;
        this.#body.append(...rows);
        this.#drawMore();
        const heading = rows[0].cells[0];
        heading.tabIndex = -1;
        heading.focus();
    }

    #drawMore() {
        const rest = this.#rows.length - this.#shown;
        this.#more.hidden = rest === 0;
        this.#box.hidden = this.#rows.length === 0;
        this.#none.hidden = this.#rows.length > 0 || this.#none.textContent === "";
        const next = Math.min(rest, rowsOfPage).toLocaleString("en");
        this.#more.textContent = `Show ${next} more (${this.#shown.toLocaleString("en")} of ${this.#rows.length.toLocaleString("en")} shown)`;
    }

    /** @param {Row} row */
    #row(row) {
        return element("tr", {}, ...this.#cells(row).map((cell, index) => {
            const { label, class: name } = this.#columns[index];
            return index === 0
                ? element("th", { scope: "row", class: name }, cell)
                : element("td", { class: name, "data-label": label }, cell);
        }));
    }
}
