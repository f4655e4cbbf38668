/**
 * The token of the person at the page, which exists in memory only, and what the page may not see without it.
 */
import { Api, ApiProblem } from "./api.js";
import { announce } from "./announce.js";
import { element, replace } from "./dom.js";
import { shown } from "./text.js";
import { tokenPattern } from "./token.js";

export class Access {
    /**
     * @param {HTMLElement} account the place of the button in the header
     * @param {() => void} changed called after the token has changed
     */
    constructor(account, changed) {
        /** @type {string | null} */
        this.token = null;
        this.changed = changed;
        this.badge = element("span", { class: "badge", hidden: true });
        this.button = element("button", { type: "button", class: "quiet-button", on: { click: () => this.ask() } });
        account.append(this.badge, this.button);
        this.draw(false);
    }

    /** @param {boolean} isRefused whether the daemon does not know the token */
    draw(isRefused) {
        this.badge.hidden = this.token === null;
        this.badge.dataset.tone = isRefused ? "bad" : "good";
        this.badge.textContent = isRefused ? "Token refused" : "Token in use";
        this.button.textContent = this.token ? "Change token" : "Enter a token";
    }

    /** @param {string | null} token */
    use(token) {
        this.token = token;
        this.draw(false);
        this.changed();
    }

    /** @param {string} token a token that the daemon does not know */
    refuse(token) {
        if (token === this.token) this.draw(true);
    }

    /** Asks for a token in a dialog. */
    ask() {
        const input = element("input", { id: "token", type: "password", autocomplete: "off", spellcheck: "false", required: true,
            pattern: tokenPattern, title: "A token has only letters, digits and the characters - . _ ~ + / =" });
        const refusal = element("span", { class: "field-error", id: "token-error", role: "alert" });
        const dialog = element("dialog", { class: "dialog", "aria-labelledby": "token-title" });
        const close = () => dialog.close();
        const form = element("form", { class: "stack", method: "dialog", on: { submit: (/** @type {Event} */ event) => {
            event.preventDefault();
            this.offer(dialog, input, refusal);
        } } },
            element("h2", { id: "token-title" }, "Enter a token"),
            element("p", { id: "token-hint" }, "The token of a client in `clients` of the configuration. ",
                "The page keeps it in memory only: a reload of the page or another tab asks for it again."),
            element("label", { class: "field" }, "Token", input), refusal,
            element("div", { class: "cluster" },
                element("button", { type: "submit", class: "button" }, "Use this token"),
                this.token && element("button", { type: "button", class: "quiet-button", on: { click: () => {
                    close();
                    this.use(null);
                } } }, "Remove the token"),
                element("button", { type: "button", class: "quiet-button", on: { click: close } }, "Cancel")));
        input.setAttribute("aria-describedby", "token-hint token-error");
        dialog.append(form);
        dialog.addEventListener("close", () => dialog.remove());
        document.body.append(dialog);
        dialog.showModal();
        input.focus();
    }

    /**
     * Uses the token of the dialog. The dialog stays if the daemon does not know the token.
     *
     * @param {HTMLDialogElement} dialog
     * @param {HTMLInputElement} input
     * @param {HTMLElement} refusal the place of the error
     */
    async offer(dialog, input, refusal) {
        const token = input.value.trim();
        const isKnown = await knows(token);
        // Meanwhile, the person may have canceled, or left the page, which forgets the token.
        if (!dialog.open || !dialog.isConnected) return;
        if (isKnown) {
            dialog.close();
            this.use(token);
            announce("The token is in use.");
            return;
        }
        replace(refusal, unknownToken);
        input.setAttribute("aria-invalid", "true");
        input.select();
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
        if (isAccess) announce(`${what ? `${what}: ` : ""}${problem.title}`, { isRepeated: false });
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
            element("summary", {}, "For the operator: how to make a token"),
            element("p", {}, "Make a token, and put its digest into the configuration:"),
            element("pre", { class: "code", tabindex: "0" }, tokenCommands),
            element("pre", { class: "code", tabindex: "0" }, clientLines),
            element("p", {}, "Then restart the daemon. The last line keeps the API open for everyone else, who could otherwise only see ",
                "the health of the daemon."));
        const need = !this.token ? "For this part, you need a token." : problem.status === 401 ? unknownToken : "For this part, the token needs another right.";
        const request = element("p", {}, need, " Ask the operator of the daemon for one.");
        return problem.code === "forbidden" || problem.status === 401 ? [request, button, lines] : [];
    }
}

const unknownToken = "The daemon does not know this token.";

/**
 * Returns whether the daemon knows a token, whatever its rights are. A token is used if the daemon does not respond.
 *
 * @param {string} token
 */
async function knows(token) {
    try {
        await new Api(() => token).get("/v1/status");
        return true;
    } catch (error) {
        return !(error instanceof ApiProblem && error.status === 401);
    }
}

const tokenCommands = "openssl rand -hex 32 | tee token | tr -d '\\n' | sha256sum";

const clientLines = `clients:
  - {name: operator, tokens: [{sha256: "<the 64 hexadecimal digits of sha256sum>"}], may: [evaluate, read, decisions]}
  - {name: anyone, anonymous: true, may: [evaluate, read]}`;

/** @param {ApiProblem} problem */
function places(problem) {
    return element("ul", {}, ...problem.errors.map((error) =>
        element("li", {}, error.pointer ? element("code", {}, shown(error.pointer)) : null, " ", shown(error.detail))));
}
