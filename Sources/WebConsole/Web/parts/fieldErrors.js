/**
 * The errors of the fields of a form, each below its field.
 */
import { announce } from "./announce.js";
import { element, replace } from "./dom.js";
import { shown } from "./text.js";

/** @typedef {{pointer: string, detail: string}} PlacedError */

/** The fields of problems that name no place. */
const fieldsOfCodes = /** @type {{[code: string]: string}} */ ({ unknownPolicySet: "policy", unknownPolicy: "policy" });

/**
 * Returns the texts of a problem by the names of fields, or null if the problem is not about fields alone.
 *
 * @param {{code: string, detail: string, errors: PlacedError[]}} problem
 * @param {string[]} names
 */
export function textsByField({ code, detail, errors }, names) {
    const field = fieldsOfCodes[code];
    if (field !== undefined && names.includes(field)) return new Map([[field, detail]]);
    /** @type {Map<string, string>} */
    const texts = new Map();
    for (const error of errors) {
        const [, name = "", index] = error.pointer.split("/");
        if (!names.includes(name)) return null;
        const place = /^\d+$/.test(index ?? "") ? `Certificate ${Number(index) + 1}: ` : "";
        texts.set(name, `${texts.has(name) ? texts.get(name) + " " : ""}${sentence(place + error.detail)}`);
    }
    return texts.size > 0 ? texts : null;
}

export class FieldErrors {
    /** @param {{[name: string]: HTMLElement}} controls the controls by the names of fields */
    constructor(controls) {
        this.controls = controls;
        /** @type {{[name: string]: HTMLElement}} */
        this.places = {};
        for (const [name, control] of Object.entries(controls)) {
            const id = `${control.id}-error`;
            this.places[name] = element("span", { class: "field-error", id });
            // An error within a label would be a part of the name.
            (control.closest("label")?.parentElement ?? control).after(this.places[name]);
            control.setAttribute("aria-describedby", `${control.getAttribute("aria-describedby") ?? ""} ${id}`.trim());
            control.addEventListener("input", () => this.show(name, null));
        }
    }

    /**
     * @param {string} name
     * @param {string | null} text null without an error
     */
    show(name, text) {
        replace(this.places[name], text !== null && shown(text, { limit: 1000 }));
        if (text === null) this.controls[name].removeAttribute("aria-invalid");
        else this.controls[name].setAttribute("aria-invalid", "true");
    }

    clear() {
        for (const name of Object.keys(this.controls)) this.show(name, null);
    }

    /**
     * Shows a problem at its fields, moves the focus to the first, and returns whether the problem is about fields.
     *
     * @param {{code: string, detail: string, errors: PlacedError[]}} problem
     */
    place(problem) {
        const texts = textsByField(problem, Object.keys(this.controls));
        for (const [name, text] of texts ?? []) this.show(name, text);
        this.focus();
        return texts !== null;
    }

    /** Moves the focus to the first field with an error. */
    focus() {
        const name = Object.keys(this.controls).find((one) => this.controls[one].hasAttribute("aria-invalid"));
        if (name === undefined) return;
        // The description of a field is not read again where the focus is already.
        if (document.activeElement === this.controls[name]) announce(this.places[name].textContent ?? "");
        this.controls[name].focus();
    }
}

/** @param {string} text */
function sentence(text) {
    return text.charAt(0).toUpperCase() + text.slice(1) + (text.endsWith(".") ? "" : ".");
}
