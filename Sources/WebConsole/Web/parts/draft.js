/**
 * The question that the person at the page works on, and the last verdict. They remain while other pages are shown, and
 * while a token is entered.
 */

/** @typedef {import("./question.js").Question} Question */
/** @typedef {{question: Question, verdict: any}} Answered */

export const draft = /** @type {Question} */ ({ certificates: [], host: "", policy: "", at: "" });

/** @type {(Answered & {token: string | null}) | null} */
let last = null;

/**
 * Keeps a verdict, with the token for which it was given; null if the last question has none.
 *
 * @param {Answered | null} answered
 * @param {string | null} token
 */
export function remember(answered, token) {
    last = answered && { ...answered, token };
}

/**
 * Returns the last verdict. One that was given for a token is forgotten when the page has another token or none.
 *
 * @param {string | null} token
 * @returns {Answered | null}
 */
export function lastAnswered(token) {
    if (last?.token && last.token !== token) last = null;
    return last;
}

/**
 * Returns whether two questions are the same.
 *
 * @param {Question} one
 * @param {Question} other
 */
export function isSameQuestion(one, other) {
    return one.host === other.host && one.policy === other.policy && one.at === other.at
        && one.certificates.length === other.certificates.length
        && one.certificates.every(({ bytes }, index) => areSame(bytes, other.certificates[index].bytes));
}

/**
 * @param {Uint8Array} one
 * @param {Uint8Array} other
 */
function areSame(one, other) {
    return one === other || (one.length === other.length && one.every((byte, index) => byte === other[index]));
}
