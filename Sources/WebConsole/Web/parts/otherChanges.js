/**
 * The changes of decisions that the daemon counts as others: the client was not allowed before, and is not after, or it
 * is allowed both times. One of them matters as much as those that are counted apart: a decision that is no longer denied.
 */

/**
 * @typedef {{[name: string]: any}} Fields
 * @typedef {{noLongerDenied: number, newlyDenied: number, sameAction: number, unknown: number}} OtherChanges
 */

/**
 * Counts the other changes by their actions. The answer names the actions of its examples only, so that some can be unknown.
 *
 * @param {Fields} comparison
 * @returns {OtherChanges}
 */
export function otherChanges({ changes, examples }) {
    const counts = { noLongerDenied: 0, newlyDenied: 0, sameAction: 0, unknown: 0 };
    for (const { before, after } of examples) {
        if ((before.action === "allow") !== (after.action === "allow")) continue;
        if (before.action === after.action) counts.sameAction += 1;
        else if (before.action === "deny") counts.noLongerDenied += 1;
        else if (after.action === "deny") counts.newlyDenied += 1;
    }
    const known = counts.noLongerDenied + counts.newlyDenied + counts.sameAction;
    counts.unknown = Math.max(0, changes.changed.other - known);
    return counts;
}

/**
 * Describes the other changes, or returns null if there are none.
 *
 * @param {OtherChanges} counts
 */
export function otherChangesText({ noLongerDenied, newlyDenied, sameAction, unknown }) {
    const parts = [
        noLongerDenied > 0 && `${noLongerDenied} would no longer be denied, but left to the client`,
        newlyDenied > 0 && `${newlyDenied} would be denied that are left to the client now`,
        sameAction > 0 && `${sameAction} would keep the action, with other reasons or another principal`,
        unknown > 0 && `${unknown} are not among the examples, and can be of each kind`,
    ].filter((text) => text !== false);
    return parts.length === 0 ? null : `The changes in other ways: ${parts.join("; ")}.`;
}

/**
 * The tone of a comparison: that of its most severe change.
 *
 * @param {Fields} comparison
 */
export function toneOfChanges(comparison) {
    const { changed } = comparison.changes;
    const other = otherChanges(comparison);
    if (changed.denied > 0 || other.newlyDenied > 0) return "bad";
    if (changed.allowed > 0 || other.noLongerDenied > 0 || other.unknown > 0) return "warn";
    if (comparison.changes.compared === 0) return "quiet";
    return changed.total > 0 ? "info" : "good";
}
