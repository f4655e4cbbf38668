/**
 * The last elements of a sequence without end.
 */

/** @template Element */
export class Ring {
    /** @type {Element[]} */ #elements = [];
    /** The position of the oldest element once the ring is full. */
    #start = 0;
    #capacity;

    /** @param {number} capacity */
    constructor(capacity) {
        this.#capacity = capacity;
    }

    get count() {
        return this.#elements.length;
    }

    /**
     * Adds an element, in the place of the oldest one if the ring is full.
     *
     * @param {Element} element
     */
    append(element) {
        if (this.#elements.length < this.#capacity) {
            this.#elements.push(element);
        } else {
            this.#elements[this.#start] = element;
            this.#start = (this.#start + 1) % this.#capacity;
        }
    }

    /** Returns the elements, the newest first. */
    newestFirst() {
        return [...this.#elements.slice(this.#start), ...this.#elements.slice(0, this.#start)].reverse();
    }

    clear() {
        this.#elements = [];
        this.#start = 0;
    }
}
