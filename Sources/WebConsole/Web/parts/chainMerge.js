/**
 * Combines the certificates of a form with those that are given next: more of the same chain, or another chain.
 */

/** @typedef {import("./chainInput.js").SentCertificate} SentCertificate */

/** The identifier of basic constraints, as DER. */
const basicConstraints = [0x06, 0x03, 0x55, 0x1d, 0x13];

/**
 * Returns the certificates of the form, and whether the added ones replaced the present ones. They do if the present ones
 * have been evaluated, or if both have a leaf.
 *
 * @param {SentCertificate[]} present
 * @param {SentCertificate[]} added
 * @param {boolean} isEvaluated
 */
export function combine(present, added, isEvaluated) {
    const isOther = isEvaluated || (present.some(isLeaf) && added.some(isLeaf));
    const isReplaced = present.length > 0 && added.length > 0 && isOther;
    return { certificates: isReplaced ? added : [...present, ...added], isReplaced };
}

/**
 * Returns whether a certificate does not claim to be a CA. A guess from its bytes, which decides nothing but the default.
 *
 * @param {SentCertificate} certificate
 */
export function isLeaf({ bytes }) {
    for (let at = bytes.indexOf(0x06); at >= 0; at = bytes.indexOf(0x06, at + 1)) {
        if (basicConstraints.every((byte, index) => bytes[at + index] === byte)) return !isAuthorityAt(bytes, at + basicConstraints.length);
    }
    return true;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at the offset after the identifier
 */
function isAuthorityAt(bytes, at) {
    const value = bytes[at] === 0x01 ? at + 3 : at;
    return bytes[value] === 0x04 && bytes[value + 2] === 0x30 && bytes[value + 4] === 0x01 && bytes[value + 6] !== 0;
}
