import assert from "node:assert/strict";
import { test } from "node:test";
import { formatFragment, parseFragment, titleOf } from "../../Sources/WebConsole/Web/parts/fragment.js";

test("A fragment has a path and parameters", () => {
    const { path, query } = parseFragment("#/policies/pay%2Fx?host=a%26b&q=1?2");
    assert.deepEqual(path, ["policies", "pay/x"]);
    assert.deepEqual([...query], [["host", "a&b"], ["q", "1?2"]]);
});

test("An empty fragment is the first page", () => {
    for (const hash of ["", "#", "#/"]) assert.deepEqual(parseFragment(hash).path, []);
});

test("A malformed escape stays as it is", () => {
    assert.deepEqual(parseFragment("#/decisions/%E0%A4").path, ["decisions", "%E0%A4"]);
});

test("A written fragment is read back", () => {
    const written = formatFragment(["now"], { policy: "a&b=c/#?", action: "", client: null });
    assert.deepEqual([...parseFragment(written).query], [["policy", "a&b=c/#?"]]);
});

test("The title names what the page shows", () => {
    assert.equal(titleOf("Policy set", parseFragment("#/policies/pay")), "pay · Policy set · anchord");
    assert.equal(titleOf("Now", parseFragment("#/now?host=a")), "Now · anchord");
    assert.equal(titleOf("anchord", parseFragment("")), "anchord");
    assert.equal(titleOf("Decision", parseFragment("#/decisions/a%E2%80%AEb")), "a[U+202E]b · Decision · anchord");
});
