/**
 * All policy sets, with their host rules, warnings and ends, read from the API one set after another.
 */
import { endsOfDocument } from "./ends.js";
import { HostRules } from "./hostRules.js";

/**
 * @typedef {import("./api.js").Api} Api
 * @typedef {{name: string, description?: string, revision: string, hostCount: number, otherwise: string, policyCount: number}} Summary
 * @typedef {{set: string, file: string, line?: number, pointer: string, detail: string, code?: string}} Warning
 */

/** The number of requests at a time, fewer than the connections that a browser opens to one host. */
const requestsAtOnce = 4;

export class PolicyCatalog {
    rules = new HostRules();
    /** @type {Summary[]} */ sets = [];
    /** @type {Warning[]} */ warnings = [];
    /** @type {import("./ends.js").End[]} */ ends = [];
    /**
     * The names of sets that could not be read, for example because they were removed.
     *
     * @type {string[]}
     */
    unread = [];
    /** The number of sets whose rules were read. */
    read = 0;

    get isComplete() {
        return this.read === this.sets.length;
    }

    /**
     * Reads the summaries of all sets.
     *
     * @param {Api} api
     * @param {AbortSignal} signal
     */
    async readSummaries(api, signal) {
        let path = "/v1/policy-sets?limit=1000";
        while (path) {
            const page = await api.get(path, { signal });
            for (const set of page.policySets) this.sets.push(set);
            path = page.next ?? "";
        }
    }

    /**
     * Reads the rules, warnings and documents of all sets. `progress` is called after each set.
     *
     * @param {Api} api
     * @param {AbortSignal} signal
     * @param {() => void} progress
     */
    async readSets(api, signal, progress) {
        const names = this.sets.map((set) => set.name).values();
        const readers = Array.from({ length: requestsAtOnce }, async () => {
            for (const name of names) {
                await this.#readSet(api, name, signal);
                if (signal.aborted) return;
                progress();
            }
        });
        await Promise.all(readers);
    }

    /**
     * @param {Api} api
     * @param {string} name
     * @param {AbortSignal} signal
     */
    async #readSet(api, name, signal) {
        try {
            const set = await api.get(`/v1/policy-sets/${encodeURIComponent(name)}`, { signal });
            this.rules.add(set);
            for (const warning of set.warnings) this.warnings.push({ ...warning, set: name });
            for (const end of endsOfDocument(name, set.document)) this.ends.push(end);
        } catch (error) {
            if (!signal.aborted) this.unread.push(name);
        }
        this.read += 1;
    }
}
