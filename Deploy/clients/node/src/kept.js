// Allowed verdicts that are kept for a while.

export class KeptVerdicts {
  #verdicts = new Map();

  /** @param maximumAge in milliseconds */
  constructor(maximumAge, maximumCount) {
    this.maximumAge = maximumAge;
    this.maximumCount = maximumCount;
  }

  find(key) {
    const kept = this.#verdicts.get(key);
    if (kept && performance.now() < kept.end && left(kept.verdict) > 0) return kept.verdict;
    this.#verdicts.delete(key);
    return undefined;
  }

  /** Keeps a verdict for the shortest of the maximum age, `max-age` and `validUntil`, since the question. */
  keep(key, verdict, { asked, cacheControl = "" }) {
    const permitted = /(?:^|[,\s])max-age=([0-9]{1,9})(?:$|[,\s])/.exec(cacheControl);
    if (!permitted || /no-store|no-cache/.test(cacheControl)) return;
    const age = Math.min(this.maximumAge, Number(permitted[1]) * 1000, left(verdict));
    if (age <= 0) return;
    this.#verdicts.delete(key);
    this.#verdicts.set(key, { end: asked + age, verdict });
    if (this.#verdicts.size > this.maximumCount) this.#verdicts.delete(this.#verdicts.keys().next().value);
  }
}

function left(verdict) {
  return verdict.validUntil ? verdict.validUntil.getTime() - Date.now() : Infinity;
}
