/**
 * What ends when, as a time line and as a table.
 */
import { element, replace } from "../../parts/dom.js";
import { addedText, endsOfBlocks, endsOfForecast, endsOfStatus, joinedEnds } from "../../parts/ends.js";
import { endTable } from "../../parts/endTable.js";
import { readForecast } from "../../parts/forecast.js";
import { drawTimeline, endsWithin, picture, spans, usefulSpan } from "../../parts/timeline.js";

/** @typedef {import("../../parts/ends.js").End} End */

const spanNames = new Map([[30, "30 days"], [90, "90 days"], [365, "a year"], [1825, "5 years"], [7300, "20 years"]]);

export class EndsView {
    /** @type {End[]} */ #ofStatus = [];
    /** @type {End[]} */ #ofDocuments = [];
    /** @type {End[]} */ #ofBlocks = [];
    /** @type {End[]} */ #ofChains = [];
    /** @type {End[]} */ #ends = [];
    #now = Date.now();
    /** Whether the span was chosen in the page. */
    #isChosen = false;
    #span = element("select", { on: { change: () => { this.#isChosen = true; this.#table.show([]); this.#drawSpan(); } } },
        ...spans.map((span) => element("option", { value: span }, spanNames.get(span))));
    #picture = element("div", { class: "timeline-box" });
    #summary = element("p");
    #chains = element("div", { class: "quiet", role: "status" });
    #notices = element("div", { class: "stack tight" });
    #table = endTable("What ends when", "Nothing ends within this time.");

    constructor() {
        this.element = element("section", { class: "card", "aria-labelledby": "ends-heading" },
            element("div", { class: "cluster spread" }, element("h2", { id: "ends-heading" }, "What ends when"),
                element("label", { class: "beside" }, "Show the next", this.#span)),
            this.#summary, this.#picture,
            element("details", {}, element("summary", {}, "The same as a table"), this.#table.element), this.#chains, this.#notices);
        new ResizeObserver(() => this.#drawPicture()).observe(this.#picture);
    }

    /**
     * Reads the status and the blocks.
     *
     * @param {import("../../parts/api.js").Api} api
     * @param {import("../../parts/access.js").Access} access
     * @param {AbortSignal} signal
     */
    async read(api, access, signal) {
        const notice = (/** @type {unknown} */ error, /** @type {string} */ what) => {
            if (!signal.aborted) this.#notices.append(access.notice(error, what));
        };
        await Promise.all([
            api.get("/v1/status", { signal }).then((status) => {
                this.#now = Date.parse(status.now);
                this.#ofStatus = endsOfStatus(status);
            }).catch((error) => notice(error, "Ends of anchors, pins and evidence")),
            this.#readBlocks(api, signal).catch((error) => notice(error, "Blocks")),
        ]);
        if (signal.aborted) return;
        this.#draw();
        this.#readChains(api, signal).catch((error) => {
            replace(this.#chains);
            // Without decisions in memory, the other ends are complete.
            if (error.code !== "unknownDecision") notice(error, "Chains of the last decisions");
        });
    }

    /**
     * Adds the ends of the forecast, which can take seconds.
     *
     * @param {import("../../parts/api.js").Api} api
     * @param {AbortSignal} signal
     */
    async #readChains(api, signal) {
        replace(this.#chains, "The chains of the last decisions are being evaluated.");
        this.#ofChains = endsOfForecast(await readForecast(api, signal));
        this.#draw();
        replace(this.#chains, addedText(this.#ofChains, this.#now));
    }

    /**
     * @param {import("../../parts/api.js").Api} api
     * @param {AbortSignal} signal
     */
    async #readBlocks(api, signal) {
        for (let path = "/v1/blocks?limit=1000"; path !== "";) {
            const page = await api.get(path, { signal });
            this.#ofBlocks.push(...endsOfBlocks(page.blocks));
            path = page.next ?? "";
        }
    }

    /** @param {End[]} ends */
    showDocuments(ends) {
        if (ends.length === this.#ofDocuments.length && this.#ends.length > 0) return;
        this.#ofDocuments = [...ends];
        this.#draw();
    }

    #draw() {
        this.#ends = joinedEnds(this.#ofStatus, this.#ofChains, this.#ofDocuments, this.#ofBlocks);
        if (!this.#isChosen) this.#span.value = String(usefulSpan(this.#ends, this.#now));
        this.#drawSpan();
    }

    /** Draws what the span shows, as a picture and as a table. */
    #drawSpan() {
        this.#table.update(endsWithin(this.#ends, this.#now, Number(this.#span.value)));
        this.#drawPicture();
    }

    #drawPicture() {
        const span = Number(this.#span.value);
        const ended = this.#ends.filter((end) => Date.parse(end.end) < this.#now).length;
        const next = this.#ends.filter((end) => {
            const time = Date.parse(end.end);
            return time >= this.#now && time <= this.#now + span * 86_400_000;
        }).length;
        const summary = `${ended} ended, and ${next} of ${this.#ends.length - ended} others end within ${spanNames.get(span)}.`;
        replace(this.#summary, this.#ends.length === 0 ? "Nothing known ends." : summary);
        const width = Math.floor(this.#picture.clientWidth);
        if (width === 0) return;
        const scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
        const drawn = picture(this.#ends, this.#now, span, width, scale);
        replace(this.#picture, drawn.lanes.length > 0 && drawTimeline(drawn, `Time line. ${summary} The table below has the same.`));
    }
}
