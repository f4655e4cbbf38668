/**
 * Says a sentence to screen readers, in the status line below the page, which exists before the sentence.
 *
 * @param {string} sentence
 * @param {{isRepeated?: boolean}} [options] whether the sentence is said again if it was the last one
 */
export function announce(sentence, options = {}) {
    const place = document.getElementById("announcer");
    if (!place) return;
    const isSame = place.textContent === sentence;
    if (isSame && options.isRepeated === false) return;
    // A line that remains the same is not read again.
    place.textContent = isSame && sentence !== "" ? sentence + "\u00a0" : sentence;
}
