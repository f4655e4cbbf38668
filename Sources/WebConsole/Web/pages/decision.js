/** The page decision. */
import { element } from "../parts/dom.js";

export const title = "Decision";

/** @param {HTMLElement} root */
export function show(root) {
    root.append(element("h1", {}, title));
}
