/**
 * The table of what ends, the same on each page.
 */
import { element } from "./dom.js";
import { kinds } from "./ends.js";
import { formatFragment } from "./fragment.js";
import { PagedTable } from "./pagedTable.js";
import { shown } from "./text.js";
import { instant } from "./time.js";

/** @typedef {import("./ends.js").End} End */

/**
 * @param {string} caption
 * @param {string} none the text in place of a table without ends
 * @returns {PagedTable<End>}
 */
export function endTable(caption, none) {
    return new PagedTable(caption, [{ label: "End" }, { label: "Kind" }, { label: "Of", class: "name" }, { label: "Detail" }], (end) => [
        instant(end.end, { relative: true, seconds: false }), kind(end), subject(end), shown(end.detail, { limit: 300 }),
    ], none);
}

/** @param {End} end */
function kind(end) {
    const isOver = Date.parse(end.end) < Date.now();
    const name = kinds.get(end.kind) ?? end.kind;
    return element("span", {}, shown(name), isOver && " ", isOver && element("span", { class: "badge", "data-tone": "bad" }, "Ended"));
}

/** @param {End} end */
function subject(end) {
    if (end.decision) return element("a", { href: formatFragment(["decisions", end.decision]) }, shown(end.name));
    if (end.set === null) return shown(end.name);
    const set = element("a", { href: formatFragment(["policies", end.set]) }, shown(end.set));
    return element("span", {}, set, shown(end.name.slice(end.set.length)));
}
