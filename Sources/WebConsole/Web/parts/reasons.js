/**
 * The reasons of a verdict, in the order of the API.
 */
import { element } from "./dom.js";
import { facts, issuerLocations, valueOf } from "./facts.js";
import { shown } from "./text.js";
import { badge, toneOf } from "./tones.js";

/**
 * @param {any[]} reasons
 * @param {{marked?: Set<string>, unlisted?: number}} [options] `marked` are the keys of reasons that are only here
 */
export function reasonList(reasons, options = {}) {
    if (reasons.length === 0) return element("p", { class: "quiet" }, "No reasons.");
    const list = element("ol", { class: "plain reasons stack" },
        ...reasons.map((reason) => reasonItem(reason, options.marked?.has(reasonKey(reason)) ?? false)));
    if (!options.unlisted) return list;
    return element("div", { class: "stack" }, list, element("p", { class: "quiet" }, `${options.unlisted} more reasons are not listed.`));
}

/**
 * Identifies a reason among those of two verdicts.
 *
 * @param {any} reason
 */
export function reasonKey(reason) {
    return [reason.code, reason.severity, reason.depth ?? ""].join(" ");
}

/**
 * @param {any} reason
 * @param {boolean} isMarked
 */
function reasonItem(reason, isMarked) {
    // A recorded reason has the meaning of its code in place of a message.
    const message = reason.message ?? reason.meaning;
    return element("li", { class: "reason stack tight", "data-tone": toneOf(reason.severity) },
        element("p", { class: "cluster" }, badge(reason.severity), element("code", {}, reason.code),
            isMarked && element("span", { class: "badge" }, "Only here")),
        message && element("p", {}, shown(message, { limit: 1000 })),
        reason.remedy && reason.severity !== "notice" && element("p", {}, element("span", { class: "strong" }, "Remedy: "), shown(reason.remedy, { limit: 1000 })),
        issuerLocations(reason),
        message && details(reason));
}

/** @param {any} reason */
function details(reason) {
    return element("details", { class: "small" },
        element("summary", {}, "Facts and reference"),
        facts([
            ["Certificate", reason.certificate && shown(reason.certificate.subject)],
            ["Position", reason.depth !== undefined && (reason.depth === 0 ? "0 (leaf)" : String(reason.depth))],
            ...Object.entries(reason.facts ?? {}).map((/** @type {[string, any]} */ [name, value]) =>
                /** @type {import("./facts.js").Row} */ ([name, valueOf(value)])),
            ["Reference", shown(reason.reference)],
            ["Remedy", reason.severity === "notice" && shown(reason.remedy)],
            ["OpenSSL error", reason.native?.openssl !== undefined && String(reason.native.openssl)],
        ]));
}
