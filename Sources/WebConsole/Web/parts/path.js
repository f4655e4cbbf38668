/**
 * The picture of a path: its certificates from the leaf to the trust anchor, each with its faults.
 */
import { keyText, namesOf } from "./certificates.js";
import { element } from "./dom.js";
import { facts, issuerLocations } from "./facts.js";
import { isFault } from "./question.js";
import { shown } from "./text.js";
import { distance, instant } from "./time.js";
import { badge, toneOf } from "./tones.js";

/** @type {{[origin: string]: string}} */
const origins = { request: "from the request", anchor: "trust anchor", cache: "from the policy or a cache", fetched: "fetched from the network" };
const namesShown = 8;
const maximumNames = 1000;

/**
 * Draws a path.
 *
 * @param {any[]} path the elements of the API
 * @param {any[]} reasons
 * @param {import("./certificates.js").Descriptions} descriptions
 */
export function pathPicture(path, reasons, descriptions) {
    const faults = reasons.filter(isFault);
    return element("ol", { class: "plain path" }, ...path.map((certificate, depth) =>
        step({ ...descriptions[certificate.sha256], ...certificate }, role(path, depth),
            faults.filter((reason) => reason.certificate?.sha256 === certificate.sha256))));
}

/**
 * @param {any[]} path
 * @param {number} depth
 */
function role(path, depth) {
    if (path[depth].origin === "anchor") return "Trust anchor";
    return depth === 0 ? "Leaf" : "Intermediate";
}

/**
 * @param {any} certificate
 * @param {string} role
 * @param {any[]} faults
 */
function step(certificate, role, faults) {
    const worst = faults.some((fault) => fault.severity === "error") ? "error" : faults.length > 0 ? "warning" : null;
    return element("li", { class: "step", "data-tone": worst ? toneOf(worst) : null },
        element("div", { class: "stack tight" },
            element("p", { class: "cluster" }, element("span", { class: "badge" }, role),
                element("span", { class: "strong" }, shown(certificate.subject || "(no subject)"))),
            faults.length > 0 && element("ul", { class: "plain stack tight" }, ...faults.map(fault)),
            facts([
                ["Names", names(namesOf(certificate))],
                ["Valid from", certificate.notBefore && instant(certificate.notBefore, { seconds: false })],
                ["Valid until", certificate.notAfter && until(certificate.notAfter)],
                ["Key", keyText(certificate.publicKey)],
            ]),
            more(certificate)));
}

/** @param {string} notAfter */
function until(notAfter) {
    return element("span", { class: "cluster" }, instant(notAfter, { seconds: false }), element("span", { class: "quiet" }, distance(new Date(notAfter))));
}

/** @param {any} reason */
function fault(reason) {
    return element("li", {},
        element("p", { class: "cluster" }, badge(reason.severity), element("code", {}, reason.code)),
        element("p", {}, shown(reason.message)), issuerLocations(reason));
}

/** @param {string[]} all */
function names(all) {
    if (all.length === 0) return null;
    const some = all.slice(0, namesShown).flatMap((name) => [shown(name), " "]);
    if (all.length <= namesShown) return element("span", { class: "names" }, ...some);
    const rest = element("details", {}, element("summary", {}, `and ${all.length - namesShown} more`),
        element("ul", { class: "plain" }, ...all.slice(namesShown, maximumNames).map((name) => element("li", {}, shown(name))),
            all.length > maximumNames && element("li", { class: "quiet" }, `and ${all.length - maximumNames} that are not listed`)));
    return element("div", { class: "names" }, ...some, rest);
}

/** @param {any} certificate */
function more(certificate) {
    return element("details", { class: "small" },
        element("summary", {}, "Issuer and digests"),
        facts([
            ["Issuer", certificate.issuer && shown(certificate.issuer)],
            ["Serial number", certificate.serialNumber && element("code", {}, certificate.serialNumber)],
            ["SHA-256", element("code", {}, certificate.sha256)],
            ["Key pin", certificate.spkiSha256 && element("code", {}, certificate.spkiSha256)],
            ["Origin", certificate.origin && (origins[certificate.origin] ?? certificate.origin)],
        ]));
}
