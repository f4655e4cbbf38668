/**
 * What ends soon: parts of policy sets, trust anchors, identities, and chains of the last decisions.
 */
import { element } from "./dom.js";
import { formatFragment } from "./fragment.js";
import { shown } from "./text.js";
import { instant } from "./time.js";

/** @typedef {{time: string, what: string, text: string, href: string | null, where: string}} End */

const endsShown = 50;

/** @type {{[kind: string]: string}} */
const words = {
    anchor: "Trust anchor", pinnedCertificate: "Pinned certificate", pins: "Pins", crl: "CRL",
    ocspResponse: "OCSP response", exception: "Exception",
};

/**
 * Returns all ends, the first one first.
 *
 * @param {any} status
 * @param {any} forecast
 * @returns {End[]}
 */
export function endsOf(status, forecast) {
    const parts = (status?.expirations.items ?? []).map(partEnd);
    const anchors = (status?.systemAnchors.expiring ?? []).filter((/** @type {any} */ one) => one.notAfter).map(anchorEnd);
    const identities = (status?.identities?.items ?? []).filter((/** @type {any} */ one) => one.notAfter && isSoon(one.notAfter, status.now)).map(identityEnd);
    const chains = (forecast?.ends ?? []).map(chainEnd);
    return [...parts, ...anchors, ...identities, ...chains].sort((a, b) => a.time.localeCompare(b.time));
}

/** @param {End[]} ends */
export function endTable(ends) {
    const now = new Date();
    return element("div", { class: "stack tight" },
        element("div", { class: "table-box" }, element("table", { class: "cards" },
            element("thead", {}, element("tr", {}, ...["End", "What", "Where", "Advice"].map((name) => element("th", { scope: "col" }, name)))),
            element("tbody", {}, ...ends.slice(0, endsShown).map((end) => row(end, now))))),
        ends.length > endsShown && element("p", { class: "quiet" }, `${ends.length - endsShown} later ends are not listed.`));
}

/**
 * @param {End} end
 * @param {Date} now
 */
function row(end, now) {
    const isOver = new Date(end.time) < now;
    return element("tr", {},
        element("td", { "data-label": "End" }, instant(end.time, { relative: true, seconds: false })),
        element("td", {}, element("span", { class: "badge", "data-tone": isOver ? "bad" : "warn" }, isOver ? `${end.what} ended` : end.what)),
        element("td", { "data-label": "Where" }, end.href ? element("a", { href: end.href }, shown(end.where)) : shown(end.where)),
        element("td", {}, shown(end.text, { limit: 300 })));
}

/** @param {any} item */
function partEnd(item) {
    return { time: item.end, what: words[item.kind] ?? item.kind, text: item.detail, where: item.policy,
        href: formatFragment(["policies", item.policy.split("/")[0]]) };
}

/** @param {any} item */
function anchorEnd(item) {
    return { time: item.notAfter, what: "System anchor", text: item.subject, where: "system trust store", href: null };
}

/** @param {any} item */
function identityEnd(item) {
    return { time: item.notAfter, what: "Identity", text: "Replace the files of the identity before its certificate expires.", where: item.name, href: null };
}

/** @param {any} end */
function chainEnd(end) {
    return { time: end.allowedUntil, what: "Chain", where: end.host ?? "a chain without a host",
        text: `From then on denied because of ${end.codes.join(", ")}; cause: ${end.cause ?? "unknown"}.`,
        href: formatFragment(["decisions", end.decision]) };
}

/**
 * @param {string} time
 * @param {string} now
 */
function isSoon(time, now) {
    return new Date(time).getTime() - new Date(now).getTime() < 30 * 86400_000;
}
