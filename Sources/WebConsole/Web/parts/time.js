/**
 * Shows times in UTC, with the local time beside them.
 */
import { element } from "./dom.js";

const units = /** @type {[Intl.RelativeTimeFormatUnit, number][]} */ ([
    ["year", 365 * 86400], ["month", 30 * 86400], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1],
]);

/**
 * Writes a time in UTC, such as `2026-11-29 13:42:56`.
 *
 * @param {Date} date
 */
export function utc(date) {
    return date.toISOString().slice(0, 19).replace("T", " ");
}

/**
 * Writes a time in the time zone of the browser, or null if that is UTC.
 *
 * @param {Date} date
 */
export function local(date) {
    if (date.getTimezoneOffset() === 0) return null;
    const format = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium" });
    return format.format(date);
}

/**
 * Writes the distance of a time from now, such as `in 3 days`.
 *
 * @param {Date} date
 * @param {Date} [now]
 */
export function distance(date, now = new Date()) {
    const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
    const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
    return new Intl.RelativeTimeFormat("en", { numeric: "always" }).format(Math.trunc(seconds / length), unit);
}

/**
 * Makes an element for a time of the API. A text that is not a time is shown as it is.
 *
 * @param {string} text
 * @param {{relative?: boolean, seconds?: boolean}} [options]
 * @returns {HTMLElement}
 */
export function instant(text, options = {}) {
    const date = new Date(text);
    if (Number.isNaN(date.getTime())) return element("span", {}, text);
    const here = local(date);
    const cut = options.seconds === false ? -3 : undefined;
    return element("span", { class: "instant" },
        element("time", { datetime: text }, utc(date).slice(0, cut) + " UTC"),
        here && element("span", { class: "quiet local" }, `${here.slice(0, cut)} local`),
        options.relative && element("span", { class: "quiet" }, distance(date)));
}

/**
 * Reads a time or a day that a person wrote, in UTC unless it has an offset, and returns it as RFC 3339; null if it is
 * not a time.
 *
 * @param {string} text
 */
export function readTime(text) {
    const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.\d+)?)? ?(Z|UTC|[+-]\d\d:\d\d)?$/i.exec(text.trim());
    if (!match) return null;
    const [, day, minutes = "00:00", seconds = ":00", zone = "Z"] = match;
    const written = `${day}T${minutes}${seconds}${zone.toUpperCase().replace("UTC", "Z")}`;
    const date = new Date(written);
    const exists = !Number.isNaN(date.getTime()) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
    return exists ? date.toISOString().slice(0, 19) + "Z" : null;
}
