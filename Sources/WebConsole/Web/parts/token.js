/**
 * The form and the lifetime of a token.
 */

/** The characters of a token (RFC 6750 section 2.1), with the white space around it that the page removes, as a pattern of HTML. */
export const tokenPattern = "\\s*[A-Za-z0-9._~+\\/=\\-]+\\s*";

/**
 * Forgets the token when a page is left, although the browser keeps the page to show it again: the next person to go back in the
 * history would have the token. The page that is shown again is drawn without a token.
 *
 * @param {EventTarget} page
 * @param {{token: string | null, use(token: string | null): void}} access
 * @param {() => void} clear removes what the page shows
 */
export function forgetOnLeave(page, access, clear) {
    page.addEventListener("pagehide", (event) => {
        if (!isKept(event)) return;
        access.token = null;
        clear();
    });
    page.addEventListener("pageshow", (event) => {
        if (isKept(event)) access.use(null);
    });
}

/** @param {Event} event */
function isKept(event) {
    return /** @type {PageTransitionEvent} */ (event).persisted;
}
