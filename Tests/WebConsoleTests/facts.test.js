import assert from "node:assert/strict";
import { test } from "node:test";
import { issuerLocations } from "../../Sources/WebConsole/Web/parts/facts.js";
import { FakeElement, useFakeDocument } from "./fakeDocument.js";

useFakeDocument();

/** @param {any} node @returns {string} */
const text = (node) => (node instanceof FakeElement ? node.children.map(text).join("") : String(node));

test("The locations of a missing issuer are a text, and no link", () => {
    const line = /** @type {any} */ (issuerLocations({ facts: { issuerLocations: ["http://ca.example/1.crt", "javascript:alert(1)", "http://c/3", "http://d/4"] } }));
    assert.equal(text(line), "Issuer according to the certificate: http://ca.example/1.crt, javascript:alert(1), http://c/3");
    assert.deepEqual(line.all("a"), []);
    for (const facts of [undefined, {}, { issuerLocations: [] }, { issuerLocations: "http://a" }]) assert.equal(issuerLocations({ facts }), null);
});
