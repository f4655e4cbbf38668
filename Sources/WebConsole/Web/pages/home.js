/** The page home. */
import { element } from "../parts/dom.js";

export const title = "anchord";

/** @param {HTMLElement} root */
export function show(root) {
    root.append(element("h1", {}, title));
}
