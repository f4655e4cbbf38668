/**
 * Shows content again and again, and changes only the elements that differ, so that selections, the focus and places stay.
 */

/**
 * Gives a parent these children. A present child that is equal to the new one at its place is kept.
 *
 * @param {Element} parent
 * @param {Node[]} children
 */
export function refresh(parent, children) {
    children.forEach((child, index) => {
        const present = parent.childNodes[index];
        if (!present) parent.append(child);
        else if (!present.isEqualNode(child)) parent.replaceChild(child, present);
    });
    while (parent.childNodes.length > children.length) parent.lastChild?.remove();
}
