import assert from "node:assert/strict";
import { test } from "node:test";
import { hiddenCharacters, pieces, plain } from "../../Sources/WebConsole/Web/parts/text.js";

test("Visible text stays as it is", () => {
    assert.equal(plain("CN=Größe <b>日本語</b> 👩‍🚀".replace("\u200d", "")), "CN=Größe <b>日本語</b> 👩🚀");
});

test("Characters that hide or reorder text become code points", () => {
    assert.deepEqual(pieces("a\u202eb\u0000"), [
        { text: "a", isCode: false }, { text: "U+202E", isCode: true },
        { text: "b", isCode: false }, { text: "U+0000", isCode: true },
    ]);
    for (const character of ["\n", "\u001b", "\u00ad", "\u061c", "\u200b", "\u200f", "\u2028", "\u2066", "\ufeff", "\u{e0041}", "\ud800"]) {
        assert.match(plain(`x${character}y`), /^x\[U\+[0-9A-F]{4,5}\]y$/);
    }
});

test("All format characters and characters that fonts ignore become code points", () => {
    const expected = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u;
    const missing = [];
    for (let number = 0; number <= 0x10ffff; number += 1) {
        const character = String.fromCodePoint(number);
        if (expected.test(character) && character.search(hiddenCharacters) < 0) missing.push(number.toString(16));
    }
    assert.deepEqual(missing, []);
    for (const number of [0x0600, 0x06dd, 0x070f, 0x0890, 0x08e2, 0x2800, 0x110bd, 0x13430, 0x1bca0, 0xfff0, 0xe0fff]) {
        assert.equal(plain(`x${String.fromCodePoint(number)}y`), `x[U+${number.toString(16).toUpperCase().padStart(4, "0")}]y`);
    }
});

test("Long texts are shortened between characters", () => {
    const text = "x".repeat(239) + "😀" + "y".repeat(1000);
    assert.equal(plain(text), "x".repeat(239) + "…");
    assert.equal(plain("z".repeat(260)), "z".repeat(260));
});
