/**
 * The parts of the service that end: those of the status, those that documents name, and blocks.
 */

/**
 * @typedef {{kind: string, end: string, name: string, detail: string, set: string | null}} End
 * @typedef {{[name: string]: any}} Fields
 */

/** The kinds of parts in the order of their lanes, with their names in the page. */
export const kinds = new Map([
    ["pins", "Pins"], ["pinnedCertificate", "Pinned certificates"], ["anchor", "Anchors"],
    ["systemAnchor", "System anchors"], ["crl", "CRLs"], ["ocspResponse", "OCSP responses"],
    ["exception", "Exceptions"], ["constraint", "Anchor constraints"], ["block", "Blocks"],
]);

/**
 * Returns the ends that the status has.
 *
 * @param {Fields} status
 * @returns {End[]}
 */
export function endsOfStatus(status) {
    const parts = (status.expirations?.items ?? []).map((/** @type {Fields} */ item) => ({
        kind: item.kind, end: item.end, name: item.policy, detail: item.detail, set: setOf(item.policy),
    }));
    const anchors = (status.systemAnchors?.expiring ?? []).map((/** @type {Fields} */ anchor) => ({
        kind: "systemAnchor", end: anchor.notAfter, name: anchor.subject, detail: "", set: null,
    }));
    return [...parts, ...anchors];
}

/**
 * Returns the ends of blocks that have one.
 *
 * @param {Fields[]} blocks
 * @returns {End[]}
 */
export function endsOfBlocks(blocks) {
    return blocks.filter((block) => block.until).map((block) => ({
        kind: "block", end: block.until, name: block.id, detail: block.reason ?? "", set: null,
    }));
}

/**
 * Returns the ends that a document names, also those that are too far away for the status.
 *
 * @param {string} set
 * @param {Fields} document
 * @returns {End[]}
 */
export function endsOfDocument(set, document) {
    return Object.entries(document.policies ?? {}).flatMap(([name, policy]) =>
        endsOfPolicy(`${set}/${name}`, set, /** @type {Fields} */ (policy ?? {})));
}

/**
 * Joins lists of ends: what several lists have is kept once, as the first list describes it. The earliest end is first.
 *
 * @param {...End[]} lists
 * @returns {End[]}
 */
export function joinedEnds(...lists) {
    /** @type {Map<string, End>} */
    const known = new Map();
    for (const end of lists.flat()) {
        const key = JSON.stringify([end.kind, Date.parse(end.end), end.name]);
        if (!Number.isNaN(Date.parse(end.end)) && !known.has(key)) known.set(key, end);
    }
    return [...known.values()].sort((one, other) => Date.parse(one.end) - Date.parse(other.end));
}

/**
 * @param {string} name
 * @param {string} set
 * @param {Fields} policy
 * @returns {End[]}
 */
function endsOfPolicy(name, set, policy) {
    /** @type {(kind: string, time: unknown, detail: string) => End[]} */
    const end = (kind, time, detail) => typeof time === "string" ? [{ kind, end: lastSecond(time, kind), name, detail, set }] : [];
    return [
        ...end("pins", policy.expires, "The pins of the policy expire."),
        ...list(policy.exceptions).flatMap((item) =>
            end("exception", item?.until, `The exception for ${list(item?.codes).join(", ")} ends.`)),
        ...list(policy.anchorConstraints).flatMap((item) => [item, ...list(item?.anyOf)]).flatMap((item) =>
            end("constraint", item?.until, "A constraint on an anchor of the policy ends its use.")),
        ...[...list(policy.allOf), ...list(policy.anyOf)].flatMap((member) => endsOfPolicy(name, set, member ?? {})),
    ];
}

/**
 * Returns the end that a document states: a day means its last second, and for pins its first one.
 *
 * @param {string} time
 * @param {string} kind
 */
function lastSecond(time, kind) {
    if (!/^\d{4}-\d\d-\d\d$/.test(time)) return time;
    return `${time}T${kind === "pins" ? "00:00:00" : "23:59:59"}Z`;
}

/** @param {any} value @returns {any[]} */
function list(value) {
    return Array.isArray(value) ? value : [];
}

/** @param {string} policy */
function setOf(policy) {
    return policy.split("/")[0];
}
