/**
 * Makes the elements of the page. Texts become text nodes, so that no text is ever markup.
 */

/** @typedef {string | Node | null | undefined | false} Child */
/** @typedef {{[name: string]: any, on?: {[event: string]: (event: any) => void}}} Properties */

const svgNamespace = "http://www.w3.org/2000/svg";
const forbidden = /^(on.+|style|srcdoc|srcset|action|formaction|xlink:href|data|ping)$/i;
/** Browsers read a backslash as a slash, and leave out tabs and line feeds, so that `/\host` and `/<tab>/host` are other hosts. */
const safeAddress = /^(#|\/(?![/\\])[^\t\r\n]*$)/;

/**
 * Makes an HTML element. Properties are attributes; `true` sets an empty attribute, and `false`, `null` and `undefined` none.
 * `on` has functions by the names of events.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, properties = {}, ...children) {
    const made = document.createElement(name);
    fill(made, properties, children);
    return made;
}

/**
 * Makes an SVG element, with properties as those of `element`.
 *
 * @param {string} name
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(name, properties = {}, ...children) {
    const made = document.createElementNS(svgNamespace, name);
    fill(made, properties, children);
    return /** @type {SVGElement} */ (made);
}

/**
 * Replaces the children of an element.
 *
 * @param {Element} parent
 * @param {...Child} children
 */
export function replace(parent, ...children) {
    parent.replaceChildren(...nodes(children));
}

/**
 * @param {Element} made
 * @param {Properties} properties
 * @param {Child[]} children
 */
function fill(made, properties, children) {
    for (const [key, value] of Object.entries(properties)) {
        if (key === "on") {
            for (const [event, listener] of Object.entries(value)) made.addEventListener(event, listener);
        } else if (value !== null && value !== undefined && value !== false) {
            setAttribute(made, key, value === true ? "" : String(value));
        }
    }
    made.append(...nodes(children));
}

/**
 * @param {Element} made
 * @param {string} key
 * @param {string} value
 */
function setAttribute(made, key, value) {
    if (forbidden.test(key)) throw new TypeError(`The attribute ${key} is not allowed.`);
    if (/^(href|src)$/i.test(key) && !safeAddress.test(value)) {
        throw new TypeError(`The address of ${key} is not part of the page.`);
    }
    made.setAttribute(key, value);
}

/**
 * @param {Child[]} children
 * @returns {(string | Node)[]}
 */
function nodes(children) {
    return /** @type {(string | Node)[]} */ (
        children.filter((child) => child !== null && child !== undefined && child !== false)
    );
}
