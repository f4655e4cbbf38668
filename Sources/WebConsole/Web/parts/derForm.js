/**
 * Recognizes certificates and private keys by the tags within their DER, so that the page never sends a private key.
 */
import { readElement, tags, Unreadable } from "./der.js";

/** The tags within the sequence of a certificate: two sequences and a bit string (RFC 5280). */
const certificateForm = "30 30 03";

/** The tags within the sequence of a private key, or of a file that can hold one. */
const privateKeyForms = [
    /^02 30 04/, // PKCS #8 (RFC 5958)
    /^02 04/, // SEC 1 (RFC 5915)
    /^02( 02){5}/, // PKCS #1 (RFC 8017), and OpenSSL's DSA keys
    /^30 04$/, // encrypted PKCS #8
    /^02 30( 30)?$/, // PKCS #12 (RFC 7292)
];

/** The number of tags that distinguishes all forms. */
const maximumTags = 8;

/**
 * Returns whether an element has the form of a certificate.
 *
 * @param {Uint8Array} bytes
 * @param {number} [start] the offset of the element
 */
export function isCertificate(bytes, start = 0) {
    return form(bytes, start) === certificateForm;
}

/**
 * Returns whether bytes have the form of a private key, or of PKCS #12.
 *
 * @param {Uint8Array} bytes
 * @param {number} [start] the offset of the element
 */
export function isPrivateKey(bytes, start = 0) {
    const found = form(bytes, start);
    return privateKeyForms.some((one) => one.test(found));
}

/**
 * Writes the first tags within a sequence, such as `30 30 03`; nothing if the bytes are not a sequence of elements.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 */
function form(bytes, start) {
    try {
        const outer = readElement(bytes, start);
        if (outer.tag !== tags.sequence) return "";
        const found = [];
        for (let at = outer.content; at < outer.end && found.length < maximumTags; ) {
            const child = readElement(bytes, at, outer.end);
            found.push(child.tag.toString(16).padStart(2, "0"));
            at = child.end;
        }
        return found.join(" ");
    } catch (error) {
        if (error instanceof Unreadable) return "";
        throw error;
    }
}
