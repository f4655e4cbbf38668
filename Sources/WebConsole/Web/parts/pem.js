/**
 * Reads and writes PEM (RFC 7468).
 */
import { Unreadable } from "./der.js";

/** @typedef {{label: string, bytes: Uint8Array}} Block */

const begin = "-----BEGIN ";
const dashes = "-----";

/**
 * Reads the blocks of a text; other text is ignored.
 *
 * @param {string} text
 * @returns {Block[]}
 */
export function readPEM(text) {
    const blocks = [];
    for (let start = text.indexOf(begin); start >= 0; start = text.indexOf(begin, start)) {
        const labelEnd = text.indexOf(dashes, start + begin.length);
        const label = text.slice(start + begin.length, labelEnd);
        if (labelEnd < 0 || label.length > 64 || label.includes("\n")) {
            throw new Unreadable(`The PEM block in line ${line(text, start)} has no complete first line.`);
        }
        const endMark = `-----END ${label}-----`;
        const end = text.indexOf(endMark, labelEnd);
        if (end < 0) throw new Unreadable(`The PEM block in line ${line(text, start)} has no line ${endMark}.`);
        blocks.push({ label, bytes: content(text, label, labelEnd + dashes.length, end) });
        start = end + endMark.length;
    }
    return blocks;
}

/**
 * Writes a block with lines of 64 characters.
 *
 * @param {Block} block
 */
export function writePEM({ label, bytes }) {
    const lines = encodeBase64(bytes).match(/.{1,64}/g) ?? [];
    return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}

/**
 * Decodes base64 with white space between its characters, or returns null.
 *
 * @param {string} text
 */
export function decodeBase64(text) {
    try {
        return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    } catch {
        return null;
    }
}

/** @param {Uint8Array} bytes */
export function encodeBase64(bytes) {
    let characters = "";
    for (let at = 0; at < bytes.length; at += 0x8000) {
        characters += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    }
    return btoa(characters);
}

/**
 * Decodes the content of a block. Private keys are not decoded: the caller rejects them by their label.
 *
 * @param {string} text
 * @param {string} label
 * @param {number} start
 * @param {number} end
 */
function content(text, label, start, end) {
    if (label.endsWith("PRIVATE KEY")) return new Uint8Array();
    const bytes = decodeBase64(text.slice(start, end));
    if (bytes) return bytes;
    throw new Unreadable(`The PEM block in line ${line(text, start)} is not valid base64.`);
}

/**
 * @param {string} text
 * @param {number} index
 */
function line(text, index) {
    return text.slice(0, index).split("\n").length;
}
