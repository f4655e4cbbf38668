/**
 * A document with the few functions that `parts/dom.js` calls, for tests without a browser.
 */
export class FakeElement {
    /** @type {Map<string, string>} */ attributes = new Map();
    /** @type {{[event: string]: (event?: any) => void}} */ listeners = {};
    /** @type {any[]} */ children = [];
    classList = { add() {} };
    dataset = {};
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

    get childNodes() {
        return this.children;
    }

    /** Whether the element is like another: never, so that a refresh draws all anew. */
    isEqualNode() {
        return false;
    }

    /** @param {any} child @param {any} present */
    replaceChild(child, present) {
        this.children[this.children.indexOf(present)] = child;
    }

    contains() {
        return false;
    }

    /** @param {string} name */
    removeAttribute(name) {
        this.attributes.delete(name);
    }

    /** The text that a person sees. @returns {string} */
    get visibleText() {
        const { hidden = this.attributes.has("hidden"), textContent = "" } = /** @type {any} */ (this);
        if (hidden) return "";
        return [textContent, ...this.children.map((child) => (child instanceof FakeElement ? child.visibleText : child))].filter(Boolean).join(" ");
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
