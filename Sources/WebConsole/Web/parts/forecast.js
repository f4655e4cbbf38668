/**
 * Reads the forecast of the last decisions. The daemon makes one at a time, so that this one waits for those of others.
 */
import { ApiProblem } from "./api.js";

/** A forecast takes at most ten seconds. */
const attempts = 12;
const pause = 1000;

/**
 * @param {import("./api.js").Api} api
 * @param {AbortSignal} signal
 * @param {() => Promise<void>} [rest] waits between two attempts
 * @returns {Promise<any>}
 */
export async function readForecast(api, signal, rest = () => new Promise((resolve) => setTimeout(resolve, pause))) {
    for (let attempt = 1;; attempt += 1) {
        try {
            return await api.get("/v1/forecast", { signal });
        } catch (error) {
            if (!(error instanceof ApiProblem) || error.code !== "tooManyWaitingRequests" || attempt === attempts) throw error;
        }
        await rest();
        signal.throwIfAborted();
    }
}
