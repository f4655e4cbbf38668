import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { command, requestBody, testCase, tokenLine } from "../../Sources/WebConsole/Web/parts/question.js";
import { quote } from "../../Sources/WebConsole/Web/parts/shell.js";
import { certificate } from "./fixtures.js";

const certificates = [{ label: "CERTIFICATE", bytes: certificate(), source: "'; id #" }];
const hostile = ["$(id)", "`id`", "';id;'", "\"", "a\nb", "\\", "!!", "-x", "@/etc/passwd", "a&b=c", "[1-9]{a,b}", "\u202e\u0000", "日本", "\ud800", "a b+c%"];

test("A quoted value is one word with the same content", () => {
    for (const value of hostile.filter((one) => !one.includes("\0") && !one.includes("\ud800"))) {
        const shell = spawnSync("sh", ["-c", `printf '%s|' ${quote(value)}`]);
        assert.equal(shell.stdout.toString(), value + "|");
    }
    assert.throws(() => quote("a\0b"), RangeError);
});

test("A command has only printable characters, and its values arrive", () => {
    for (const value of hostile) {
        const text = command({ certificates, host: value, policy: value, at: "" }, "http://127.0.0.1:8778", true);
        assert.match(text, /^[\n\x20-\x7e]*$/);
        const url = /--url '([^']*)'/.exec(text)?.[1] ?? "";
        assert.equal(new URL(url).searchParams.get("host"), value.replace("\ud800", "\ufffd"));
        assert.equal(new URL(url).searchParams.get("policy"), value.replace("\ud800", "\ufffd"));
    }
});

test("The line for the token writes a file that only its owner reads", () => {
    const cwd = mkdtempSync(join(tmpdir(), "console-"));
    try {
        const shell = spawnSync("sh", ["-c", tokenLine], { cwd, input: "a\\b%s\n" });
        assert.equal(shell.status, 0, shell.stderr.toString());
        const file = join(cwd, "authorization");
        assert.deepEqual([readFileSync(file, "utf8"), statSync(file).mode & 0o777], ["Authorization: Bearer a\\b%s\n", 0o600]);
    } finally {
        rmSync(cwd, { recursive: true });
    }
});

test("A body has only what was given", () => {
    assert.deepEqual(Object.keys(requestBody({ certificates, host: "", policy: "", at: "" })), ["chain", "explain", "include"]);
    assert.equal(requestBody({ certificates, host: "a", policy: "p", at: "t" }).host, "a");
});

test("A test case has the question, and the codes of errors and warnings", () => {
    const verdict = { verdict: "untrusted", action: "deny", evaluatedAt: "2026-11-29T00:00:00Z", reasons: [
        { code: "time.expired", severity: "error" }, { code: "time.expired", severity: "warning" }, { code: "notice.pin", severity: "notice" }] };
    const text = testCase({ certificates, host: "a: \"b\"\n\u202e\u{e0041}e\u0301", policy: "pay/pinned", at: "" }, verdict);
    assert.match(text, /\n    host: "a: \\"b\\"\\u000A\\u202E\\U000E0041e\\u0301"\n/);
    assert.match(text, /\n    policy: pay\/pinned\n    host: .*\n    at: "2026-11-29T00:00:00Z"\n/);
    assert.match(text, /\n    expect: \{verdict: untrusted, action: deny, codes: \[time\.expired\]\}\n$/);
    assert.doesNotMatch(text, /source|id #/);
});
