/**
 * All policy sets: which policy holds for a host, their warnings, and what ends when.
 */
import { element, replace } from "../parts/dom.js";
import { formatFragment } from "../parts/fragment.js";
import { paced } from "../parts/pace.js";
import { PagedTable } from "../parts/pagedTable.js";
import { PolicyCatalog } from "../parts/policyCatalog.js";
import { shown } from "../parts/text.js";
import { EndsView } from "./policies/endsView.js";
import { HostSearch } from "./policies/hostSearch.js";
import { setLink } from "./policies/links.js";

export const title = "Policies";

/** The time in milliseconds between two pictures of what was read so far. */
const pause = 300;

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Context} context
 */
export async function show(root, { api, access, fragment, signal }) {
    const catalog = new PolicyCatalog();
    const search = new HostSearch(catalog, fragment.query.get("search") ?? "");
    const ends = new EndsView();
    const progress = element("p", { class: "quiet", role: "status" }, "Reading the policy sets.");
    const warnings = warningTable();
    const sets = setTable(catalog);
    const setsCard = element("section", { class: "card", "aria-labelledby": "sets-heading" },
        element("h2", { id: "sets-heading" }, "Policy sets"), sets.element);
    const warningsCard = element("section", { class: "card", "aria-labelledby": "warnings-heading", hidden: true },
        element("h2", { id: "warnings-heading" }, "Warnings"), warnings.element);
    root.append(element("h1", {}, title), progress);
    try {
        await catalog.readSummaries(api, signal);
    } catch (error) {
        if (!signal.aborted) progress.replaceWith(access.notice(error, "Policy sets"));
        return;
    }
    root.append(search.element, ends.element, warningsCard, setsCard);
    const draw = () => {
        replace(progress, progressText(catalog));
        sets.update(catalog.sets);
        warnings.update(catalog.warnings);
        warningsCard.hidden = catalog.warnings.length === 0;
        search.draw();
        ends.showDocuments(catalog.ends);
    };
    draw();
    ends.read(api, access, signal);
    readSets(catalog, api, signal, draw);
}

/**
 * Reads the sets, and draws what was read a few times each second, or less often if drawing takes long.
 *
 * @param {PolicyCatalog} catalog
 * @param {import("../parts/api.js").Api} api
 * @param {AbortSignal} signal
 * @param {() => void} draw
 */
async function readSets(catalog, api, signal, draw) {
    const drawSometimes = paced(draw, pause);
    await catalog.readSets(api, signal, () => {
        if (!catalog.isComplete) drawSometimes();
    });
    if (!signal.aborted) draw();
}

/** @param {PolicyCatalog} catalog */
function progressText(catalog) {
    const count = (/** @type {number} */ number, /** @type {string} */ unit) =>
        `${number.toLocaleString("en")} ${unit}${number === 1 ? "" : "s"}`;
    if (!catalog.isComplete) {
        return `${catalog.read.toLocaleString("en")} of ${count(catalog.sets.length, "policy set")} read. The search has only their rules.`;
    }
    const total = `${count(catalog.sets.length, "policy set")} with ${count(catalog.rules.rules.length, "host rule")}.`;
    if (catalog.unread.length === 0) return total;
    return `${total} Not read, and not in the search: ${catalog.unread.slice(0, 5).join(", ")}${catalog.unread.length > 5 ? " and others" : ""}. Reload the page.`;
}

/** @param {PolicyCatalog} catalog */
function setTable(catalog) {
    /** @type {PagedTable<import("../parts/policyCatalog.js").Summary>} */
    const table = new PagedTable("Policy sets", [
        { label: "Set" }, { label: "Description", class: "name" }, { label: "Host rules", class: "number" },
        { label: "Policies", class: "number" }, { label: "Warnings", class: "number" }, { label: "Otherwise" }, { label: "Revision" },
    ], (set) => [
        setLink(set.name), shown(set.description ?? ""), set.hostCount.toLocaleString("en"), set.policyCount.toLocaleString("en"),
        String(catalog.warnings.filter((warning) => warning.set === set.name).length),
        shown(set.otherwise), element("code", { class: "one-line", title: set.revision }, set.revision.replace("sha256:", "").slice(0, 12)),
    ]);
    return table;
}

function warningTable() {
    /** @type {PagedTable<import("../parts/policyCatalog.js").Warning>} */
    const table = new PagedTable("Warnings about policy sets", [{ label: "Set" }, { label: "Place" }, { label: "Warning" }], (warning) => [
        element("a", { href: formatFragment(["policies", warning.set], { line: warning.line?.toString() }) }, shown(warning.set)),
        element("span", {}, warning.line ? `line ${warning.line}: ` : "", element("code", {}, shown(warning.pointer))),
        element("span", {}, warning.code ? element("code", {}, shown(warning.code)) : null, " ", shown(warning.detail)),
    ]);
    return table;
}
