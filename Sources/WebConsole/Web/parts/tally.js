/**
 * Counts of decisions by name and outcome, for names that others choose: the number of names is limited.
 */

/**
 * @typedef {"allow" | "deny" | "other"} Outcome
 * @typedef {{allow: number, deny: number, other: number}} Counts
 */

/** @returns {Counts} */
const zero = () => ({ allow: 0, deny: 0, other: 0 });

/** @param {Counts} counts */
export const total = (counts) => counts.allow + counts.deny + counts.other;

export class Tally {
    /** @type {Map<string, Counts>} */ #counts = new Map();
    #maximumNames;
    #others = zero();
    /** The counts of all names. */
    all = zero();

    /** @param {number} maximumNames */
    constructor(maximumNames) {
        this.#maximumNames = maximumNames;
    }

    /**
     * @param {string} name
     * @param {Outcome} outcome
     * @param {number} [count]
     */
    add(name, outcome, count = 1) {
        let counts = this.#counts.get(name);
        if (counts === undefined) {
            counts = this.#counts.size < this.#maximumNames ? zero() : this.#others;
            if (counts !== this.#others) this.#counts.set(name, counts);
        }
        counts[outcome] += count;
        this.all[outcome] += count;
    }

    /**
     * Returns the names with the highest counts, and the sum of all others under the name null if it is not zero.
     *
     * @param {number} limit
     * @returns {{name: string | null, counts: Counts}[]}
     */
    highest(limit) {
        const sorted = [...this.#counts].sort(([a, m], [b, n]) => total(n) - total(m) || (a < b ? -1 : 1));
        const rest = { ...this.#others };
        for (const [, counts] of sorted.slice(limit)) {
            for (const outcome of /** @type {Outcome[]} */ (["allow", "deny", "other"])) rest[outcome] += counts[outcome];
        }
        /** @type {{name: string | null, counts: Counts}[]} */
        const highest = sorted.slice(0, limit).map(([name, counts]) => ({ name, counts }));
        return total(rest) > 0 ? [...highest, { name: null, counts: rest }] : highest;
    }
}
