/**
 * Hosts in the one form in which the daemon compares them: A-labels in lower case, or an address.
 *
 * The daemon decides about hosts. This module only repeats its rules, so that a search needs no request.
 */

/**
 * @typedef {{kind: "dns" | "ip", name: string}} Host
 * @typedef {{kind: "invalid", reason: string}} InvalidHost
 * @typedef {{form: "exact" | "oneLabel" | "labels", name: string}} HostPattern
 */

const plainName = /^[a-z0-9_.-]+$/;
const zone = /^([0-9a-f:.]+)%[a-z0-9._~%-]{1,64}$/i;

/**
 * Returns the host in the form in which hosts are compared.
 *
 * @param {string} text
 * @returns {Host | InvalidHost}
 */
export function readHost(text) {
    if (text === "") return invalid("is empty");
    if (text.length > 1024) return invalid("is longer than a DNS name can be");
    const withoutZone = zone.exec(text)?.[1] ?? text;
    if (withoutZone.includes(":") || text.startsWith("[")) return readIPv6(withoutZone);
    if (text.includes("*")) return invalid("has a wildcard, which only rules and certificates may have");
    const lower = text.toLowerCase();
    const name = plainName.test(lower) ? lower : asciiName(text);
    if (name === null) return invalid("has a character that is not allowed in DNS names");
    return readName(name.endsWith(".") ? name.slice(0, -1) : name);
}

/**
 * Returns the parts of a host rule's pattern. An invalid name is kept as written, so that no host matches it.
 *
 * @param {string} text
 * @returns {HostPattern}
 */
export function readPattern(text) {
    const form = text.startsWith("**.") ? "labels" : text.startsWith("*.") ? "oneLabel" : "exact";
    const rest = text.slice(form === "labels" ? 3 : form === "oneLabel" ? 2 : 0);
    const host = readHost(rest);
    return {form, name: host.kind === "invalid" ? rest : host.name};
}

/** @param {string} reason @returns {InvalidHost} */
function invalid(reason) {
    return {kind: "invalid", reason};
}

/** @param {string} text @returns {Host | InvalidHost} */
function readIPv6(text) {
    const bare = text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : text;
    const address = /^[0-9a-f:.]+$/i.test(bare) ? parsedHost(`[${bare}]`) : null;
    if (address === null) return invalid("has a colon: give the host without scheme and port");
    const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(address);
    if (!mapped) return {kind: "ip", name: address.slice(1, -1)};
    const octets = mapped.slice(1).flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]);
    return {kind: "ip", name: octets.join(".")};
}

/** @param {string} text @returns {string | null} */
function asciiName(text) {
    if (/[\u0000-\u0020/?#@\\:%[\]<>^|`{}"']/.test(text)) return null;
    const name = parsedHost(text);
    return name !== null && plainName.test(name) ? name : null;
}

/** @param {string} name @returns {Host | InvalidHost} */
function readName(name) {
    if (name.length < 1 || name.length > 253) return invalid("is not 1 to 253 octets long");
    const labels = name.split(".");
    if (labels.includes("")) return invalid("has an empty label");
    if (labels.some((label) => label.length > 63)) return invalid("has a label of more than 63 octets");
    if (labels.some((label) => /^-|-$/.test(label))) {
        return invalid("has a label that begins or ends with a hyphen");
    }
    return /^(\d+|0x.*)$/.test(labels[labels.length - 1]) ? readNumber(labels) : {kind: "dns", name};
}

/**
 * Reads the other notations of IPv4 addresses. A part with a leading zero is ambiguous, and never an address.
 *
 * @param {string[]} labels
 * @returns {Host | InvalidHost}
 */
function readNumber(labels) {
    const address = labels.some((label) => /^0[0-9]/.test(label)) ? null : parsedHost(labels.join("."));
    return address !== null && /^\d+\.\d+\.\d+\.\d+$/.test(address)
        ? {kind: "ip", name: address}
        : invalid("ends in a number but is not an IPv4 address");
}

/** @param {string} text @returns {string | null} */
function parsedHost(text) {
    try {
        return new URL(`http://${text}`).hostname;
    } catch {
        return null;
    }
}
