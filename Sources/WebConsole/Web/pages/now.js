/**
 * The decisions as they are made, and the state of the service.
 */
import { decisionFinder } from "../parts/decisionFinder.js";
import { follow } from "../parts/decisionStream.js";
import { element, replace } from "../parts/dom.js";
import { kept, LiveDecisions } from "../parts/liveDecisions.js";
import { Charts } from "./now/charts.js";
import { DecisionList } from "./now/decisionList.js";
import { filterView, readFilter } from "./now/filter.js";
import { ServiceView } from "./now/service.js";

export const title = "Now";

/** The time in milliseconds between two pictures. */
const pictures = 400;
/** The time in milliseconds between two announcements for screen readers. */
const announcements = 30_000;

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Context} context
 */
export function show(root, context) {
    const filter = readFilter(context.fragment.query);
    const service = new ServiceView();
    const decisions = new DecisionsView(filter, context, (isPaused) => { service.isPaused = isPaused; });
    root.append(element("h1", {}, title), decisions.element, decisionFinder(""), service.element);
    decisions.follow();
    service.follow(context);
}

class DecisionsView {
    #live = new LiveDecisions();
    #filter;
    #context;
    #paused;
    #list;
    #charts;
    #isPaused = false;
    #isOpen = false;
    #drawn = -1;
    /** The count of decisions and denials at the last announcement. */
    #announced = { count: 0, deny: 0 };
    #state = element("p", { class: "quiet" });
    #announcer = element("p", { class: "visually-hidden", role: "status" });
    #pause = element("button", { type: "button", class: "button", on: { click: () => this.#togglePause() } }, "Pause");

    /**
     * @param {import("./now/filter.js").Filter} filter
     * @param {import("../main.js").Context} context
     * @param {(isPaused: boolean) => void} paused called after the page was paused or continued
     */
    constructor(filter, context, paused) {
        this.#paused = paused;
        this.#filter = filter;
        this.#context = context;
        this.#list = new DecisionList(filter);
        this.#charts = new Charts(filter);
        this.element = element("div", { class: "stack" }, this.#charts.element,
            element("section", { class: "card", "aria-labelledby": "decisions-heading" },
                element("div", { class: "cluster spread" }, element("h2", { id: "decisions-heading" }, "Decisions"),
                    element("div", { class: "cluster" }, this.#state, this.#pause)),
                filterView(filter), this.#announcer, this.#list.element));
    }

    async follow() {
        const { api, access, signal } = this.#context;
        const timers = [setInterval(() => this.#draw(), pictures), setInterval(() => this.#announce(), announcements)];
        signal.addEventListener("abort", () => timers.forEach(clearInterval));
        this.#drawState();
        try {
            await follow(api, this.#filter, {
                decision: (decision) => this.#live.add(decision, Date.now()),
                skipped: (skipped) => this.#live.skip(skipped, Date.now()),
                state: (state) => this.#connect(state === "open"),
            }, signal);
        } catch (error) {
            if (!signal.aborted) replace(this.element, access.notice(error, "Decisions"));
        }
    }

    /** @param {boolean} isOpen */
    async #connect(isOpen) {
        this.#isOpen = isOpen;
        this.#drawState();
        this.#announceState();
        if (!isOpen || this.#drawn >= 0) return;
        this.#drawn = 0;
        const { api, signal } = this.#context;
        const page = await api.get("/v1/decisions", { query: { ...this.#filter, limit: kept }, signal }).catch(() => null);
        if (page === null) return;
        this.#live.fill(page.decisions);
        this.#list.show(this.#live.last.newestFirst());
    }

    #draw() {
        if (this.#isPaused) return;
        this.#charts.show(this.#live, Date.now());
        this.#drawState();
        if (this.#drawn === this.#live.count || this.#list.isHeld) return;
        this.#list.show(this.#live.last.newestFirst());
        this.#drawn = this.#live.count;
    }

    #drawState() {
        const waiting = this.#live.count - this.#drawn;
        const text = !this.#isOpen ? "Connecting to the daemon."
            : this.#isPaused ? "Paused."
            : this.#list.isHeld && waiting > 0 ? "The list waits while the pointer or the focus is in it."
            : this.#live.unread > 0 ? `Live. Behind: ${this.#live.unread.toLocaleString("en")} decisions are neither listed nor counted.`
            : this.#live.skipped > 0 ? `Live. ${this.#live.skipped.toLocaleString("en")} decisions are counted, but not listed.`
            : "Live.";
        if (this.#state.textContent !== text) this.#state.textContent = text;
    }

    #togglePause() {
        this.#isPaused = !this.#isPaused;
        this.#paused(this.#isPaused);
        this.#pause.textContent = this.#isPaused ? "Continue" : "Pause";
        this.#draw();
        this.#drawState();
        this.#announceState();
    }

    #announceState() {
        const state = !this.#isOpen ? "There is no connection to the daemon." : this.#isPaused ? "The list is paused." : "Decisions are shown as they are made.";
        this.#announcer.textContent = state;
    }

    /** Announces how many decisions there were, so that a screen reader speaks seldom at any rate. */
    #announce() {
        if (this.#isPaused) return;
        const [count, deny] = [this.#live.count, this.#live.policies.all.deny];
        if (count === this.#announced.count) return;
        this.#announcer.textContent = `${count - this.#announced.count} decisions in 30 seconds, ${deny - this.#announced.deny} denied.`;
        this.#announced = { count, deny };
    }
}
