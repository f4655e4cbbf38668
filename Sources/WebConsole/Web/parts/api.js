/**
 * Calls the API of the daemon that serves the page.
 */

/** An answer that is a problem (RFC 9457), or no answer: then `status` is 0. */
export class ApiProblem extends Error {
    /**
     * @param {number} status
     * @param {{code?: string, title?: string, detail?: string, errors?: {pointer: string, detail: string, file?: string, line?: number}[]}} problem
     */
    constructor(status, problem) {
        super(problem.detail || problem.title || `The daemon answered with status ${status}.`);
        this.status = status;
        this.code = problem.code ?? "unknown";
        this.title = problem.title ?? "Problem";
        this.detail = problem.detail ?? "";
        this.errors = problem.errors ?? [];
        this.pointer = this.errors[0]?.pointer ?? "";
    }
}

/**
 * @typedef {{
 *   method?: string, query?: {[name: string]: string | number | boolean | null | undefined}, body?: any, type?: string,
 *   accept?: string, headers?: {[name: string]: string}, signal?: AbortSignal}} Call
 */

export class Api {
    /**
     * @param {() => string | null} token
     * @param {(token: string) => void} [refused] called with a token that the daemon does not know
     */
    constructor(token, refused = () => {}) {
        this.token = token;
        this.refused = refused;
    }

    /**
     * @param {string} path
     * @param {Call} [call]
     * @returns {Promise<any>}
     */
    async get(path, call = {}) {
        return (await this.send(path, call)).data;
    }

    /**
     * Sends a body: an object as JSON, or text and bytes with their `type`.
     *
     * @param {string} path
     * @param {any} body
     * @param {Call} [call]
     * @returns {Promise<any>}
     */
    async post(path, body, call = {}) {
        return (await this.send(path, { ...call, method: "POST", body })).data;
    }

    /**
     * Sends a request, and returns the parsed body with the headers.
     *
     * @param {string} path
     * @param {Call} [call]
     * @returns {Promise<{data: any, headers: Headers, status: number}>}
     */
    async send(path, call = {}) {
        const response = await this.response(path, call);
        const text = await read(response, call.signal);
        const isJSON = /[/+]json\b/.test(response.headers.get("Content-Type") ?? "");
        return { data: isJSON ? JSON.parse(text) : text, headers: response.headers, status: response.status };
    }

    /**
     * Reads the lines of an answer as they arrive, until it ends.
     *
     * @param {string} path
     * @param {Call & {onLine: (line: string) => void}} call
     */
    async stream(path, call) {
        const response = await this.response(path, call);
        const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
        const decoder = new TextDecoder();
        let rest = "";
        for (;;) {
            const { value, done } = await reader.read();
            const lines = (rest + decoder.decode(value, { stream: !done })).split("\n");
            rest = done ? "" : /** @type {string} */ (lines.pop());
            for (const line of lines) if (line !== "") call.onLine(line.replace(/\r$/, ""));
            if (done) return;
        }
    }

    /**
     * @param {string} path
     * @param {Call} call
     * @returns {Promise<Response>}
     */
    async response(path, call) {
        let response;
        const token = this.token();
        const init = this.init(call, token);
        try {
            response = await fetch(address(path, call.query), init);
        } catch (error) {
            throw call.signal?.aborted ? error : unreachable();
        }
        if (response.status === 401 && token) this.refused(token);
        if (!response.ok) throw await problem(response);
        return response;
    }

    /**
     * @param {Call} call
     * @param {string | null} token
     * @returns {RequestInit}
     */
    init(call, token) {
        const headers = new Headers({ Accept: call.accept ?? "application/json", ...call.headers });
        if (token) headers.set("Authorization", `Bearer ${token}`);
        const isRaw = call.type !== undefined;
        if (call.body !== undefined) headers.set("Content-Type", call.type ?? "application/json");
        return {
            method: call.method ?? "GET", headers, signal: call.signal, cache: "no-store", credentials: "omit",
            redirect: "error", body: call.body === undefined || isRaw ? call.body : JSON.stringify(call.body),
        };
    }
}

/**
 * @param {string} path
 * @param {Call["query"]} query
 */
function address(path, query = {}) {
    const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
    if (given.length === 0) return path;
    return path + (path.includes("?") ? "&" : "?") + new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}

/**
 * @param {Response} response
 * @param {AbortSignal | undefined} signal
 */
async function read(response, signal) {
    try {
        return await response.text();
    } catch (error) {
        throw signal?.aborted ? error : unreachable();
    }
}

/** @param {Response} response */
async function problem(response) {
    const text = await response.text().catch(() => "");
    try {
        return new ApiProblem(response.status, JSON.parse(text));
    } catch {
        return new ApiProblem(response.status, { title: response.statusText, detail: text.slice(0, 500) });
    }
}

function unreachable() {
    return new ApiProblem(0, {
        code: "unreachable", title: "The daemon does not respond",
        detail: "The daemon closed the connection or cannot be reached. Check that it is running, and try again.",
    });
}
