import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiProblem } from "../../Sources/WebConsole/Web/parts/api.js";
import { describe, describeInOrder, isExposure, keyText, namesOf } from "../../Sources/WebConsole/Web/parts/certificates.js";

const { signal } = new AbortController();

/** @param {ApiProblem} problem */
const refusing = (problem) => /** @type {any} */ ({ post: async () => { throw problem; } });

test("A private key that the daemon found is shown, and other problems are not", async () => {
    const exposed = refusing(new ApiProblem(422, { code: "privateKey", detail: "Treat it as exposed." }));
    await assert.rejects(describe(exposed, ["x"], signal), isExposure);
    await assert.rejects(describeInOrder(exposed, [], signal), isExposure);
    const forbidden = refusing(new ApiProblem(403, { code: "forbidden" }));
    assert.deepEqual([await describe(forbidden, ["x"], signal), await describeInOrder(forbidden, [], signal)], [{}, []]);
});

test("Keys have the names of their curves and sizes", () => {
    assert.equal(keyText({ kind: "ellipticCurve", curve: "1.2.840.10045.3.1.7", bits: 256 }), "P-256");
    assert.equal(keyText({ kind: "ellipticCurve", curve: "1.3.36.3.3.2.8.1.1.7", bits: 256 }), "elliptic curve 1.3.36.3.3.2.8.1.1.7, 256 bits");
    assert.equal(keyText({ kind: "rsa", bits: 2048 }), "RSA, 2048 bits");
    assert.equal(keyText({ kind: "ML-DSA-65" }), "ML-DSA-65");
    assert.equal(keyText({ kind: "other", algorithm: "1.2.3" }), "1.2.3");
    assert.equal(keyText(undefined), null);
});

test("DNS names stand alone, and other names have their kind", () => {
    assert.deepEqual(namesOf({ subjectAlternativeNames: [{ dns: "a.example" }, { uri: "spiffe://a" }, { other: { type: "1.2" } }] }),
        ["a.example", "uri spiffe://a", 'other {"type":"1.2"}']);
    assert.deepEqual(namesOf(undefined), []);
});
