/**
 * The filter of the live decisions. It is part of the address, so that it can be sent as a link.
 */
import { element } from "../../parts/dom.js";
import { formatFragment } from "../../parts/fragment.js";
import { shown } from "../../parts/text.js";

/** The parameters of the list of decisions that are filters, with their names in the page. */
const names = new Map([
    ["policy", "Policy"], ["action", "Action"], ["code", "Reason or problem"], ["host", "Host"], ["client", "Client"], ["verdict", "Verdict"],
]);
const actions = ["", "allow", "deny", "default"];

/** @typedef {{[name: string]: string}} Filter */

/**
 * @param {URLSearchParams} query
 * @returns {Filter}
 */
export function readFilter(query) {
    return Object.fromEntries([...names.keys()].map((name) => [name, query.get(name) ?? ""]).filter(([, value]) => value !== ""));
}

/**
 * Makes a link that adds a condition to a filter.
 *
 * @param {Filter} filter
 * @param {string} name
 * @param {string} value
 */
export function filterLink(filter, name, value) {
    if (filter[name] === value) return shown(value);
    return element("a", { href: formatFragment(["now"], { ...filter, [name]: value }) }, shown(value));
}

/**
 * Makes the form of the filter, and the present conditions, each with a link that removes it.
 *
 * @param {Filter} filter
 */
export function filterView(filter) {
    const fields = [...names].filter(([name]) => name !== "verdict").map(([name, label]) =>
        element("label", { class: "field" }, label, name === "action" ? actionField(filter.action) : textField(name, filter[name])));
    const form = element("form", { class: "stack tight", on: { submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        location.hash = formatFragment(["now"], { ...filter, ...values(form) });
    } } }, element("div", { class: "fields" }, ...fields),
        element("p", {}, element("button", { type: "submit", class: "quiet-button" }, "Show these")));
    const conditions = Object.entries(filter);
    return element("details", { class: "filter", open: conditions.length > 0 }, element("summary", {}, "Filter"), form,
        conditions.length > 0 && element("ul", { class: "plain cluster" }, ...conditions.map(([name, value]) => condition(filter, name, value))));
}

/**
 * @param {Filter} filter
 * @param {string} name
 * @param {string} value
 */
function condition(filter, name, value) {
    const others = Object.fromEntries(Object.entries(filter).filter(([other]) => other !== name));
    return element("li", {}, element("span", { class: "badge" }, `${names.get(name)}: `, shown(value, { limit: 60 })), " ",
        element("a", { href: formatFragment(["now"], others) }, "Remove", element("span", { class: "visually-hidden" }, ` ${names.get(name)}`)));
}

/** @param {HTMLFormElement} form @returns {Filter} */
function values(form) {
    return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
}

/** @param {string} name @param {string} [value] */
function textField(name, value = "") {
    return element("input", { name, value, autocomplete: "off", spellcheck: "false", autocapitalize: "none", maxlength: 1024 });
}

/** @param {string} [value] */
function actionField(value = "") {
    const known = actions.includes(value) ? actions : [...actions, value];
    return element("select", { name: "action" }, ...known.map((action) =>
        element("option", { value: action, selected: action === value }, action === "" ? "any" : action)));
}
