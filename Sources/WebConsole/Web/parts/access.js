/**
 * The token of the person at the page, which exists in memory only, and what the page may not see without it.
 */
import { ApiProblem } from "./api.js";
import { element, replace } from "./dom.js";
import { shown } from "./text.js";

export class Access {
    /**
     * @param {HTMLElement} account the place of the button in the header
     * @param {() => void} changed called after the token has changed
     */
    constructor(account, changed) {
        /** @type {string | null} */
        this.token = null;
        this.account = account;
        this.changed = changed;
        this.draw();
    }

    draw() {
        const label = this.token ? "Change token" : "Enter a token";
        replace(this.account,
            this.token && element("span", { class: "badge", "data-tone": "good" }, "Token in use"),
            element("button", { type: "button", class: "quiet-button", on: { click: () => this.ask() } }, label));
    }

    /** @param {string | null} token */
    use(token) {
        this.token = token;
        this.draw();
        this.changed();
    }

    /** Asks for a token in a dialog. */
    ask() {
        const input = element("input", { id: "token", type: "password", autocomplete: "off", spellcheck: "false", required: true });
        const dialog = element("dialog", { class: "dialog", "aria-labelledby": "token-title" });
        const close = () => dialog.close();
        const form = element("form", { class: "stack", method: "dialog", on: { submit: (/** @type {Event} */ event) => {
            event.preventDefault();
            close();
            this.use(input.value.trim());
        } } },
            element("h2", { id: "token-title" }, "Enter a token"),
            element("p", { id: "token-hint" }, "The token of a client in `clients` of the configuration. ",
                "The page keeps it in memory only: a reload of the page or another tab asks for it again."),
            element("label", { class: "field" }, "Token", input),
            element("div", { class: "cluster" },
                element("button", { type: "submit", class: "button" }, "Use this token"),
                this.token && element("button", { type: "button", class: "quiet-button", on: { click: () => {
                    close();
                    this.use(null);
                } } }, "Remove the token"),
                element("button", { type: "button", class: "quiet-button", on: { click: close } }, "Cancel")));
        input.setAttribute("aria-describedby", "token-hint");
        dialog.append(form);
        dialog.addEventListener("close", () => dialog.remove());
        document.body.append(dialog);
        dialog.showModal();
        input.focus();
    }

    /**
     * Makes a notice about an answer that is a problem: what is wrong, and how to get access where access is missing.
     *
     * @param {unknown} problem
     * @param {string} [what] the part of the page that needs the answer, such as "The last decisions"
     * @returns {HTMLElement}
     */
    notice(problem, what) {
        if (!(problem instanceof ApiProblem)) throw problem;
        const isAccess = problem.status === 401 || problem.status === 403;
        const notice = element("section", { class: "note stack", "data-tone": isAccess ? "quiet" : "bad", "data-code": problem.code },
            element("p", { class: "strong", role: isAccess ? null : "alert" }, what ? `${what}: ` : "", shown(problem.title)),
            element("p", {}, shown(problem.message, { limit: 2000 })));
        if (problem.errors.length > 1) notice.append(places(problem));
        if (isAccess) notice.append(...this.advice(problem));
        return notice;
    }

    /**
     * @param {ApiProblem} problem
     * @returns {HTMLElement[]}
     */
    advice(problem) {
        const button = element("p", {},
            element("button", { type: "button", class: "button", on: { click: () => this.ask() } },
                this.token ? "Enter another token" : "Enter a token"));
        const lines = element("details", {},
            element("summary", {}, "How to make a token"),
            element("p", {}, "Make a token, and put its digest into the configuration:"),
            element("pre", { class: "code", tabindex: "0" }, tokenCommands),
            element("pre", { class: "code", tabindex: "0" }, clientLines),
            element("p", {}, "Then restart the daemon. Once `clients` are configured, all others may only see the health of the ",
                "daemon: add ", element("code", {}, "{name: anyone, anonymous: true, may: [evaluate, read]}"),
                " to keep the API open for them."));
        return problem.code === "forbidden" || problem.status === 401 ? [button, lines] : [];
    }
}

const tokenCommands = "openssl rand -base64 32 | tr -d '\\n' > operator.token\nsha256sum operator.token";

const clientLines = `clients:
  - name: operator
    tokens: [{sha256: "<the digest>"}]
    may: [evaluate, read, decisions]`;

/** @param {ApiProblem} problem */
function places(problem) {
    return element("ul", {}, ...problem.errors.map((error) =>
        element("li", {}, error.pointer ? element("code", {}, shown(error.pointer)) : null, " ", shown(error.detail))));
}
