/**
 * The decisions that arrive: the last ones, and counts of all. The memory is bounded at any rate.
 */
import { Ring } from "./ring.js";
import { Tally, total } from "./tally.js";

/**
 * @typedef {{[name: string]: any}} Decision
 * @typedef {import("./tally.js").Counts} Counts
 * @typedef {import("./tally.js").Outcome} Outcome
 */

/** The number of decisions that are kept. */
export const kept = 40;
const policiesCounted = 500;
const secondsCounted = 60;

export class LiveDecisions {
    /** @type {Ring<Decision>} */ last = new Ring(kept);
    policies = new Tally(policiesCounted);
    seconds = new SecondCounts();
    /** The number of decisions that the daemon counted, but did not send. */
    skipped = 0;
    /** The number of decisions that the daemon did not read, of which some may not be those of the filter. */
    unread = 0;

    /** The number of all decisions. */
    get count() {
        return total(this.policies.all);
    }

    /**
     * @param {Decision} decision
     * @param {number} now
     */
    add(decision, now) {
        this.last.append(decision);
        this.#count(policyName(decision.policy), outcome(decision), 1, now);
    }

    /**
     * Counts decisions that the daemon did not send.
     *
     * @param {{count: number, unread: number, counts: {policy?: Decision, action?: string, count: number}[]}} skipped
     * @param {number} now
     */
    skip(skipped, now) {
        this.skipped += skipped.count;
        this.unread += skipped.unread;
        for (const part of skipped.counts) this.#count(policyName(part.policy), outcome(part), part.count, now);
    }

    /**
     * Adds decisions from before the stream to the last ones, without counting them.
     *
     * @param {Decision[]} earlier the newest first
     */
    fill(earlier) {
        const arrived = this.last.newestFirst();
        const known = new Set(arrived.map((decision) => decision.id));
        this.last.clear();
        for (const decision of [...arrived, ...earlier.filter((decision) => !known.has(decision.id))].slice(0, kept).reverse()) {
            this.last.append(decision);
        }
    }

    /**
     * @param {string} policy
     * @param {Outcome} outcome
     * @param {number} count
     * @param {number} now
     */
    #count(policy, outcome, count, now) {
        this.policies.add(policy, outcome, count);
        this.seconds.add(now, outcome, count);
    }
}

/** The counts of the last seconds. */
export class SecondCounts {
    /** @type {(Counts & {second: number})[]} */ #seconds = [];

    /**
     * @param {number} now the time in milliseconds
     * @param {Outcome} outcome
     * @param {number} count
     */
    add(now, outcome, count) {
        const second = Math.floor(now / 1000);
        let last = this.#seconds[this.#seconds.length - 1];
        if (!last || last.second < second) {
            last = { second, allow: 0, deny: 0, other: 0 };
            this.#seconds.push(last);
            if (this.#seconds.length > secondsCounted) this.#seconds.shift();
        }
        last[outcome] += count;
    }

    /**
     * Returns the counts of each of the last seconds before the present one, the oldest first.
     *
     * @param {number} now
     * @returns {Counts[]}
     */
    values(now) {
        const present = Math.floor(now / 1000);
        const known = new Map(this.#seconds.map((counts) => [counts.second, counts]));
        return Array.from({ length: secondsCounted }, (_, index) =>
            known.get(present - secondsCounted + index) ?? { allow: 0, deny: 0, other: 0 });
    }
}

/**
 * Returns the name of a policy as in filters, or a text in parentheses for decisions without such a name.
 *
 * @param {{[name: string]: any} | undefined} policy
 */
export function policyName(policy) {
    if (policy === undefined) return "(no policy)";
    if (policy.inline) return "(inline policy)";
    return policy.name === undefined ? String(policy.set) : `${policy.set}/${policy.name}`;
}

/** @param {{action?: string}} decision @returns {Outcome} */
export function outcome(decision) {
    return decision.action === "allow" || decision.action === "deny" ? decision.action : "other";
}
