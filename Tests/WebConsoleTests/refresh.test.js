import assert from "node:assert/strict";
import test from "node:test";
import { refresh } from "../../Sources/WebConsole/Web/parts/refresh.js";

/** An element whose children are equal if their texts are. */
class Parent {
    /** @type {{text: string, remove: () => void, isEqualNode: (other: any) => boolean}[]} */ childNodes = [];

    /** @param {string} text */
    node(text) {
        const made = { text, isEqualNode: (/** @type {any} */ other) => other.text === text, remove: () => this.childNodes.splice(this.childNodes.indexOf(made), 1) };
        return made;
    }

    get lastChild() {
        return this.childNodes[this.childNodes.length - 1];
    }

    /** @param {any} node */
    append(node) {
        this.childNodes.push(node);
    }

    /** @param {any} node @param {any} present */
    replaceChild(node, present) {
        this.childNodes[this.childNodes.indexOf(present)] = node;
    }
}

test("What is equal stays the same element, and what differs is replaced, added or removed", () => {
    const parent = new Parent();
    /** @param {...string} texts */
    const show = (...texts) => refresh(/** @type {any} */ (parent), /** @type {any} */ (texts.map((text) => parent.node(text))));
    show("a", "b", "c");
    const [first, second] = parent.childNodes;
    show("a", "x", "c", "d");
    assert.equal(parent.childNodes[0], first);
    assert.notEqual(parent.childNodes[1], second);
    assert.deepEqual(parent.childNodes.map((node) => node.text), ["a", "x", "c", "d"]);
    show("a");
    assert.equal(parent.childNodes[0], first);
    assert.equal(parent.childNodes.length, 1);
    show();
    assert.equal(parent.childNodes.length, 0);
});
