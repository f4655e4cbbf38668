/**
 * Reads certificates from texts and files: PEM, DER, base64 DER and PKCS #7.
 */
import { readElement, tags, Unreadable } from "./der.js";
import { isCertificate, isPrivateKey } from "./derForm.js";
import { decodeBase64, readPEM, writePEM } from "./pem.js";
import { certificatesOfPKCS7, isPKCS7 } from "./pkcs7.js";

/** @typedef {{label: string, bytes: Uint8Array, source: string}} SentCertificate */
/** @typedef {{certificates: SentCertificate[], ignored: string[]}} Reading */

/** The maximum size of a file. */
export const maximumBytes = 4 * 1024 * 1024;

/** The maximum number of certificates in a file: each has a row in the page. */
export const maximumCertificates = 1000;

const certificateLabels = new Set(["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"]);
const bundleLabels = new Set(["PKCS7", "PKCS #7 SIGNED DATA", "CMS"]);

/**
 * Reads the content of a file, or a text as its bytes.
 *
 * @param {Uint8Array} bytes
 * @param {string} source the name of the file
 * @returns {Reading}
 */
export function readChain(bytes, source) {
    if (bytes.length > maximumBytes) throw new Unreadable(`More than ${maximumBytes / 1024 / 1024} MiB are not a chain.`);
    const reading = readContent(bytes, source);
    if (reading.certificates.length <= maximumCertificates) return reading;
    throw new Unreadable(`More than ${maximumCertificates} certificates are not a chain.`);
}

/**
 * Writes certificates anew as PEM. Nothing of the text from which they were read remains.
 *
 * @param {SentCertificate} certificate
 */
export function encode(certificate) {
    return writePEM({ label: certificate.label, bytes: certificate.bytes });
}

/**
 * @param {Uint8Array} bytes
 * @param {string} source
 * @returns {Reading}
 */
function readContent(bytes, source) {
    if (bytes[0] === tags.sequence && looksBinary(bytes)) return { certificates: fromDER(bytes, source), ignored: [] };
    const text = new TextDecoder().decode(bytes);
    const blocks = readPEM(text);
    if (blocks.length > 0) return fromBlocks(blocks, source);
    const decoded = /^[A-Za-z0-9+/=\s]+$/.test(text) ? decodeBase64(text) : null;
    if (!decoded || decoded.length === 0) throw new Unreadable("There is no certificate: expected PEM, DER or PKCS #7.");
    return { certificates: fromDER(decoded, source), ignored: [] };
}

/**
 * @param {import("./pem.js").Block[]} blocks
 * @param {string} source
 * @returns {Reading}
 */
function fromBlocks(blocks, source) {
    if (blocks.some(({ label, bytes }) => /private key/i.test(label) || isPrivateKey(bytes))) throw privateKey();
    const certificates = [];
    const ignored = [];
    for (const { label, bytes } of blocks) {
        if (label === "TRUSTED CERTIFICATE") {
            certificates.push({ label, bytes: trusted(bytes), source });
        } else if (certificateLabels.has(label) || bundleLabels.has(label)) {
            for (const one of fromDER(bytes, source)) certificates.push(one);
        } else {
            ignored.push(label);
        }
    }
    if (certificates.length === 0) throw new Unreadable(`There is no certificate, only ${ignored.join(", ")}.`);
    return { certificates, ignored };
}

/**
 * @param {Uint8Array} bytes
 * @param {string} source
 * @returns {SentCertificate[]}
 */
function fromDER(bytes, source) {
    const outer = readElement(bytes, 0);
    if (outer.tag !== tags.sequence) throw new Unreadable("The content is not a certificate: its DER does not begin with a sequence.");
    if (outer.end !== bytes.length) throw new Unreadable(`After the DER, at byte ${outer.end}, there are other bytes.`);
    const found = isPKCS7(bytes) ? certificatesOfPKCS7(bytes) : [bytes];
    if (found.length === 0) throw new Unreadable("The PKCS #7 content has no certificate.");
    return found.map((certificate) => ({ label: "CERTIFICATE", bytes: checked(certificate), source }));
}

/**
 * Returns the DER of a certificate; other DER is rejected, because the page sends what it returns.
 *
 * @param {Uint8Array} bytes
 */
function checked(bytes) {
    if (isPrivateKey(bytes)) throw privateKey();
    if (!isCertificate(bytes)) throw new Unreadable("The content is DER, but not a certificate.");
    return bytes;
}

/**
 * Returns a certificate with OpenSSL's trust settings, which are a second sequence.
 *
 * @param {Uint8Array} bytes
 */
function trusted(bytes) {
    const { end } = readElement(checked(bytes), 0);
    if (end === bytes.length) return bytes;
    if (isPrivateKey(bytes, end)) throw privateKey();
    const settings = readElement(bytes, end);
    if (settings.tag === tags.sequence && settings.end === bytes.length) return bytes;
    throw new Unreadable(`After the certificate, at byte ${end}, there are no trust settings.`);
}

function privateKey() {
    return new Unreadable(
        "There is a private key, or a PKCS #12 file that can hold one. The page has not sent it. Remove it, and give only certificates.");
}

/**
 * Returns whether bytes are binary: a text can begin with the character of a sequence, `0`.
 *
 * @param {Uint8Array} bytes
 */
function looksBinary(bytes) {
    return bytes.subarray(0, 64).some((byte) => byte > 0x7e || (byte < 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09));
}
