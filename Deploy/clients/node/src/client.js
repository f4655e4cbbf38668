// The client of the daemon.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parse, trustedPath } from "./address.js";
import { Closed, Connection, dial } from "./connection.js";
import { AnchordError, NoVerdict } from "./errors.js";
import { KeptVerdicts } from "./kept.js";
import { checkOptions } from "./options.js";
import { read } from "./verdict.js";
import { begin, Watch } from "./watch.js";

// The daemon answers before the client stops waiting.
const RESERVE = 200;
// With less, a soft fail of the daemon allows chains although no fetch began in time.
const MINIMUM_WAIT = 500;
const MAXIMUM_WAIT = 30_000;
const MAXIMUM_IDLE = 8;

const SETTINGS = ["address", "token", "tokenFile", "deadline", "maximumAge", "maximumKept", "allowedUids"];
const QUESTION = ["policy", "host", "ocsp", "crls", "scts"];

export class Client {
  #address;
  #target;
  #authorization;
  #deadline;
  #allowedUids;
  #kept;
  #idle = [];

  constructor(options = {}) {
    checkOptions(options, SETTINGS, "the options of Client");
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
    this.#target = parse(address, token !== undefined);
    this.#authorization = token === undefined ? "" : `Authorization: Bearer ${token}\r\n`;
    this.#deadline = deadline;
    this.#allowedUids = allowedUids;
    if (maximumAge > 0) this.#kept = new KeptVerdicts(maximumAge, maximumKept);
  }

  /** Returns the verdict that allows a chain of DER certificates, or throws Denied or NoVerdict. */
  async evaluate(chain, options) {
    const question = asked(chain, options);
    const key = this.#kept && createHash("sha256").update(JSON.stringify(question)).digest("base64");
    const kept = this.#kept?.find(key);
    if (kept) return kept;
    const begin = performance.now();
    const response = await this.#limit((end, signal) => this.#tryTwice(question, end, signal));
    const verdict = read(response);
    this.#kept?.keep(key, verdict, { asked: begin, cacheControl: response.fields["cache-control"] });
    return verdict;
  }

  /** Asks like `evaluate`, and resolves with a watch that has the verdict and reports when it changes. */
  async watch(chain, options) {
    const question = asked(chain, options);
    return Watch.open(() => this.#limit((end, signal) => this.#begin(question, end, signal)));
  }

  /** Closes the kept connections. */
  close() {
    for (const connection of this.#idle.splice(0)) connection.close();
  }

  /** Resolves with the result of an action, or rejects with NoVerdict after the deadline. */
  async #limit(action) {
    const end = performance.now() + this.#deadline;
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(new NoVerdict("no verdict before the deadline")), this.#deadline);
    const late = new Promise((_, reject) => {
      timeout.signal.addEventListener("abort", () => reject(timeout.signal.reason), { once: true });
    });
    try {
      return await Promise.race([action(end, timeout.signal), late]);
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
    return this.#exchange(new Connection(await this.#dial(signal)), question, end, signal);
  }

  async #dial(signal) {
    const { path } = this.#target;
    return dial(path ? { path: await trustedPath(path, this.#allowedUids) } : this.#target, signal);
  }

  async #begin(question, end, signal) {
    const socket = await this.#dial(signal);
    const abort = () => socket.destroy(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    try {
      signal.throwIfAborted();
      // A response to HTTP/1.0 is not chunked.
      return await begin(socket, this.#request("/v1/watches HTTP/1.0", question, end));
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  async #exchange(connection, question, end, signal) {
    const response = await connection.exchange(this.#request("/v1/evaluations HTTP/1.1", question, end), signal);
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

  #request(target, question, end) {
    // The daemon remembers answers by all members of the question, so that the deadline is a multiple of 100 ms.
    const wait = Math.floor((Math.min(end - performance.now(), MAXIMUM_WAIT) - RESERVE) / 100) * 100;
    if (wait < MINIMUM_WAIT) throw new NoVerdict("no verdict before the deadline");
    const body = Buffer.from(JSON.stringify({ ...question, deadline: `${wait}ms` }));
    const head =
      `POST ${target}\r\nHost: localhost\r\n${this.#authorization}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head, "latin1"), body]);
  }
}

function asked(chain, options = {}) {
  checkOptions(options, QUESTION, "the options of a question");
  const { policy = "system", host, ocsp = [], crls = [], scts = [] } = options;
  if (chain.length === 0) throw new NoVerdict("the peer presented no certificate");
  const encode = (values) => (values.length ? values.map((each) => Buffer.from(each).toString("base64")) : undefined);
  return { chain: encode(chain), policy, host, ocsp: encode(ocsp), crls: encode(crls), scts: encode(scts) };
}
