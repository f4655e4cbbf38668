/**
 * The part of a form that takes a chain: files, pasted text, and the list of what was taken.
 */
import { describeInOrder, isExposure } from "./certificates.js";
import { encode, maximumBytes, readChain } from "./chainInput.js";
import { combine } from "./chainMerge.js";
import { Unreadable } from "./der.js";
import { element, replace } from "./dom.js";
import { dropZone } from "./dropZone.js";
import { receive } from "./handover.js";
import { plain, shown } from "./text.js";

/** @typedef {import("./chainInput.js").SentCertificate} SentCertificate */

export class ChainField {
    /**
     * @param {SentCertificate[]} certificates the certificates at the beginning
     * @param {{api: import("./api.js").Api, signal: AbortSignal}} context
     * @param {(certificates: SentCertificate[]) => void} changed
     */
    constructor(certificates, { api, signal }, changed) {
        this.certificates = certificates;
        this.api = api;
        this.signal = signal;
        this.changed = changed;
        /** Whether these certificates have been evaluated, so that the next ones are another chain. */
        this.isEvaluated = false;
        /** @type {HTMLTextAreaElement} */
        this.text = element("textarea", { id: "chain-text", rows: "3", spellcheck: "false", autocomplete: "off",
            "aria-describedby": "chain-messages", placeholder: "-----BEGIN CERTIFICATE-----",
            on: { input: () => this.text.value.includes("-----END ") && this.takeText() } });
        this.messages = element("div", { id: "chain-messages", class: "stack tight", role: "status" });
        this.list = element("ol", { class: "sent plain stack tight" });
        this.removal = element("p", { hidden: true }, element("button", { type: "button", class: "link", on: { click: () => this.removeAll() } }, "Remove all"));
        this.element = element("fieldset", { class: "chain-field" },
            element("legend", { class: "visually-hidden" }, "Chain"),
            element("div", { class: "columns" }, dropZone(),
                element("label", { class: "field", for: "chain-text" }, "Or paste text", this.text)),
            this.messages, this.list, this.removal);
        this.draw();
        receive((files) => this.takeFiles(files), signal);
    }

    /** @param {File[]} files */
    async takeFiles(files) {
        replace(this.messages);
        const taken = [];
        for (const file of files) {
            const bytes = file.size > maximumBytes ? new Uint8Array(maximumBytes + 1) : new Uint8Array(await file.arrayBuffer());
            taken.push(...(this.read(bytes, file.name) ?? []));
        }
        this.add(taken);
    }

    /** Takes the pasted text, and returns whether there is none left. */
    takeText() {
        const text = this.text.value;
        if (text.trim() === "") return true;
        replace(this.messages);
        const taken = this.read(new TextEncoder().encode(text), "pasted text");
        if (!taken) return false;
        this.text.value = "";
        this.add(taken);
        return true;
    }

    /**
     * Reads certificates, or says why they cannot be read.
     *
     * @param {Uint8Array} bytes
     * @param {string} source
     */
    read(bytes, source) {
        try {
            const { certificates, ignored } = readChain(bytes, source);
            this.say("quiet", `${count(certificates.length)} from ${plain(source)}.`);
            if (ignored.length > 0) this.say("warn", `Other PEM blocks were ignored: ${plain(ignored.join(", "))}.`);
            return certificates;
        } catch (error) {
            if (!(error instanceof Unreadable)) throw error;
            this.say("bad", `${plain(source)}: ${error.message}`);
            return null;
        }
    }

    /**
     * Adds certificates to the chain, or begins another chain with them.
     *
     * @param {SentCertificate[]} taken
     */
    add(taken) {
        if (taken.length === 0) return;
        const before = this.certificates;
        const { certificates, isReplaced } = combine(before, taken, this.isEvaluated);
        if (isReplaced) {
            this.say("quiet", `This chain replaced the one before (${count(before.length)}). `, element("button", { type: "button", class: "link", on: { click: () => {
                replace(this.messages);
                this.set([...before, ...taken], { isOrdered: false });
                this.text.focus();
            } } }, "Add instead"));
        }
        this.set(certificates, { isOrdered: false });
    }

    /**
     * @param {string} tone
     * @param {...(string | Node)} content
     */
    say(tone, ...content) {
        this.messages.append(element("p", { class: tone === "quiet" ? "quiet" : "note", "data-tone": tone }, ...content));
    }

    /**
     * @param {SentCertificate[]} certificates
     * @param {{isOrdered?: boolean}} [options] `isOrdered` is whether the person has chosen the order
     */
    set(certificates, options = {}) {
        this.certificates = certificates;
        this.isEvaluated = false;
        this.draw(options.isOrdered);
        this.changed(certificates);
    }

    removeAll() {
        replace(this.messages);
        this.set([]);
        this.text.focus();
    }

    draw(isOrdered = true) {
        replace(this.list, ...this.certificates.map((certificate, index) => this.row(certificate, index)));
        this.removal.hidden = this.certificates.length < 2;
        if (this.certificates.length > 0) this.describe(this.certificates, isOrdered);
    }

    /**
     * @param {SentCertificate} certificate
     * @param {number} index
     */
    row(certificate, index) {
        const others = this.certificates.filter((_, other) => other !== index);
        const name = `certificate ${index + 1}`;
        /** @type {(label: string, title: string, act: () => void) => HTMLButtonElement} */
        const button = (label, title, act) =>
            element("button", { type: "button", class: "link", "aria-label": title, on: { click: act } }, label);
        return element("li", { class: "cluster" },
            element("span", { class: "badge" }, index === 0 ? "Leaf" : String(index + 1)),
            element("span", { class: "subject" }, shown(certificate.source), ` (${certificate.bytes.length} bytes)`),
            index > 0 && button("Use as leaf", `Use ${name} as leaf`, () => this.set([certificate, ...others])),
            button("Remove", `Remove ${name}`, () => {
                this.set(others);
                this.text.focus();
            }));
    }

    /** @param {SentCertificate[]} certificates */
    async descriptions(certificates) {
        try {
            return await describeInOrder(this.api, certificates.map(encode), this.signal);
        } catch (error) {
            if (!isExposure(error)) throw error;
            this.messages.append(element("p", { class: "note", "data-tone": "bad" }, error.message));
            return [];
        }
    }

    /**
     * Shows the subjects of the certificates, and puts the leaf first. Without an answer, the list has the names of the files.
     *
     * @param {SentCertificate[]} certificates
     * @param {boolean} isOrdered
     */
    async describe(certificates, isOrdered) {
        const described = await this.descriptions(certificates);
        if (certificates !== this.certificates || described.length === 0) return;
        const leaves = described.flatMap((one, index) => (one.isAuthority ? [] : [index]));
        if (!isOrdered && described[0].isAuthority && leaves.length === 1) {
            this.say("quiet", `${plain(described[leaves[0]].subject)} was put first: it is the only certificate that is not a CA.`);
            this.set([certificates[leaves[0]], ...certificates.filter((_, index) => index !== leaves[0])]);
            return;
        }
        const places = this.list.querySelectorAll(".subject");
        described.forEach((one, index) => replace(places[index], shown(one.subject || "(no subject)"),
            element("span", { class: "quiet" }, one.isAuthority ? " CA" : "", " from ", shown(certificates[index].source))));
    }
}

/** @param {number} number */
function count(number) {
    return number === 1 ? "1 certificate" : `${number} certificates`;
}
