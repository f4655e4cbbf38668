/**
 * The part of a form that takes a chain: files, pasted text, and the list of what was taken.
 */
import { encode, maximumBytes, readChain } from "./chainInput.js";
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
        /** @type {HTMLTextAreaElement} */
        this.text = element("textarea", { id: "chain-text", rows: "3", spellcheck: "false", autocomplete: "off",
            "aria-describedby": "chain-messages", placeholder: "-----BEGIN CERTIFICATE-----",
            on: { input: () => this.text.value.includes("-----END ") && this.takeText(), change: () => this.takeText() } });
        this.messages = element("div", { id: "chain-messages", class: "stack tight", role: "status" });
        this.list = element("ol", { class: "sent plain stack tight" });
        this.element = element("fieldset", { class: "chain-field" },
            element("legend", { class: "visually-hidden" }, "Chain"),
            element("div", { class: "columns" }, dropZone(),
                element("label", { class: "field", for: "chain-text" }, "Or paste text", this.text)),
            this.messages, this.list);
        this.draw();
        receive((files) => this.takeFiles(files), signal);
    }

    /** @param {File[]} files */
    async takeFiles(files) {
        replace(this.messages);
        for (const file of files) {
            const bytes = file.size > maximumBytes ? new Uint8Array(maximumBytes + 1) : new Uint8Array(await file.arrayBuffer());
            this.take(bytes, file.name);
        }
    }

    /** Takes the pasted text, and returns whether there is none left. */
    takeText() {
        const text = this.text.value;
        if (text.trim() === "") return true;
        replace(this.messages);
        if (!this.take(new TextEncoder().encode(text), "pasted text")) return false;
        this.text.value = "";
        return true;
    }

    /**
     * @param {Uint8Array} bytes
     * @param {string} source
     */
    take(bytes, source) {
        try {
            const { certificates, ignored } = readChain(bytes, source);
            this.set([...this.certificates, ...certificates], { isOrdered: false });
            this.say(`${count(certificates.length)} from ${plain(source)}.`, "quiet");
            if (ignored.length > 0) this.say(`Other PEM blocks were ignored: ${plain(ignored.join(", "))}.`, "warn");
            return true;
        } catch (error) {
            if (!(error instanceof Unreadable)) throw error;
            this.say(`${plain(source)}: ${error.message}`, "bad");
            return false;
        }
    }

    /**
     * @param {string} text
     * @param {string} tone
     */
    say(text, tone) {
        this.messages.append(element("p", { class: tone === "quiet" ? "quiet" : "note", "data-tone": tone }, text));
    }

    /**
     * @param {SentCertificate[]} certificates
     * @param {{isOrdered?: boolean}} [options] `isOrdered` is whether the person has chosen the order
     */
    set(certificates, options = {}) {
        this.certificates = certificates;
        this.draw(options.isOrdered);
        this.changed(certificates);
    }

    draw(isOrdered = true) {
        replace(this.list, ...this.certificates.map((certificate, index) => this.row(certificate, index)));
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

    /**
     * Shows the subjects of the certificates, and puts the leaf first. Without an answer, the list has the names of the files.
     *
     * @param {SentCertificate[]} certificates
     * @param {boolean} isOrdered
     */
    async describe(certificates, isOrdered) {
        const described = await descriptionsInOrder(this.api, certificates, this.signal);
        if (certificates !== this.certificates || described.length === 0) return;
        const leaves = described.flatMap((one, index) => (one.isAuthority ? [] : [index]));
        if (!isOrdered && described[0].isAuthority && leaves.length === 1) {
            this.say(`${plain(described[leaves[0]].subject)} was put first: it is the only certificate that is not a CA.`, "quiet");
            this.set([certificates[leaves[0]], ...certificates.filter((_, index) => index !== leaves[0])]);
            return;
        }
        const places = this.list.querySelectorAll(".subject");
        described.forEach((one, index) => replace(places[index], shown(one.subject || "(no subject)"),
            element("span", { class: "quiet" }, one.isAuthority ? " CA" : "", " from ", shown(certificates[index].source))));
    }
}

/**
 * @param {import("./api.js").Api} api
 * @param {SentCertificate[]} certificates
 * @param {AbortSignal} signal
 * @returns {Promise<any[]>}
 */
async function descriptionsInOrder(api, certificates, signal) {
    try {
        return (await api.post("/v1/certificates", { chain: certificates.map(encode) }, { signal })).certificates;
    } catch (error) {
        if (error instanceof Error) return [];
        throw error;
    }
}

/** @param {number} number */
function count(number) {
    return number === 1 ? "1 certificate" : `${number} certificates`;
}
