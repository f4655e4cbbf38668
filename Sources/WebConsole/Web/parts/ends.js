/**
 * What ends, in one form: parts of the status, chains of the last decisions, parts that documents name, and blocks.
 */

/**
 * @typedef {{kind: string, end: string, name: string, detail: string, set: string | null, decision?: string}} End
 * @typedef {{[name: string]: any}} Fields
 */

/** The kinds of parts in the order of their lanes, with their names in the page. */
export const kinds = new Map([
    ["pins", "Pins"], ["pinnedCertificate", "Pinned certificates"], ["anchor", "Anchors"],
    ["systemAnchor", "System anchors"], ["crl", "CRLs"], ["ocspResponse", "OCSP responses"],
    ["exception", "Exceptions"], ["constraint", "Anchor constraints"], ["block", "Blocks"],
    ["identity", "Identities"], ["chain", "Chains of decisions"],
]);

/** The time in milliseconds within which an end is soon, or was recently. */
const near = 30 * 86_400_000;

/**
 * Returns the ends that someone must act on soon. System anchors that ended long ago are left out, since nothing depends on them.
 *
 * @param {End[]} ends
 * @param {number} now
 */
export function soonEnds(ends, now) {
    return ends.filter(({ kind, end }) => {
        const rest = Date.parse(end) - now;
        return rest <= near && (kind !== "systemAnchor" || rest >= -near);
    });
}

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
    const identities = (status.identities?.items ?? []).filter((/** @type {Fields} */ item) => item.notAfter).map((/** @type {Fields} */ item) => ({
        kind: "identity", end: item.notAfter, name: item.name, detail: "Replace the files of the identity before its certificate expires.", set: null,
    }));
    return [...parts, ...anchors, ...identities];
}

/**
 * Returns the ends of chains of the last decisions.
 *
 * @param {Fields} forecast
 * @returns {End[]}
 */
export function endsOfForecast(forecast) {
    return (forecast.ends ?? []).map((/** @type {Fields} */ end) => ({
        kind: "chain", end: end.allowedUntil, name: `${end.host ?? "a chain without a host"}${underPolicy(end.policy ?? {})}`, set: null, decision: end.decision,
        detail: `From then on denied because of ${end.codes.join(", ")}; cause: ${end.cause ?? "unknown"}.`,
    }));
}

/**
 * Says how many of the soon ends a late forecast adds to a list.
 *
 * @param {End[]} ends
 * @param {number} now
 */
export function addedText(ends, now) {
    const count = soonEnds(joinedEnds(ends), now).length;
    if (count === 0) return "The last decisions add no chain that ends within 30 days.";
    return count === 1 ? "1 chain of the last decisions was added: it ends within 30 days."
        : `${count} chains of the last decisions were added: they end within 30 days.`;
}

/**
 * Names the policy of a decision. One chain can be tried under several policies, of which only some are in use.
 *
 * @param {Fields} policy
 */
function underPolicy({ set, name, inline }) {
    if (inline) return " under an inline policy";
    if (set === undefined) return "";
    return ` under ${set}${name === undefined ? "" : `/${name}`}`;
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
        const key = JSON.stringify([end.kind, Date.parse(end.end), end.name, end.decision]);
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
