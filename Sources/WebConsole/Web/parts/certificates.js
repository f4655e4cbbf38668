/**
 * Descriptions of certificates: names, dates and keys.
 */
import { ApiProblem } from "./api.js";

/** @typedef {{[sha256: string]: any}} Descriptions */

/** @type {{[identifier: string]: string}} */
const curves = {
    "1.2.840.10045.3.1.7": "P-256", "1.3.132.0.34": "P-384", "1.3.132.0.35": "P-521", "1.3.132.0.10": "secp256k1",
};
/** @type {{[kind: string]: string}} */
const kinds = { rsa: "RSA", rsaPSS: "RSA-PSS", ed25519: "Ed25519", ed448: "Ed448", dsa: "DSA" };

/**
 * Asks for the descriptions of certificates. Without an answer, such as without a right, there are none.
 *
 * @param {import("./api.js").Api} api
 * @param {string[]} texts the certificates as PEM
 * @param {AbortSignal} signal
 * @returns {Promise<Descriptions>}
 */
export async function describe(api, texts, signal) {
    const certificates = await describeInOrder(api, [...new Set(texts)].slice(0, 64), signal);
    return Object.fromEntries(certificates.map((one) => [one.sha256, one]));
}

/**
 * Asks for the descriptions of a chain, in its order. Without an answer, there are none.
 *
 * @param {import("./api.js").Api} api
 * @param {string[]} chain the certificates as PEM
 * @param {AbortSignal} signal
 * @returns {Promise<any[]>}
 */
export async function describeInOrder(api, chain, signal) {
    try {
        return (await api.post("/v1/certificates", { chain }, { signal })).certificates;
    } catch (error) {
        if (!(error instanceof Error) || isExposure(error)) throw error;
        return [];
    }
}

/**
 * Returns whether the daemon found a private key in a request. The person at the page must learn of it.
 *
 * @param {unknown} error
 * @returns {error is ApiProblem}
 */
export function isExposure(error) {
    return error instanceof ApiProblem && error.code === "privateKey";
}

/**
 * Writes a key, such as `P-256` or `RSA, 2048 bits`.
 *
 * @param {any} key
 */
export function keyText(key) {
    if (!key) return null;
    if (key.kind === "ellipticCurve") return curves[key.curve] ?? `elliptic curve ${key.curve}, ${key.bits} bits`;
    const kind = kinds[key.kind] ?? (key.kind === "other" ? key.algorithm ?? "unknown algorithm" : key.kind);
    return key.bits && /^(rsa|dsa)/.test(key.kind) ? `${kind}, ${key.bits} bits` : kind;
}

/**
 * Writes the alternative names of a certificate, such as `api.example` or `uri spiffe://…`.
 *
 * @param {any} certificate
 * @returns {string[]}
 */
export function namesOf(certificate) {
    return (certificate?.subjectAlternativeNames ?? []).flatMap((/** @type {any} */ name) =>
        Object.entries(name).map(([kind, value]) => {
            const text = typeof value === "string" ? value : JSON.stringify(value);
            return kind === "dns" ? text : `${kind} ${text}`;
        }));
}
