/**
 * The candidate paths that an evaluation did not choose.
 */
import { element } from "./dom.js";
import { pathPicture } from "./path.js";
import { reasonList } from "./reasons.js";

/**
 * @param {any[]} rejected
 * @param {import("./certificates.js").Descriptions} descriptions
 */
export function rejectedPaths(rejected, descriptions) {
    if (rejected.length === 0) return null;
    return element("details", {},
        element("summary", {}, rejected.length === 1 ? "1 rejected path" : `${rejected.length} rejected paths`),
        ...rejected.map((one, index) => section(one, index, descriptions)));
}

/**
 * @param {any} rejected
 * @param {number} index
 * @param {import("./certificates.js").Descriptions} descriptions
 */
function section(rejected, index, descriptions) {
    const path = rejected.path.map((/** @type {string} */ sha256) => ({ sha256, subject: sha256, issuer: "", ...descriptions[sha256] }));
    return element("details", {},
        element("summary", {}, `Rejected path ${index + 1}: ${path.length} certificates`),
        element("div", { class: "columns" }, pathPicture(path, rejected.reasons, descriptions), reasonList(rejected.reasons)));
}
