/**
 * Limits how often a picture is drawn anew.
 */

/** The minimum time between two pictures, as a multiple of the time that the first one took. */
const rest = 9;

/**
 * Returns a function that draws if it is called after the pause. A slow picture is followed by a longer pause, so that drawing
 * takes at most a tenth of the time.
 *
 * @param {() => void} draw
 * @param {number} pause in milliseconds
 * @param {() => number} [clock] the time in milliseconds
 */
export function paced(draw, pause, clock = () => performance.now()) {
    let next = clock() + pause;
    return () => {
        const start = clock();
        if (start < next) return;
        draw();
        const end = clock();
        next = end + Math.max(pause, rest * (end - start));
    };
}
