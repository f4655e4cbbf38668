/**
 * The state of the service: reloads, locations that fail, caches, workers, watches and blocks.
 */
import { ApiProblem } from "../../parts/api.js";
import { element, replace } from "../../parts/dom.js";
import { PagedTable } from "../../parts/pagedTable.js";
import { refresh } from "../../parts/refresh.js";
import { shown } from "../../parts/text.js";
import { instant } from "../../parts/time.js";

/** @typedef {{[name: string]: any}} Fields */

/** The time in milliseconds between two readings. */
const period = 5000;
const number = (/** @type {number | undefined} */ value) => (value ?? 0).toLocaleString("en");

export class ServiceView {
    /** Whether the numbers stay as they are. */
    isPaused = false;
    /** The time of the last status. */
    #readAt = "";
    #facts = element("dl", { class: "facts" });
    #caches = cacheTable();
    #failing = failingTable();
    #blocks = blockTable();
    #reload = element("div");
    #problem = element("div");
    /** The cards, other than that of the service, that show the status. */
    #ofStatus;
    #blockProblem = element("div");
    #moreBlocks = element("p", { class: "quiet", hidden: true }, "There are more blocks than these: anchord blocks list shows all.");
    /** The numbers of blocks in the last status, and those when blocks were read; null before the first reading. */
    #blocksCounted = "";
    /** @type {string | null} */ #blocksRead = null;

