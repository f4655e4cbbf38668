/**
 * Names beside values.
 */
import { element } from "./dom.js";
import { shown } from "./text.js";

/** @typedef {[string, string | Node | null | undefined | false]} Row */

/**
 * Makes a list of names and values; rows without a value are left out.
 *
 * @param {Row[]} rows
 */
export function facts(rows) {
    return element("dl", { class: "facts" }, ...rows.flatMap(([name, value]) =>
        value ? [element("dt", {}, name), element("dd", {}, value)] : []));
}

/**
 * Shows a value of any type, such as the facts of a reason.
 *
 * @param {any} value
 * @returns {Node}
 */
export function valueOf(value) {
    if (Array.isArray(value) && value.every((one) => typeof one !== "object")) {
        return element("ul", { class: "plain" }, ...value.slice(0, 100).map((one) => element("li", {}, shown(String(one), { class: "mono" }))),
            value.length > 100 ? element("li", { class: "quiet" }, `and ${value.length - 100} more`) : null);
    }
    return shown(typeof value === "object" ? JSON.stringify(value) : String(value), { class: "mono" });
}
