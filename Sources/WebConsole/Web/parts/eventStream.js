/**
 * Parses text/event-stream, see https://html.spec.whatwg.org/multipage/server-sent-events.html.
 */

/** The maximum length of an event. A longer one ends the stream, so that a stream cannot take all memory. */
export const maximumEventLength = 4 * 1024 * 1024;

export class EventParser {
    #rest = "";
    #name = "";
    /** @type {string[]} */ #data = [];
    #length = 0;
    /** The last identifier of an event, after which another stream can go on. */
    lastID = "";

    /**
     * Adds the next part of the stream, and yields the events that it completes. Comments are passed over.
     *
     * @param {string} text
     * @returns {Generator<{name: string, data: string}>}
     */
    *parse(text) {
        this.#rest += text;
        let start = 0;
        for (let end = this.#rest.indexOf("\n"); end >= 0; end = this.#rest.indexOf("\n", start)) {
            const line = this.#rest.slice(start, this.#rest[end - 1] === "\r" && end > start ? end - 1 : end);
            start = end + 1;
            const event = this.#add(line);
            if (event) yield event;
        }
        this.#rest = this.#rest.slice(start);
        if (this.#rest.length + this.#length > maximumEventLength) throw new Error("An event is too long.");
    }

    /** @param {string} line @returns {{name: string, data: string} | null} */
    #add(line) {
        if (line === "") return this.#complete();
        const colon = line.indexOf(":");
        if (colon === 0) return null;
        const field = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
        if (field === "event") this.#name = value;
        if (field === "id") this.lastID = value;
        if (field === "data") {
            this.#data.push(value);
            this.#length += value.length;
        }
        return null;
    }

    #complete() {
        const event = this.#data.length === 0 ? null : {name: this.#name || "message", data: this.#data.join("\n")};
        this.#name = "";
        this.#data = [];
        this.#length = 0;
        return event;
    }
}
