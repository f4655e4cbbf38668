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

/** The number of locations of an issuer that are shown. */
const locationsShown = 3;

/**
 * Shows where a missing issuer is, according to the certificate that it issued. The addresses are those of whoever made the
 * certificate, and therefore no links.
 *
 * @param {any} reason
 */
export function issuerLocations(reason) {
    const locations = reason.facts?.issuerLocations;
    if (!Array.isArray(locations) || locations.length === 0) return null;
    return element("p", {}, element("span", { class: "strong" }, "Issuer according to the certificate: "),
        shown(locations.slice(0, locationsShown).join(", "), { class: "mono", limit: 500 }));
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
