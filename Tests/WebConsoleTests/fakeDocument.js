/**
 * A document with the few functions that `parts/dom.js` calls, for tests without a browser.
 */
export class FakeElement {
    /** @type {Map<string, string>} */ attributes = new Map();
    /** @type {{[event: string]: (event?: any) => void}} */ listeners = {};
    /** @type {any[]} */ children = [];
    classList = { add() {} };
    focus() {}
    remove() {}

    /** @param {string} name */
    constructor(name) {
        this.name = name;
    }

    /** @param {string} name @param {string} value */
    setAttribute(name, value) {
        this.attributes.set(name, value);
    }

    /** @param {string} event @param {() => void} listener */
    addEventListener(event, listener) {
        this.listeners[event] = listener;
    }

    /** @param {...any} children */
    append(...children) {
        for (const child of children) this.children.push(child);
    }

    /** @param {...any} children */
    replaceChildren(...children) {
        this.children = children;
    }

    /** @param {string} name @returns {FakeElement[]} */
    all(name) {
        const inner = this.children.flatMap((child) => (child instanceof FakeElement ? child.all(name) : []));
        return this.name === name ? [this, ...inner] : inner;
    }
}

/** Makes the document of the tests in a file. */
export function useFakeDocument() {
    const createElement = (/** @type {string} */ name) => new FakeElement(name);
    Object.assign(globalThis, { document: { createElement, createElementNS: (/** @type {string} */ _, /** @type {string} */ name) => createElement(name) } });
}
