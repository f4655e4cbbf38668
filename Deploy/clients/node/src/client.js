// The client of the daemon.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parse, trustedPath } from "./address.js";
import { Closed, Connection } from "./connection.js";
import { AnchordError, NoVerdict } from "./errors.js";
import { KeptVerdicts } from "./kept.js";
import { read } from "./verdict.js";

// The daemon answers before the client stops waiting.
const RESERVE = 200;
// With less, a soft fail of the daemon allows chains although no fetch began in time.
const MINIMUM_WAIT = 500;
const MAXIMUM_WAIT = 30_000;
const MAXIMUM_IDLE = 8;

export class Client {
  #address;
  #tcp;
  #authorization;
  #deadline;
  #allowedUids;
  #kept;
  #idle = [];

  constructor(options = {}) {
    const { address = "/run/anchord/anchord.sock", tokenFile, deadline = 2000, maximumAge = 0 } = options;
    const { maximumKept = 1000, allowedUids = [] } = options;
    const token = tokenFile === undefined ? options.token : readFileSync(tokenFile, "ascii").trim();
    if (token !== undefined && !/^[A-Za-z0-9._~+/-]+=*$/.test(token)) {
      throw new TypeError("the token is empty, or has characters that a bearer token cannot have");
    }
    if (!(deadline >= 800 && deadline <= 60_000 && maximumAge >= 0 && maximumKept >= 1)) {
      throw new RangeError("deadline must be 800 to 60000 ms, and maximumAge and maximumKept positive");
    }
    this.#address = address;
    this.#tcp = parse(address, token !== undefined);
    this.#authorization = token === undefined ? "" : `Authorization: Bearer ${token}\r\n`;
    this.#deadline = deadline;
    this.#allowedUids = allowedUids;
    if (maximumAge > 0) this.#kept = new KeptVerdicts(maximumAge, maximumKept);
  }

  /** Returns the verdict that allows a chain of DER certificates, or throws Denied or NoVerdict. */
  async evaluate(chain, { policy = "system", host, ocsp = [], crls = [], scts = [] } = {}) {
    if (chain.length === 0) throw new NoVerdict("the peer presented no certificate");
    const encode = (values) => (values.length ? values.map((each) => Buffer.from(each).toString("base64")) : undefined);
    const question = { chain: encode(chain), policy, host, ocsp: encode(ocsp), crls: encode(crls), scts: encode(scts) };
    const key = this.#kept && createHash("sha256").update(JSON.stringify(question)).digest("base64");
    const kept = this.#kept?.find(key);
    if (kept) return kept;
    const asked = performance.now();
    const response = await this.#ask(question);
    const verdict = read(response);
    this.#kept?.keep(key, verdict, { asked, cacheControl: response.fields["cache-control"] });
    return verdict;
  }

  /** Closes the kept connections. */
  close() {
    for (const connection of this.#idle.splice(0)) connection.close();
  }

  async #ask(question) {
    const end = performance.now() + this.#deadline;
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(new NoVerdict("no verdict before the deadline")), this.#deadline);
    const late = new Promise((_, reject) => {
      timeout.signal.addEventListener("abort", () => reject(timeout.signal.reason), { once: true });
    });
    try {
      return await Promise.race([this.#tryTwice(question, end, timeout.signal), late]);
    } catch (error) {
      if (error instanceof AnchordError) throw error;
      throw new NoVerdict(`no verdict from ${this.#address}: ${error.message}`);
    } finally {
      clearTimeout(timer);
    }
  }

  async #tryTwice(question, end, signal) {
    const kept = this.#take();
    if (kept) {
      try {
        return await this.#exchange(kept, question, end, signal);
      } catch (error) {
        // The daemon closed the kept connection at this moment.
        if (!(error instanceof Closed)) throw error;
      }
    }
    const target = this.#tcp ?? { path: await trustedPath(this.#address, this.#allowedUids) };
    return this.#exchange(await Connection.open(target, signal), question, end, signal);
  }

  async #exchange(connection, question, end, signal) {
    const response = await connection.exchange(this.#request(question, end), signal);
    if (this.#idle.length < MAXIMUM_IDLE && connection.isUsable) this.#idle.push(connection);
    else connection.close();
    return response;
  }

  #take() {
    for (;;) {
      const connection = this.#idle.pop();
      if (!connection || connection.isUsable) return connection;
    }
  }

  #request(question, end) {
    // The daemon remembers answers by all members of the question, so that the deadline is a multiple of 100 ms.
    const wait = Math.floor((Math.min(end - performance.now(), MAXIMUM_WAIT) - RESERVE) / 100) * 100;
    if (wait < MINIMUM_WAIT) throw new NoVerdict("no verdict before the deadline");
    const body = Buffer.from(JSON.stringify({ ...question, deadline: `${wait}ms` }));
    const head =
      "POST /v1/evaluations HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n" +
      `${this.#authorization}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head, "latin1"), body]);
  }
}
