import assert from "node:assert/strict";
import { test } from "node:test";
import { forgetOnLeave, tokenPattern } from "../../Sources/WebConsole/Web/parts/token.js";

test("A token has the characters that the daemon accepts", () => {
    for (const flag of ["u", "v"]) {
        const pattern = new RegExp(`^(?:${tokenPattern})$`, flag);
        for (const token of ["a", "AZaz09-._~+/=", " 4f1c\n"]) assert.match(token, pattern);
        for (const token of ["", " ", "a b", "ż", "tökèn", "“token”", "a\u200b", "a\\b", "a,b", "a\nb"]) assert.doesNotMatch(token, pattern);
        for (let number = 0x80; number < 0x2100; number += 1) assert.doesNotMatch(String.fromCharCode(number).trim() + "\u0080", pattern);
    }
});

/** @param {string} name @param {boolean} persisted */
const transition = (name, persisted) => Object.assign(new Event(name), { persisted });

function leavable() {
    const page = new EventTarget();
    /** @type {string[]} */
    const calls = [];
    const access = { token: /** @type {string | null} */ ("secret"), use: (/** @type {string | null} */ token) => { calls.push(`use ${token}`); } };
    forgetOnLeave(page, access, () => calls.push(`clear with ${access.token}`));
    return { page, access, calls };
}

test("A page that the browser keeps has no token", () => {
    const { page, access, calls } = leavable();
    page.dispatchEvent(transition("pagehide", true));
    assert.equal(access.token, null);
    page.dispatchEvent(transition("pageshow", true));
    assert.deepEqual(calls, ["clear with null", "use null"]);
});

test("A page that is opened, or that the browser drops, is not drawn again", () => {
    const { page, access, calls } = leavable();
    page.dispatchEvent(transition("pageshow", false));
    page.dispatchEvent(transition("pagehide", false));
    assert.deepEqual([access.token, calls], ["secret", []]);
});
