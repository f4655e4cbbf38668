/**
 * Hands files that were dropped or chosen on any page to the page that evaluates them.
 */

/** @type {File[]} */
let waiting = [];
/** @type {((files: File[]) => void) | null} */
let taker = null;

/** @param {File[]} files */
export function offer(files) {
    if (files.length === 0) return;
    if (taker) {
        taker(files);
        return;
    }
    waiting = files;
    location.hash = "#/judge";
}

/**
 * Receives the files that wait, and all later ones, until the page is left.
 *
 * @param {(files: File[]) => void} take
 * @param {AbortSignal} signal
 */
export function receive(take, signal) {
    taker = take;
    signal.addEventListener("abort", () => {
        if (taker === take) taker = null;
    });
    const files = waiting;
    waiting = [];
    if (files.length > 0) take(files);
}
