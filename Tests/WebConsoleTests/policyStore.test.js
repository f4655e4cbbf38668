import assert from "node:assert/strict";
import test from "node:test";
import { ApiProblem } from "../../Sources/WebConsole/Web/parts/api.js";
import { PolicyCatalog } from "../../Sources/WebConsole/Web/parts/policyCatalog.js";
import { isSetName, mediaType, PolicyStore } from "../../Sources/WebConsole/Web/parts/policyStore.js";

const { signal } = new AbortController();

test("Only names of policy sets are parts of paths", () => {
    for (const name of ["payments", "team-a.b_c", "0"]) assert.ok(isSetName(name), name);
    for (const name of ["..", ".", "", "a/b", "a%2fb", "Team", "a?b", "a\n", "x".repeat(65)]) assert.ok(!isSetName(name), name);
});

test("A document in JSON keeps its media type", () => {
    assert.equal(mediaType('{"policies": {}}'), "application/json");
    for (const text of ["policies: {}", "", "null", "3", "{a: b}"]) assert.equal(mediaType(text), "application/yaml", text);
});

test("A client may write if the check without chains is refused for its lack of chains only", async () => {
    /** @param {number} status */
    const store = (status) => new PolicyStore(/** @type {any} */ ({ post: async () => { throw new ApiProblem(status, { code: "c" }); }, get: async () => ({ revisions: [] }) }), "pay", signal);
    for (const status of [400, 422, 429]) assert.equal(await store(status).refusal(), null);
    for (const status of [401, 403, 404, 503, 0]) assert.equal((await store(status).refusal())?.status, status);
});

test("A set that is a file cannot be written, whatever right the client has", async () => {
    /** @param {string} code */
    const store = (code) => new PolicyStore(/** @type {any} */ ({ post: async (/** @type {string} */ _, /** @type {any} */ body) => {
        throw typeof body === "string" ? new ApiProblem(409, { code }) : new ApiProblem(400, { code: "invalidRequest" });
    } }), "pay", signal);
    assert.equal((await store("policySetConflict").refusal())?.code, "policySetConflict");
    assert.equal(await store("invalidPolicySet").refusal(), null);
});

test("A client without the right learns whether no client can write the set", async () => {
    /** @param {string} name @param {string} code */
    const refusal = (name, code) => new PolicyStore(/** @type {any} */ ({
        post: async () => { throw new ApiProblem(403, { code: "forbidden" }); },
        get: async () => { throw new ApiProblem(404, { code }); },
    }), name, signal).refusal();
    for (const code of ["unknownRevision", "unknownPolicySet"]) {
        assert.equal((await refusal("pay", code))?.message, "The policy set `pay` is a file of the policy directory, which no token can write.");
    }
    assert.match((await refusal("system", "unknownRevision"))?.message ?? "", /is built in/);
    assert.equal((await refusal("pay", "tooManyRequests"))?.code, "forbidden");
});

test("A saved document has the tag of the one from which it was made", async () => {
    /** @type {any} */
    let sent = null;
    const api = /** @type {any} */ ({ send: async (/** @type {string} */ path, /** @type {any} */ call) => {
        sent = { path, call };
        return { data: { number: 2 }, headers: new Headers({ ETag: '"new"' }) };
    } });
    const saved = await new PolicyStore(api, "pay", signal).save({ text: "policies: {}", etag: '"old"' });
    assert.equal(saved.etag, '"new"');
    assert.deepEqual([sent.path, sent.call.method, sent.call.headers], ["/v1/policy-sets/pay", "PUT", { "If-Match": '"old"' }]);
});

test("A catalog reads all pages, and names the sets that it could not read", async () => {
    const sets = ["a", "b", "c"].map((name) => ({ name, otherwise: "deny", hosts: [{ pattern: `${name}.example`, policy: "p" }], warnings: [{ detail: name }], document: {} }));
    const api = /** @type {any} */ ({ get: async (/** @type {string} */ path) => {
        if (path === "/v1/policy-sets?limit=1000") return { policySets: sets.slice(0, 2), next: "/v1/policy-sets?after=b" };
        if (path === "/v1/policy-sets?after=b") return { policySets: sets.slice(2) };
        if (path.endsWith("/b")) throw new ApiProblem(404, { code: "unknownPolicySet" });
        return sets.find((set) => path.endsWith(`/${set.name}`));
    } });
    const catalog = new PolicyCatalog();
    let steps = 0;
    await catalog.readSummaries(api, signal);
    assert.ok(!catalog.isComplete);
    await catalog.readSets(api, signal, () => { steps += 1; });
    assert.ok(catalog.isComplete);
    assert.deepEqual([steps, catalog.unread, catalog.warnings.map((warning) => warning.set).sort()], [3, ["b"], ["a", "c"]]);
    assert.equal(catalog.rules.rules.length, 2);
});
