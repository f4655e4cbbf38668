/**
 * Follows the decisions of the daemon, and goes on after the connection is lost.
 */
import { EventParser } from "./eventStream.js";

/**
 * @typedef {import("./api.js").Api} Api
 * @typedef {{[name: string]: any}} Decision
 * @typedef {{
 *   decision: (decision: Decision) => void,
 *   skipped: (skipped: any) => void,
 *   state: (state: "open" | "waiting", error?: unknown) => void}} Follower
 */

/** The time in milliseconds after which the reader lets the page respond. */
const slice = 8;
const longestPause = 30_000;

/**
 * Follows decisions until the signal is aborted, or until the daemon refuses. Throws the problem if it refuses.
 *
 * @param {Api} api
 * @param {{[name: string]: string}} filter
 * @param {Follower} follower
 * @param {AbortSignal} signal
 * @param {number} [firstPause] the time in milliseconds after which the connection is tried again; doubled after each failure
 */
export async function follow(api, filter, follower, signal, firstPause = 1000) {
    let [pause, lastID] = [firstPause, ""];
    while (!signal.aborted) {
        try {
            const response = await api.response("/v1/decisions", {
                query: { ...filter, follow: 1 }, accept: "text/event-stream", signal,
                headers: lastID === "" ? {} : { "Last-Event-ID": lastID },
            });
            follower.state("open");
            pause = firstPause;
            await readAll(response, follower, signal, (id) => { lastID = id; });
            follower.state("waiting");
        } catch (error) {
            if (signal.aborted) return;
            if (isFinal(error)) throw error;
            follower.state("waiting", error);
        }
        await delay(pause, signal);
        pause = Math.min(2 * pause, longestPause);
    }
}

/**
 * Whether a problem is the same after a repetition.
 *
 * @param {any} error
 */
function isFinal(error) {
    return error?.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429;
}

/**
 * @param {Response} response
 * @param {Follower} follower
 * @param {AbortSignal} signal
 * @param {(id: string) => void} passed called with the identifiers of events that were read
 */
async function readAll(response, follower, signal, passed) {
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
    const decoder = new TextDecoder();
    const parser = new EventParser();
    const turns = new Turns();
    try {
        for (;;) {
            const { value, done } = await reader.read();
            if (done) return;
            for (const event of parser.parse(decoder.decode(value, { stream: true }))) {
                if (event.name === "end") return;
                deliver(event, follower);
                passed(parser.lastID);
                if (turns.isOver()) await turns.next();
                if (signal.aborted) return;
            }
        }
    } finally {
        turns.close();
        reader.cancel().catch(() => {});
    }
}

/**
 * @param {{name: string, data: string}} event
 * @param {Follower} follower
 */
function deliver(event, follower) {
    if (event.name === "decision") follower.decision(JSON.parse(event.data));
    if (event.name === "skipped") follower.skipped(JSON.parse(event.data));
}

/** Divides work into turns, between which the page responds. */
class Turns {
    #end = performance.now() + slice;
    #channel = new MessageChannel();

    isOver() {
        return performance.now() > this.#end;
    }

    close() {
        this.#channel.port1.close();
    }

    /** @returns {Promise<void>} */
    next() {
        return new Promise((resolve) => {
            this.#channel.port1.onmessage = () => {
                this.#end = performance.now() + slice;
                resolve();
            };
            this.#channel.port2.postMessage(null);
        });
    }
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function delay(milliseconds, signal) {
    return new Promise((resolve) => {
        const end = () => { clearTimeout(timer); signal.removeEventListener("abort", end); resolve(); };
        const timer = setTimeout(end, signal.aborted ? 0 : milliseconds);
        signal.addEventListener("abort", end);
    });
}
