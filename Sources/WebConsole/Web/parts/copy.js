/**
 * A text to copy.
 */
import { element } from "./dom.js";

/**
 * @param {string} label the name of the text, such as "curl command"
 * @param {string} text
 */
export function copyable(label, text) {
    const code = element("pre", { class: "code", tabindex: "0", role: "group", "aria-label": label }, text);
    const outcome = element("span", { class: "quiet small", role: "status" });
    const button = element("button", { type: "button", class: "quiet-button", on: { click: async () => {
        outcome.textContent = (await copy(text)) ? "Copied" : select(code);
    } } }, `Copy the ${label}`);
    return element("div", { class: "stack tight" }, code, element("div", { class: "cluster" }, button, outcome));
}

/** @param {string} text */
async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return false;
    }
}

/** @param {HTMLElement} code */
function select(code) {
    getSelection()?.selectAllChildren(code);
    code.focus();
    return "The browser does not permit copying: the text is selected, copy it with the keyboard.";
}
