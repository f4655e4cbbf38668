/**
 * Says a sentence to screen readers, in the status line below the page, which exists before the sentence.
 *
 * @param {string} sentence
 */
export function announce(sentence) {
    const place = document.getElementById("announcer");
    // A line that remains the same is not read again.
    if (place) place.textContent = place.textContent === sentence ? sentence + "\u00a0" : sentence;
}
