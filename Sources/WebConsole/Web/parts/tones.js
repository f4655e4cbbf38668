/**
 * The words and tones of actions, severities and checks.
 */
import { element } from "./dom.js";

/** @type {{[value: string]: string}} */
const tones = {
    allow: "good", deny: "bad", default: "warn", trusted: "good", untrusted: "bad", indeterminate: "warn",
    error: "bad", warning: "warn", notice: "info", pass: "good", fail: "bad", warn: "warn", skip: "quiet",
};

/** @type {{[value: string]: string}} */
const words = { allow: "Allowed", deny: "Denied", default: "Left to the client", error: "Error", warning: "Warning", notice: "Notice" };

/** @param {string} value */
export function toneOf(value) {
    return tones[value] ?? "quiet";
}

/** @param {string} value */
export function wordOf(value) {
    return words[value] ?? value;
}

/** @param {string} value a value of the API, such as `deny` or `error` */
export function badge(value) {
    return element("span", { class: "badge", "data-tone": toneOf(value) }, wordOf(value));
}
