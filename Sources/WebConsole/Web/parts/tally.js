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
        if (counts === undefined && this.#counts.size < this.#maximumNames) {
            counts = zero();
            this.#counts.set(name, counts);
        }
        if (counts) counts[outcome] += count;
        this.all[outcome] += count;
    }

    /**
     * Returns the names with the highest counts, and the sum of all others under the name null if it is not zero.
     *
     * @param {number} limit
     * @param {string[]} [first] names that come first, whatever their counts are
     * @returns {{name: string | null, counts: Counts}[]}
     */
    highest(limit, first = []) {
        const sorted = [...this.#counts].sort(([a, m], [b, n]) => total(n) - total(m) || (a < b ? -1 : 1)).map(([name]) => name);
        const names = [...new Set([...first, ...sorted])].slice(0, limit);
        const rest = { ...this.all };
        /** @type {{name: string | null, counts: Counts}[]} */
        const bars = names.map((name) => ({ name, counts: this.#counts.get(name) ?? zero() }));
        for (const { counts } of bars) {
            for (const outcome of /** @type {Outcome[]} */ (["allow", "deny", "other"])) rest[outcome] -= counts[outcome];
        }
        return total(rest) > 0 ? [...bars, { name: null, counts: rest }] : bars;
    }
}
