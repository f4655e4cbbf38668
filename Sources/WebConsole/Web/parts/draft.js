/**
 * The question that the person at the page works on. It remains while other pages are shown, and while a token is entered.
 */

export const draft = /** @type {import("./question.js").Question} */ ({ certificates: [], host: "", policy: "", at: "" });
