/**
 * The checks of an evaluation.
 */
import { element } from "./dom.js";
import { shown } from "./text.js";
import { toneOf } from "./tones.js";

const order = ["fail", "warn", "indeterminate", "pass", "skip"];
/** @type {{[status: string]: string}} */
const words = { fail: "Failed", warn: "Warning", pass: "Passed", skip: "Not needed", indeterminate: "Not completed" };

/** @param {any[]} checks */
export function checkTable(checks) {
    const sorted = order.flatMap((status) => checks.filter((check) => check.status === status));
    const counts = order.map((status) => [status, checks.filter((check) => check.status === status).length]);
    const summary = counts.filter(([, count]) => count).map(([status, count]) => `${count} ${words[status].toLowerCase()}`).join(", ");
    return element("details", {},
        element("summary", {}, `${checks.length} checks: ${summary}`),
        element("div", { class: "table-box" },
            element("table", { class: "cards checks" },
                element("caption", { class: "visually-hidden" }, "Checks"),
                element("thead", {}, element("tr", {}, ...["Check", "Status", "Why"].map((name) => element("th", { scope: "col" }, name)))),
                element("tbody", {}, ...sorted.map(row)))));
}

/** @param {any} check */
function row(check) {
    return element("tr", {},
        element("th", { scope: "row" }, element("code", {}, check.name)),
        element("td", {}, element("span", { class: "badge", "data-tone": toneOf(check.status) }, words[check.status] ?? check.status)),
        element("td", {}, shown(check.why, { limit: 600 })));
}
