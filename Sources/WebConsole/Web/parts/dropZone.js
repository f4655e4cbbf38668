/**
 * The place for files with certificates. Files can be dropped anywhere on the page, and the place shows that.
 */
import { element } from "./dom.js";
import { offer } from "./handover.js";

/** Accepts dropped files on all pages, so that the browser does not open them in place of the console. */
export function acceptDrops() {
    const root = document.documentElement;
    addEventListener("dragover", (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        root.dataset.dragging = "";
    });
    addEventListener("dragleave", (event) => {
        if (event.relatedTarget === null) delete root.dataset.dragging;
    });
    addEventListener("drop", (event) => {
        delete root.dataset.dragging;
        if (!hasFiles(event)) return;
        event.preventDefault();
        offer([...(event.dataTransfer?.files ?? [])]);
    });
}

/** Makes the place, with a control to choose files. */
export function dropZone() {
    const input = element("input", { type: "file", id: "files", multiple: true, "aria-describedby": "files-hint", on: {
        change: () => {
            const files = [...(input.files ?? [])];
            input.value = "";
            offer(files);
        },
    } });
    return element("div", { class: "drop-zone stack tight" },
        element("label", { class: "strong", for: "files" }, "Drop a chain anywhere on the page, or choose files"),
        input,
        element("p", { class: "hint", id: "files-hint" }, "PEM, DER or PKCS #7, leaf first; one or more files."));
}

/** @param {DragEvent} event */
function hasFiles(event) {
    return event.dataTransfer?.types.includes("Files") ?? false;
}
