import assert from "node:assert/strict";
import { test } from "node:test";
import { encode, maximumCertificates, readChain } from "../../Sources/WebConsole/Web/parts/chainInput.js";
import { Unreadable } from "../../Sources/WebConsole/Web/parts/der.js";
import { pathPicture } from "../../Sources/WebConsole/Web/parts/path.js";
import { PolicyCatalog } from "../../Sources/WebConsole/Web/parts/policyCatalog.js";
import { maximumNames, policyNames } from "../../Sources/WebConsole/Web/parts/policyField.js";
import { shown } from "../../Sources/WebConsole/Web/parts/text.js";
import { FakeElement, useFakeDocument } from "./fakeDocument.js";
import { certificate } from "./fixtures.js";

useFakeDocument();

/** More items than a call can have arguments. */
const many = 200_000;
const { signal } = new AbortController();
const numbered = (/** @type {string} */ prefix) => Array.from({ length: many }, (_, index) => `${prefix}${index}`);
const fake = (/** @type {unknown} */ made) => /** @type {FakeElement} */ (made);

test("The suggestions of policies are the first of many", async () => {
    const api = /** @type {any} */ ({ get: async () => ({ policySets: [{ name: "set", policies: numbered("p") }, { name: "later", policies: ["p"] }] }) });
    const names = await policyNames(api, signal);
    assert.deepEqual([names.length, names[0], names[1]], [maximumNames, "set", "set/p0"]);
});

test("A catalog reads sets with many warnings and ends", async () => {
    const policies = Object.fromEntries(numbered("p").map((name) => [name, { expires: "2030-01-01" }]));
    const set = { name: "set", otherwise: "p0", hosts: [], warnings: numbered("w").map((detail) => ({ detail })), document: { policies } };
    const api = /** @type {any} */ ({ get: async (/** @type {string} */ path) =>
        path.includes("?") ? { policySets: [set, ...numbered("s").map((name) => ({ name }))] } : set });
    const catalog = new PolicyCatalog();
    await catalog.readSummaries(api, signal);
    assert.equal(catalog.sets.length, many + 1);
    catalog.sets = catalog.sets.slice(0, 1);
    await catalog.readSets(api, signal, () => {});
    assert.deepEqual([catalog.unread, catalog.warnings.length, catalog.ends.length], [[], many, many]);
});

test("A certificate with many names shows the first ones", () => {
    const names = numbered("n").map((dns) => ({ dns }));
    const picture = pathPicture([{ sha256: "00", subject: "s", subjectAlternativeNames: names }], [], {});
    const texts = fake(picture).all("li").flatMap((item) => item.children);
    assert.ok(texts.includes(`and ${many - 1000} that are not listed`));
});

test("The whole of a text with many hidden characters is shown on demand", () => {
    const whole = fake(shown("a\u202e".repeat(many)));
    const [holder] = whole.all("bdi");
    whole.all("button")[0].listeners.click();
    assert.equal(holder.children.length, 2 * many);
});

test("A file has a bounded number of certificates", () => {
    const text = (/** @type {number} */ count) =>
        new TextEncoder().encode(encode({ label: "CERTIFICATE", bytes: certificate(1), source: "file" }).repeat(count));
    assert.equal(readChain(text(maximumCertificates), "file").certificates.length, maximumCertificates);
    assert.throws(() => readChain(text(maximumCertificates + 1), "file"), Unreadable);
    assert.throws(() => readChain(text(40_000), "file"), Unreadable);
});
