/**
 * Writes values for POSIX shells.
 */

/**
 * Quotes a value, so that every shell takes it literally as one word. A shell has no word with a NUL.
 *
 * @param {string} value
 */
export function quote(value) {
    if (value.includes("\0")) throw new RangeError("A value for a shell cannot contain NUL.");
    return "'" + value.replaceAll("'", "'\\''") + "'";
}
