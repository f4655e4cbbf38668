/**
 * Links to pages about policies and decisions, with texts that others chose.
 */
import { element } from "../../parts/dom.js";
import { formatFragment } from "../../parts/fragment.js";
import { shown } from "../../parts/text.js";

/** @param {string} name */
export function setLink(name) {
    return element("a", { href: formatFragment(["policies", name]) }, shown(name));
}

/** @param {string} id @param {string} [text] */
export function decisionLink(id, text) {
    return element("a", { href: formatFragment(["decisions", id]), class: "mono one-line" }, text ?? shown(id));
}
