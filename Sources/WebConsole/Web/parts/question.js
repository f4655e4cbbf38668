/**
 * A question to the API, and its other forms: a command, and a case for `anchord policies test`.
 */
import { encode } from "./chainInput.js";
import { quote } from "./shell.js";
import { hiddenCharacters } from "./text.js";

/** @typedef {import("./chainInput.js").SentCertificate} SentCertificate */
/** @typedef {{certificates: SentCertificate[], host: string, policy: string, at: string}} Question */

/**
 * Returns the body for `POST /v1/evaluations`.
 *
 * @param {Question} question
 */
export function requestBody({ certificates, host, policy, at }) {
    return {
        chain: certificates.map(encode), explain: true, include: ["certificates"],
        ...(host && { host }), ...(policy && { policy }), ...(at && { at }),
    };
}

/** Writes the file with the token, which it reads from the terminal, so that the history of the shell does not have it. */
export const tokenLine = "(umask 077; IFS= read -r token; printf 'Authorization: Bearer %s\\n' \"$token\" >authorization)\n";

/**
 * Writes a command that asks the question. Each value is in single quotes, and those in the address are
 * percent-encoded, so that it contains only printable ASCII characters.
 *
 * @param {Question} question
 * @param {string} origin the address of the daemon
 * @param {boolean} needsToken
 */
export function command(question, origin, needsToken) {
    const names = /** @type {const} */ (["host", "policy", "at"]);
    const parameters = names.filter((name) => question[name]).map((name) => `${name}=${percentEncode(question[name])}`);
    const url = `${origin}/v1/evaluations${parameters.length > 0 ? "?" : ""}${parameters.join("&")}`;
    const options = [
        "--silent --show-error --globoff --data-binary @-",
        `--header ${quote("Content-Type: application/x-pem-file")} --header ${quote("Accept: text/plain")}`,
        ...(needsToken ? ["--header @authorization"] : []),
        `--url ${quote(url)}`,
    ];
    return `printf '%s' ${quote(question.certificates.map(encode).join(""))} |\ncurl ${options.join(" \\\n    ")}\n`;
}

/**
 * Writes a document for the folder `tests` of a policy directory, with the verdict as the expected one.
 *
 * @param {Question} question
 * @param {any} verdict
 */
export function testCase(question, verdict) {
    const chain = question.certificates.map(encode).join("").trimEnd();
    const codes = new Set(verdict.reasons.filter(isFault).map((/** @type {any} */ reason) => reason.code));
    const expect = [`verdict: ${scalar(verdict.verdict)}`, `action: ${scalar(verdict.action)}`];
    if (codes.size > 0) expect.push(`codes: [${[...codes].map(scalar).join(", ")}]`);
    return [
        "cases:",
        `  - name: ${scalar(`${question.host || "the chain"}: ${verdict.action}`)}`,
        `    policy: ${scalar(question.policy || "system")}`,
        ...(question.host ? [`    host: ${scalar(question.host)}`] : []),
        `    at: ${scalar(question.at || verdict.evaluatedAt)}`,
        "    chain: |",
        ...chain.split("\n").map((line) => "      " + line),
        `    expect: {${expect.join(", ")}}`,
        "",
    ].join("\n");
}

/**
 * Returns whether a reason is an error or a warning.
 *
 * @param {{severity: string}} reason
 */
export function isFault(reason) {
    return reason.severity !== "notice";
}

/** @param {string} value */
function percentEncode(value) {
    const bytes = new TextEncoder().encode(value);
    return Array.from(bytes, (byte) => {
        const character = String.fromCharCode(byte);
        return /[A-Za-z0-9._~-]/.test(character) ? character : "%" + byte.toString(16).toUpperCase().padStart(2, "0");
    }).join("");
}

/**
 * Writes a text as a quoted scalar of YAML.
 *
 * @param {string} value
 */
function scalar(value) {
    const plainWord = /^[A-Za-z][A-Za-z0-9.-]*(\/[A-Za-z0-9.-]+)?$/;
    if (plainWord.test(value) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(value)) return value;
    const content = value.replace(/[\\"]/g, "\\$&").replace(hiddenCharacters, escaped).replace(/\p{M}/gu, escaped);
    return `"${content}"`;
}

/**
 * Writes a character as an escape of YAML.
 *
 * @param {string} character
 */
function escaped(character) {
    const number = character.codePointAt(0) ?? 0;
    if (number >= 0xd800 && number < 0xe000) return "\\uFFFD";
    return number > 0xffff ? "\\U" + hexadecimal(number, 8) : "\\u" + hexadecimal(number, 4);
}

/**
 * @param {number} number
 * @param {number} digits
 */
function hexadecimal(number, digits) {
    return number.toString(16).toUpperCase().padStart(digits, "0");
}
