import assert from "node:assert/strict";
import test from "node:test";
import { readHost, readPattern } from "../../Sources/WebConsole/Web/parts/hostName.js";
import { HostRules, searchedHost, searchedText } from "../../Sources/WebConsole/Web/parts/hostRules.js";

/** @param {string} text */
const host = (text) => /** @type {import("../../Sources/WebConsole/Web/parts/hostName.js").Host} */ (searchedHost(text));

test("A host has one form", () => {
    const forms = {
        "API.Example.COM.": "api.example.com", "münchen.example": "xn--mnchen-3ya.example", "a_b.example": "a_b.example",
        "0xc0000207": "192.0.2.7", "3221225991": "192.0.2.7", "192.0.519": "192.0.2.7", "::ffff:192.0.2.7": "192.0.2.7",
        "[2001:DB8::7]": "2001:db8::7", "fe80::1%eth0": "fe80::1", "fe80::1%25eth0": "fe80::1",
    };
    for (const [text, name] of Object.entries(forms)) assert.equal(/** @type {any} */ (readHost(text)).name, name, text);
});

test("A text that is not a host has a reason", () => {
    const reasons = {
        "": "empty", "api.example:443": "port", "https://api.example": "port", "*.example.com": "wildcard",
        "a..example": "empty label", ".example": "empty label", "-a.example": "hyphen", "a b.example": "character",
        "münchen.example/": "character", "192.0.2.07": "IPv4", "1.2.3.4.5": "IPv4", "a.0x": "IPv4", [`${"a".repeat(64)}.example`]: "63 octets",
        [`${"a.".repeat(130)}example`]: "253", ["é".repeat(2000)]: "longer", "<img src=x>": "character", "a\u202Eb.example": "character",
    };
    for (const [text, word] of Object.entries(reasons)) {
        const result = readHost(text);
        assert.equal(result.kind, "invalid", text);
        assert.match(/** @type {any} */ (result).reason, new RegExp(word), text);
    }
});

test("A pattern has a form and the name that is compared", () => {
    assert.deepEqual(readPattern("**.Lab.example"), { form: "labels", name: "lab.example" });
    assert.deepEqual(readPattern("*.münchen.example"), { form: "oneLabel", name: "xn--mnchen-3ya.example" });
    assert.deepEqual(readPattern("2001:db8:0::7"), { form: "exact", name: "2001:db8::7" });
});

function internal() {
    const rules = new HostRules();
    rules.add({ name: "internal", otherwise: "deny", hosts: [
        { pattern: "legacy.example.com", policy: "legacy" }, { pattern: "*.example.com", policy: "internal" },
        { pattern: "**.example.com", policy: "wide" }, { pattern: "**.lab.example.com", policy: "legacy" },
        { pattern: "guest.lab.example.com", policy: "otherwise" }, { pattern: "192.0.2.7", policy: "device" },
    ] });
    rules.add({ name: "other", otherwise: "standard", hosts: [{ pattern: "api.elsewhere.example", policy: "api" }] });
    return rules;
}

/** @param {string} text */
function judged(text) {
    const [selection] = internal().selections(host(text));
    return selection && [selection.policy, selection.rule?.pattern ?? null, selection.rules.map((item) => `${item.state} ${item.rule.pattern}: ${item.reason}`)];
}

test("An exact rule precedes wildcards", () => {
    assert.deepEqual(judged("legacy.example.com"), ["legacy", "legacy.example.com", [
        "applies legacy.example.com: the exact host",
        "overridden *.example.com: an exact rule precedes every wildcard",
        "overridden **.example.com: an exact rule precedes every wildcard",
    ]]);
});

test("The longer name and then one label precede", () => {
    assert.deepEqual(judged("db.lab.example.com"), ["legacy", "**.lab.example.com", [
        "applies **.lab.example.com: one or more labels before lab.example.com",
        "overridden **.example.com: the wildcard before the longer name lab.example.com precedes",
        "noMatch *.example.com: it matches exactly one label before example.com, and the host has 2",
    ]]);
    assert.equal(judged("api.example.com")?.[1], "*.example.com");
});

test("An excluded host gets otherwise of the set", () => {
    assert.deepEqual(judged("guest.lab.example.com")?.slice(0, 2), ["deny", "guest.lab.example.com"]);
});

test("A wildcard does not match its own name, and an exact rule only its own", () => {
    assert.deepEqual(judged("example.com"), ["deny", null, [
        "noMatch *.example.com: a wildcard does not match the name example.com itself",
        "noMatch **.example.com: a wildcard does not match the name example.com itself",
    ]]);
    assert.ok(judged("x.legacy.example.com")?.[2].includes("noMatch legacy.example.com: an exact rule matches only its own name"));
});

test("All spellings of an address are one host", () => {
    assert.deepEqual(judged("0xc0000207")?.slice(0, 2), ["device", "192.0.2.7"]);
});

test("Sets without a related rule have no selection", () => {
    assert.deepEqual(internal().selections(host("unknown.test")), []);
});

test("A set without a matching rule applies its otherwise, also if a rule is similar", () => {
    const rules = internal();
    const names = (/** @type {string} */ text) => rules.withoutRule(rules.selections(host(text))).map((set) => [set.name, set.otherwise]);
    assert.deepEqual(names("unknown.test"), [["internal", "deny"], ["other", "standard"]]);
    assert.deepEqual(names("example.com"), [["internal", "deny"], ["other", "standard"]]);
    assert.deepEqual(names("legacy.example.com"), [["other", "standard"]]);
});

test("The host of a pasted address is searched", () => {
    const texts = {
        "https://api.example/a?b": "api.example", " https://user:secret@api.example:8443 ": "api.example", "ldaps://[2001:db8::7]:636/": "[2001:db8::7]",
        "pay/pinned": "pay/pinned", "https://": "https://", "*.example": "*.example", "javascript:alert(1)": "javascript:alert(1)",
    };
    for (const [text, searched] of Object.entries(texts)) assert.equal(searchedText(text), searched);
    assert.equal(searchedHost("https://API.example./")?.name, "api.example");
});

test("Rules are found by their pattern, A-labels, set and policy", () => {
    const rules = internal();
    assert.equal(rules.containing("LAB").length, 2);
    assert.equal(rules.containing("other/api").length, 1);
    assert.equal(rules.containing("").length, 7);
    assert.equal(rules.containing("<script>").length, 0);
});

test("Names of the language's own members are ordinary names", () => {
    const rules = new HostRules();
    rules.add({ name: "constructor", otherwise: "__proto__", hosts: [{ pattern: "__proto__", policy: "toString" }] });
    assert.equal(rules.selections(host("__proto__"))[0].policy, "toString");
});

test("A search among 100,000 rules of 1,000 sets is fast", () => {
    const rules = new HostRules();
    for (let set = 0; set < 1000; set += 1) {
        const hosts = Array.from({ length: 100 }, (_, index) => ({ pattern: `${index % 3 ? "" : "*."}h${index}.s${set}.example`, policy: "p" }));
        rules.add({ name: `set-${set}`, otherwise: "deny", hosts });
    }
    const start = performance.now();
    assert.equal(rules.containing("h7.s999.").length, 1);
    assert.equal(rules.selections(host("x.h3.s999.example"))[0].set.name, "set-999");
    // The bound is ten times the bound of the page, since machines that run tests are busy.
    assert.ok(performance.now() - start < 1000);
});
