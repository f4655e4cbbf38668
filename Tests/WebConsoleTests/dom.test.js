import assert from "node:assert/strict";
import { test } from "node:test";
import { element, svg } from "../../Sources/WebConsole/Web/parts/dom.js";
import { useFakeDocument } from "./fakeDocument.js";

useFakeDocument();

const page = "http://127.0.0.1:8778";

test("Addresses of the page are allowed", () => {
    for (const address of ["#/judge", "#", "/", "/console/main.js", "/v1/decisions?limit=1"]) {
        assert.doesNotThrow(() => element("a", { href: address }), address);
        assert.equal(new URL(address, page).origin, page);
    }
});

test("Addresses elsewhere are refused", () => {
    const addresses = ["//host", "/\\host", "/\t/host", "/\n/host", "/\r\n\\host", "/a\t", "\\\\host", "https://host", "javascript:x", " //host", "", "x"];
    for (const name of ["href", "HREF", "src"]) {
        for (const address of addresses) assert.throws(() => element("a", { [name]: address }), TypeError, JSON.stringify(address));
    }
});

test("No address that leaves the page is allowed", () => {
    const characters = ["/", "\\", "\t", "\n", "\r", ".", "@", ":", "#", "?", "h"];
    for (const a of characters) for (const b of characters) for (const c of characters) for (const d of characters) {
        const address = a + b + c + d + "host";
        try {
            element("a", { href: address });
        } catch {
            continue;
        }
        assert.equal(new URL(address, page).origin, page, JSON.stringify(address));
    }
});

test("Attributes that run scripts, load or send are refused", () => {
    for (const name of ["onclick", "style", "srcdoc", "srcset", "action", "formaction", "FormAction", "xlink:href", "data", "ping"]) {
        assert.throws(() => element("a", { [name]: "/x" }), TypeError, name);
        assert.throws(() => svg("a", { [name]: "/x" }), TypeError, name);
    }
    assert.doesNotThrow(() => element("p", { "data-tone": "good" }));
});
