import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../Sources/WebConsole/Web", import.meta.url));

/**
 * Adds a module, and all that it imports when it is loaded, to a set.
 *
 * @param {string} file
 * @param {Set<string>} found
 */
function collect(file, found) {
    const name = relative(root, file);
    if (found.has(name)) return;
    found.add(name);
    for (const [, path] of readFileSync(file, "utf8").matchAll(/^(?:import|export)\b[^;]*? from "([^"]+)";/gm)) {
        collect(join(dirname(file), path), found);
    }
}

test("The document names all modules of the first page, so that the browser does not find them one after the other", () => {
    /** @type {Set<string>} */
    const needed = new Set();
    collect(join(root, "main.js"), needed);
    collect(join(root, "pages/home.js"), needed);
    const document = readFileSync(join(root, "index.html"), "utf8");
    const named = [...document.matchAll(/<link rel="modulepreload" href="\/console\/([^"]+)">/g)].map((match) => match[1]);
    assert.deepEqual([...named, "main.js"].sort(), [...needed].sort());
});
