/**
 * A field for the name of a policy, with suggestions.
 */
import { element, replace } from "./dom.js";

/** The maximum number of suggestions. */
export const maximumNames = 5000;

/**
 * @param {{id: string, label: string, value?: string, hint?: string}} options
 * @param {Promise<string[]>} names the suggestions, which are added once they are known
 */
export function policyField({ id, label, value = "", hint = "" }, names) {
    const suggestions = element("datalist", { id: `${id}-names` });
    names.then((known) => replace(suggestions, ...known.map((name) => element("option", { value: name }))));
    const input = element("input", { id, value, list: `${id}-names`, autocomplete: "off", spellcheck: "false",
        autocapitalize: "off", "aria-describedby": hint ? `${id}-hint` : null });
    const field = element("div", { class: "field" },
        element("label", { for: id }, label), input, suggestions,
        hint && element("span", { class: "hint", id: `${id}-hint` }, hint));
    return { field, input };
}

/**
 * Returns the names of the first policy sets, each with its policies after it; no names without the right `read`.
 *
 * @param {import("./api.js").Api} api
 * @param {AbortSignal} signal
 * @returns {Promise<string[]>}
 */
export async function policyNames(api, signal) {
    /** @type {string[]} */
    const names = [];
    try {
        for (let path = "/v1/policy-sets"; path && names.length < maximumNames; ) {
            const { policySets, next } = await api.get(path, { signal });
            for (const set of policySets) {
                names.push(set.name);
                if (set.policies.length === 1) continue;
                for (const name of set.policies.slice(0, maximumNames)) names.push(`${set.name}/${name}`);
            }
            path = next;
        }
    } catch (error) {
        if (!(error instanceof Error)) throw error;
    }
    return names.slice(0, maximumNames);
}
