/**
 * Reads the tags and lengths of DER, as far as the console needs them to take bundles apart.
 */

/** @typedef {{tag: number, start: number, content: number, end: number}} Element */

/** A text or file that cannot be read; the message names the place. */
export class Unreadable extends Error {}

export const tags = Object.freeze({ objectIdentifier: 0x06, sequence: 0x30, context0: 0xa0 });

/**
 * Reads the element at an offset.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} limit the end of the enclosing element
 * @returns {Element}
 */
export function readElement(bytes, start, limit = bytes.length) {
    if (start + 2 > limit) throw new Unreadable(`DER ends at byte ${limit}, where an element should begin.`);
    const first = bytes[start + 1];
    const count = first < 0x80 ? 0 : first & 0x7f;
    if (first === 0x80 || count > 4) throw new Unreadable(`The length at byte ${start + 1} is not valid in DER.`);
    if (start + 2 + count > limit) throw new Unreadable(`DER ends at byte ${limit}, within a length.`);
    let length = count === 0 ? first : 0;
    for (let index = 0; index < count; index += 1) length = length * 256 + bytes[start + 2 + index];
    const content = start + 2 + count;
    if (content + length > limit) throw new Unreadable(`The element at byte ${start} is longer than its surroundings.`);
    return { tag: bytes[start], start, content, end: content + length };
}

/**
 * Reads the elements within an element.
 *
 * @param {Uint8Array} bytes
 * @param {Element} parent
 * @returns {Element[]}
 */
export function readChildren(bytes, parent) {
    const children = [];
    for (let at = parent.content; at < parent.end; ) {
        const child = readElement(bytes, at, parent.end);
        children.push(child);
        at = child.end;
    }
    return children;
}
