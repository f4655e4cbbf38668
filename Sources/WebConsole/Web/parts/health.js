/**
 * What the status reports as wrong.
 */
import { utc } from "./time.js";

/** @typedef {{tone: string, word: string, text: string}} Trouble */

/**
 * Returns the troubles in a status, the most serious first.
 *
 * @param {any} status
 * @returns {Trouble[]}
 */
export function healthOf(status) {
    const reload = status.policies.lastReload;
    const failing = status.network.failing ?? [];
    const identities = (status.identities?.items ?? []).filter((/** @type {any} */ one) => one.state !== "usable");
    return [
        ...(reload && !reload.succeeded ? [bad("Reload failed", `At ${utc(new Date(reload.at))} UTC: ${reload.error ?? "no reason is known"}`)] : []),
        ...(status.decisions?.failure ? [bad("Log fails", status.decisions.failure)] : []),
        ...(status.network.failure ? [bad("Fetcher fails", status.network.failure)] : []),
        ...identities.map((/** @type {any} */ one) => bad("Identity", `${one.name}: ${one.error ?? one.state}`)),
        ...failing.map((/** @type {any} */ one) => warn("No answer", `${one.location}: ${one.code}, ${one.count} times in a row`)),
        ...status.systemAnchors.unreadable.map((/** @type {any} */ one) => warn("Unreadable anchor", `${one.file}: ${one.reason}`)),
        ...(status.decisions?.dropped > 0 ? [warn("Log incomplete", `${status.decisions.dropped} decisions have no record.`)] : []),
        ...refusals(status),
    ];
}

/** @param {any} status */
function refusals(status) {
    const refused = [
        ["connections", status.connections.refused], ["batches", status.batches.refused],
        ["watches", status.watches.refused], ["requests, for lack of memory,", status.buffers.refused],
    ];
    return refused.filter(([, number]) => number > 0)
        .map(([what, number]) => warn("Limit reached", `${number} ${what} were refused since the start.`));
}

/**
 * @param {string} word
 * @param {string} text
 */
function bad(word, text) {
    return { tone: "bad", word, text };
}

/**
 * @param {string} word
 * @param {string} text
 */
function warn(word, text) {
    return { tone: "warn", word, text };
}
