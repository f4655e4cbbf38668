// Checks the options of the package: a misspelled key must not leave the default in place.

/** Throws a TypeError if the options are no object, or have a key that is not known. */
export function checkOptions(options, known, what) {
  checkObject(options, what);
  for (const key of Object.keys(options)) {
    if (!known.includes(key)) throw new TypeError(`${what} have no key ${key}; they have ${known.join(", ")}`);
  }
}

/** Checks options that Node has too, whose keys are not known. Only `watch` is an option of the package. */
export function checkWatch(options, what) {
  checkObject(options, what);
  if (![undefined, true, false].includes(options.watch)) throw new TypeError(`watch in ${what} must be true or false`);
}

function checkObject(options, what) {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw new TypeError(`${what} must be an object`);
  }
}
