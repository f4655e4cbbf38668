/**
 * Shows the page that the fragment of the address names.
 */
import { Access } from "./parts/access.js";
import { announce } from "./parts/announce.js";
import { Api, ApiProblem } from "./parts/api.js";
import { element, replace } from "./parts/dom.js";
import { acceptDrops } from "./parts/dropZone.js";
import { parseFragment, titleOf } from "./parts/fragment.js";
import { forgetOnLeave } from "./parts/token.js";

/** @typedef {import("./parts/fragment.js").Fragment} Fragment */
/** @typedef {{api: Api, access: Access, fragment: Fragment, signal: AbortSignal}} Context */
/** @typedef {{title: string, show: (root: HTMLElement, context: Context) => Promise<void> | void}} Page */

/** @type {{[name: string]: () => Promise<Page>}} */
const pages = {
    "": () => import("./pages/home.js"),
    judge: () => import("./pages/judge.js"),
    policies: () => import("./pages/policies.js"),
    policy: () => import("./pages/policy.js"),
    now: () => import("./pages/now.js"),
    decisions: () => import("./pages/decision.js"),
};

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const account = /** @type {HTMLElement} */ (document.getElementById("account"));
const access = new Access(account, () => open(!account.contains(document.activeElement)));
const api = new Api(() => access.token, (token) => access.refuse(token));
let left = new AbortController();

/**
 * Shows the present page; `moves` is whether the focus moves to its heading.
 *
 * @param {boolean} moves
 */
async function open(moves) {
    left.abort();
    const controller = (left = new AbortController());
    const fragment = parseFragment(location.hash);
    mark(fragment);
    announce("");
    const root = element("div", { class: "stack" });
    replace(main, root);
    try {
        const page = await load(fragment);
        if (controller.signal.aborted) return;
        document.title = titleOf(page.title, fragment);
        const showing = page.show(root, { api, access, fragment, signal: controller.signal });
        if (moves) focusHeading(root);
        await showing;
    } catch (error) {
        if (controller.signal.aborted) return;
        fail(root, error);
    }
    if (!controller.signal.aborted) settle(root, moves);
}

/**
 * @param {Fragment} fragment
 * @returns {Promise<Page>}
 */
function load(fragment) {
    const [first = "", second] = fragment.path;
    const name = first === "policies" && second !== undefined ? "policy" : first;
    const isKnown = Object.hasOwn(pages, name);
    return isKnown ? pages[name]() : import("./pages/unknown.js");
}

/**
 * Moves the focus to the heading, so that screen readers read it.
 *
 * @param {HTMLElement} root
 * @param {boolean} moves
 */
function settle(root, moves) {
    document.documentElement.dataset.ready = location.hash || "#/";
    if (moves) focusHeading(root);
}

/** @param {HTMLElement} root */
function focusHeading(root) {
    const heading = root.querySelector("h1");
    if (!heading || root.contains(document.activeElement)) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    scrollTo(0, 0);
}

/**
 * @param {HTMLElement} root
 * @param {unknown} error
 */
function fail(root, error) {
    if (!root.querySelector("h1")) root.prepend(element("h1", {}, "This page cannot be shown"));
    if (error instanceof ApiProblem) {
        root.append(access.notice(error));
    } else {
        console.error(error);
        root.append(element("p", { class: "note", "data-tone": "bad", role: "alert" }, `Defect of the page: ${error}`));
    }
}

/**
 * Marks the link of the present page.
 *
 * @param {Fragment} fragment
 */
function mark(fragment) {
    const present = "#/" + (fragment.path[0] ?? "");
    for (const link of document.querySelectorAll(".bar a")) {
        if (link.getAttribute("href") === present) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    }
}

document.getElementById("skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
});
forgetOnLeave(globalThis, access, () => {
    left.abort();
    replace(main);
    for (const dialog of document.querySelectorAll("dialog")) dialog.remove();
});
acceptDrops();
addEventListener("hashchange", () => open(true));
open(false);
