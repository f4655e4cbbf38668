/**
 * The document of a policy set in the API: its source, checks of candidates, and changes.
 */
import { ApiProblem } from "./api.js";

/**
 * @typedef {import("./api.js").Api} Api
 * @typedef {{text: string, etag: string}} Source
 */

/**
 * Whether a text can be the name of a policy set. Other texts, such as `..`, would change the path of requests.
 *
 * @param {string} text
 */
export function isSetName(text) {
    return /^[a-z0-9][a-z0-9._-]{0,63}$/.test(text);
}

/** The statuses of a check without chains by a client that may write: a check of the same client can be running, too (429). */
const answersOfWriters = [400, 422, 429];

/** @param {string} name */
const address = (name) => `/v1/policy-sets/${encodeURIComponent(name)}`;

export class PolicyStore {
    /**
     * @param {Api} api
     * @param {string} name
     * @param {AbortSignal} signal
     */
    constructor(api, name, signal) {
        this.api = api;
        this.name = name;
        this.signal = signal;
    }

    /** Returns the set with its rules and warnings. */
    read() {
        return this.api.get(address(this.name), { signal: this.signal });
    }

    /** @returns {Promise<Source>} */
    async readSource() {
        const { data, headers } = await this.api.send(address(this.name), { accept: "application/yaml", signal: this.signal });
        return { text: data, etag: headers.get("ETag") ?? "" };
    }

    /**
     * Asks whether the client may change the set, by checks that are refused and therefore have no effect: one without
     * chains for the right, and one of an invalid document for sets that no request can change.
     *
     * @returns {Promise<ApiProblem | null>} the refusal, or null if the client may
     */
    async refusal() {
        const ofClient = await this.#problem(() =>
            this.api.post(`${address(this.name)}/check`, { candidate: "", evaluations: [] }, { signal: this.signal }));
        if (ofClient && !answersOfWriters.includes(ofClient.status)) return this.#refusalOfClient(ofClient);
        const ofSet = await this.#problem(() => this.check("-", 1));
        return ofSet?.code === "policySetConflict" ? ofSet : null;
    }

    /**
     * Returns the refusal of a client, or that of the set: what no client has written is the operator's, and another token
     * would not help.
     *
     * @param {ApiProblem} refusal
     */
    async #refusalOfClient(refusal) {
        if (![401, 403].includes(refusal.status)) return refusal;
        const problem = await this.#problem(() => this.revisions());
        if (!["unknownRevision", "unknownPolicySet"].includes(problem?.code ?? "")) return refusal;
        const place = this.name === "system" ? "is built in" : "is a file of the policy directory";
        return new ApiProblem(409, { code: "policySetConflict", detail: `The policy set \`${this.name}\` ${place}, which no token can write.` });
    }

    /**
     * @param {() => Promise<unknown>} request
     * @returns {Promise<ApiProblem | null>}
     */
    async #problem(request) {
        try {
            await request();
            return null;
        } catch (error) {
            if (error instanceof ApiProblem) return error;
            throw error;
        }
    }

    /**
     * Checks a document against the last decisions.
     *
     * @param {string} text
     * @param {number} decisions
     */
    check(text, decisions) {
        return this.api.post(`${address(this.name)}/check`, text, { query: { decisions }, type: mediaType(text), signal: this.signal });
    }

    /**
     * Stores a document, if the stored one still has the tag.
     *
     * @param {Source} source
     */
    async save(source) {
        const { data, headers } = await this.api.send(address(this.name), {
            method: "PUT", body: source.text, type: mediaType(source.text), headers: { "If-Match": source.etag }, signal: this.signal,
        });
        return { change: data, etag: headers.get("ETag") ?? "" };
    }

    /** @returns {Promise<{revisions: {[name: string]: any}[]}>} */
    revisions() {
        return this.api.get(`${address(this.name)}/revisions`, { signal: this.signal });
    }

    /**
     * Stores a revision again, if the stored document still has the tag.
     *
     * @param {number} number
     * @param {string} etag
     */
    restore(number, etag) {
        return this.api.send(`${address(this.name)}/revisions/${number}/restore`, {
            method: "POST", headers: { "If-Match": etag }, signal: this.signal,
        });
    }
}

/**
 * A document in JSON remains one, because its media type selects the name of its file.
 *
 * @param {string} text
 */
export function mediaType(text) {
    try {
        const value = JSON.parse(text);
        return value !== null && typeof value === "object" ? "application/json" : "application/yaml";
    } catch {
        return "application/yaml";
    }
}
