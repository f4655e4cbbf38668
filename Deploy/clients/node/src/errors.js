// The two ways in which a connection is refused.

export class AnchordError extends Error {
  constructor(message, code) {
    super(message);
    this.name = new.target.name;
    this.code = code;
  }
}

/** The verdict denies the chain. */
export class Denied extends AnchordError {
  constructor(message, codes, decision) {
    super(message, "ANCHORD_DENIED");
    this.codes = codes;
    this.decision = decision;
  }
}

/** The daemon is down, does not answer in time, answers with a problem, or sends anything else. */
export class NoVerdict extends AnchordError {
  constructor(message, problem) {
    super(`anchord: ${message}`, "ANCHORD_NO_VERDICT");
    this.problem = problem;
  }
}