    constructor() {
        this.#ofStatus = [card("caches", "Caches", this.#caches.element), card("failing", "Responders and CRLs that fail", this.#failing.element)];
        const [caches, failing] = this.#ofStatus;
        this.element = element("div", { class: "stack" },
            element("div", { class: "columns" }, card("service", "Service", this.#problem, this.#reload, this.#facts), caches),
            failing, card("blocks", "Blocks", this.#blockProblem, this.#blocks.element, this.#moreBlocks));
        // A list that was not read is not empty.
        for (const part of [...this.#ofStatus, this.#blocks.element]) part.hidden = true;
    }

    /**
     * Reads the state again and again, until the page is left.
     *
     * @param {import("../../main.js").Context} context
     */
    async follow({ api, access, signal }) {
        while (!signal.aborted) {
            await this.#read(api.get("/v1/status", { signal }), this.#problem, access, signal, (status) => this.#show(status));
            if (this.#blocksRead !== this.#blocksCounted) {
                this.#blocksRead = this.#blocksCounted;
                const blocks = api.get("/v1/blocks?limit=1000", { signal });
                await this.#read(blocks, this.#blockProblem, access, signal, (page) => this.#showBlocks(page));
            }
            do await new Promise((resolve) => setTimeout(resolve, period)); while ((document.hidden || this.isPaused) && !signal.aborted);
        }
    }

    /**
     * @param {Promise<Fields>} answer
     * @param {HTMLElement} place
     * @param {import("../../parts/access.js").Access} access
     * @param {AbortSignal} signal
     * @param {(answer: Fields) => void} show
     */
    async #read(answer, place, access, signal, show) {
        try {
            const fields = await answer;
            replace(place);
            show(fields);
        } catch (error) {
            if (signal.aborted || place.contains(document.activeElement)) return;
            // Without a token, the notice about decisions is enough.
            if (error instanceof ApiProblem && error.status === 401) this.element.hidden = true;
            else this.#fail(place, access.notice(error));
        }
    }

    /**
     * Shows a failure once, although each reading fails. The numbers are those of the last status.
     *
     * @param {HTMLElement} place
     * @param {HTMLElement} notice
     */
    #fail(place, notice) {
        if (this.#readAt !== "") notice.append(element("p", {}, "The numbers on this page are those of ", instant(this.#readAt)));
        refresh(place, [notice]);
    }

    /** @param {Fields} status */
    #show(status) {
        const { policies, requests, watches, network } = status;
        this.#readAt = status.now;
        refresh(this.#reload, reloadNote(policies));
        refresh(this.#facts, [...fact("Policies loaded", instant(policies.loadedAt, { relative: true })),
            ...fact("Reloads", `${number(policies.successfulReloads)} succeeded, ${number(policies.failedReloads)} failed`),
            ...fact("Requests", `${number(requests.received)} received, ${number(requests.abandoned)} abandoned, ${number(requests.timedOut)} timed out`),
            ...fact("Connections", `${number(status.connections.open)} open, ${number(status.connections.refused)} refused`),
            ...fact("Workers", `requests at work: ${number(requests.received - requests.answered - requests.abandoned - requests.timedOut)}, open batches: ${number(status.batches.open)}`),
            ...fact("Watches", `${number(watches.open)} open, ${number(watches.refused)} refused`),
            ...fact("Blocks", `${number(status.blocks.inForce)} of ${number(status.blocks.count)} in force`),
            ...fact("Fetching", fetching(network)), ...logFacts(status)]);
        this.#blocksCounted = JSON.stringify(status.blocks);
        this.#caches.update(Object.entries(status.caches));
        this.#failing.update(network.failing ?? []);
        for (const part of this.#ofStatus) part.hidden = false;
    }

    /** @param {Fields} page */
    #showBlocks({ blocks, next }) {
        this.#moreBlocks.hidden = next === undefined;
        this.#blocks.update([...blocks].sort((one, other) => Number(other.inForce) - Number(one.inForce)));
        this.#blocks.element.hidden = false;
    }
}

/** @param {Fields} policies */
function reloadNote({ lastReload }) {
    if (!lastReload || lastReload.succeeded) return [];
    return [element("div", { class: "note stack tight", "data-tone": "bad" },
        element("p", { class: "strong" }, "The last reload failed, and the previous policies are in use"),
        element("p", {}, instant(lastReload.at, { relative: true })), element("p", {}, shown(lastReload.error ?? "", { limit: 2000 })))];
}

/** @param {Fields} network */
function fetching(network) {
    if (!network.enabled) return "turned off";
    return `${network.fetcher}, ${number(network.outstanding)} outstanding, ${number(network.restarts)} restarts`;
}

/** @param {Fields} status */
function logFacts(status) {
    const { decisions, log } = status;
    return [
        ...decisions ? fact("Log of decisions", `${number(decisions.written)} written, ${number(decisions.dropped)} dropped, ${number(decisions.refused)} refused`) : [],
        ...decisions?.failure ? fact("Log fails", shown(decisions.failure)) : [],
        ...log.droppedLines > 0 ? fact("Log lines dropped", number(log.droppedLines)) : [],
    ];
}

/** @param {string} name @param {string | Node} value */
function fact(name, value) {
    return [element("dt", {}, name), element("dd", {}, value)];
}

/** @param {string} id @param {string} heading @param {...import("../../parts/dom.js").Child} children */
function card(id, heading, ...children) {
    return element("section", { class: "card", "aria-labelledby": `${id}-heading` }, element("h2", { id: `${id}-heading` }, heading), ...children);
}

function cacheTable() {
    /** @type {PagedTable<[string, Fields]>} */
    const table = new PagedTable("Caches", [
        { label: "Cache" }, { label: "Entries", class: "number" }, { label: "Hits", class: "number" }, { label: "Evictions", class: "number" },
    ], ([name, cache]) => {
        const lookups = cache.hits + cache.misses;
        return [shown(name), number(cache.entries), lookups === 0 ? "–" : `${Math.floor((100 * cache.hits) / lookups)} %`, number(cache.evictions)];
    });
    return table;
}

function failingTable() {
    /** @type {PagedTable<Fields>} */
    const table = new PagedTable("Responders and CRLs that fail", [
        { label: "Location", class: "name" }, { label: "Failure" }, { label: "Failures", class: "number" }, { label: "Next attempt" },
    ], (failure) => [
        shown(failure.location), element("span", {}, shown(failure.method), " ", element("code", {}, shown(failure.code))),
        number(failure.count), instant(failure.nextAttemptAt, { relative: true }),
    ], "No location has failed.");
    return table;
}

function blockTable() {
    /** @type {PagedTable<Fields>} */
    const table = new PagedTable("Blocks", [{ label: "Block" }, { label: "Reason", class: "name" }, { label: "Until" }], (block) => [
        shown(block.id), shown(block.reason),
        block.until ? instant(block.until, { relative: true }) : "it is removed",
    ], "There are no blocks.");
    return table;
}
