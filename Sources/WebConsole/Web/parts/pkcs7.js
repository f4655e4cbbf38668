/**
 * Takes the certificates out of PKCS #7 bundles (RFC 2315, and CMS, RFC 5652).
 */
import { readChildren, readElement, tags, Unreadable } from "./der.js";

/** The DER of the object identifier of SignedData, 1.2.840.113549.1.7.2. */
const signedData = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02];

/**
 * Returns whether DER has the form of PKCS #7: a sequence that begins with an object identifier.
 *
 * @param {Uint8Array} bytes
 */
export function isPKCS7(bytes) {
    const outer = readElement(bytes, 0);
    return outer.tag === tags.sequence && bytes[outer.content] === tags.objectIdentifier;
}

/**
 * Returns the DER of each certificate of a bundle, in its order.
 *
 * @param {Uint8Array} bytes
 * @returns {Uint8Array[]}
 */
export function certificatesOfPKCS7(bytes) {
    const [type, explicit] = readChildren(bytes, readElement(bytes, 0));
    const identifier = bytes.subarray(type.content, type.end);
    const isSignedData = identifier.length === signedData.length && signedData.every((byte, index) => identifier[index] === byte);
    if (!isSignedData || explicit?.tag !== tags.context0) throw new Unreadable("The PKCS #7 content is not SignedData.");
    const parts = readChildren(bytes, readElement(bytes, explicit.content, explicit.end));
    const set = parts.slice(3).find((part) => part.tag === tags.context0);
    if (!set) return [];
    return readChildren(bytes, set)
        .filter((certificate) => certificate.tag === tags.sequence)
        .map((certificate) => bytes.slice(certificate.start, certificate.end));
}
