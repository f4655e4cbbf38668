/** The page judge. */
import { element } from "../parts/dom.js";

export const title = "Judge";

/** @param {HTMLElement} root */
export function show(root) {
    root.append(element("h1", {}, title));
}
