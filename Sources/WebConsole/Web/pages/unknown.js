/**
 * The page for addresses that name no page.
 */
import { element } from "../parts/dom.js";
import { shown } from "../parts/text.js";

export const title = "Unknown page";

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Context} context
 */
export function show(root, { fragment }) {
    root.append(
        element("h1", {}, title),
        element("p", {}, "There is no page ", shown("#/" + fragment.path.join("/")), "."),
        element("p", {}, element("a", { href: "#/" }, "Go to the first page")));
}
