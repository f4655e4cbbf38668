// Watches: the daemon reports when a verdict changes.
import { setTimeout as pause } from "node:timers/promises";
import { MAXIMUM_BODY, readHead, readResponse } from "./connection.js";
import { Denied, NoVerdict } from "./errors.js";
import { read } from "./verdict.js";

// The bounds of the time before a new watch, which the daemon asks for when it drains, in milliseconds.
const SHORTEST_PAUSE = 100;
const LONGEST_PAUSE = 5000;

/** A watch on a connection of its own. Its first event is the verdict, so that it misses no change. */
export class Watch {
  /** How many milliseconds may pass without a byte. The daemon sends a comment every 15 seconds. */
  static silence = 45_000;
  #ask;
  #stream;
  #isClosed = false;

  /** @param ask resolves with a stream of `begin` */
  static async open(ask) {
    return new Watch(ask, await ask());
  }

  constructor(ask, stream) {
    this.#ask = ask;
    this.verdict = stream.verdict;
    this.#use(stream);
    this.ended = this.#follow();
  }

  /** Ends the watch. */
  close() {
    this.#isClosed = true;
    this.#stream.socket.destroy();
  }

  /** Resolves with the reason why the connection must be closed, or with undefined after `close`. */
  async #follow() {
    try {
      for (;;) {
        const { value: event } = await this.#stream.events.next();
        if (event.name === "end" && event.retry !== undefined) await this.#renew(event.retry);
        else this.#compare(readEvent(event));
      }
    } catch (error) {
      this.#stream.socket.destroy();
      return this.#isClosed ? undefined : reason(error);
    }
  }

  async #renew(retry) {
    this.#stream.socket.destroy();
    await pause(Math.min(Math.max(retry, SHORTEST_PAUSE), LONGEST_PAUSE), undefined, { ref: false });
    if (this.#isClosed) throw new Error("closed");
    this.#use(await this.#ask());
    this.#compare(this.#stream.verdict);
  }

  #use(stream) {
    this.#stream = stream;
    // The watched connection keeps the program alive, and the watch does not.
    stream.socket.unref();
    stream.socket.setTimeout(Watch.silence, () => stream.socket.destroy(new NoVerdict("nothing was received in time")));
    if (this.#isClosed) stream.socket.destroy();
  }

  #compare({ id, principal }) {
    const { kind, value } = this.verdict.principal ?? {};
    if (principal?.kind !== kind || principal?.value !== value) {
      throw new Denied(`anchord: another principal (decision ${id})`, [], id);
    }
  }
}

/** Sends a request, and resolves with the socket, the verdict of the first event, and the further events. */
export async function begin(socket, request) {
  socket.write(request);
  const events = readEvents(socket);
  const first = await events.next();
  return { socket, events, verdict: readEvent(first.value) };
}

async function* readEvents(socket) {
  let bytes = Buffer.alloc(0);
  let isStream = false;
  for await (const data of socket) {
    bytes = Buffer.concat([bytes, data]);
    if (!isStream) {
      const head = readHead(bytes);
      if (!head) continue;
      isStream = head.status === 200 && head.fields["content-type"] === "text/event-stream" && !head.hasFraming;
      if (!isStream) {
        refuse(readResponse(bytes));
        continue;
      }
      bytes = bytes.subarray(head.length);
    }
    if (bytes.length > MAXIMUM_BODY) throw new NoVerdict("an event is too long");
    for (let end; (end = bytes.indexOf("\n\n")) >= 0; bytes = bytes.subarray(end + 2)) {
      const lines = bytes.toString("latin1", 0, end).split("\n");
      const { event: name, data: text = "", retry } = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s)));
      const milliseconds = /^[0-9]{1,9}$/.test(retry) ? Number(retry) : undefined;
      // Other events are comments.
      if (name) yield { name, body: Buffer.from(text, "latin1"), retry: milliseconds };
    }
  }
  throw new NoVerdict("the daemon closed the connection");
}

/** Throws the problem in a response that is not a stream, if the response is complete. */
function refuse(response) {
  if (!response) return;
  read(response);
  throw new NoVerdict("the response is not a watch");
}

/** Returns the verdict of an event, or throws the denial or the problem. */
function readEvent({ name, body }) {
  const isVerdict = name === "verdict" || name === "changed";
  const type = isVerdict ? "application/json" : "application/problem+json";
  return read({ status: isVerdict ? 200 : 503, fields: { "content-type": type }, body });
}

/** Returns the error of a connection whose watch has ended with an error. */
function reason(error) {
  const text = error.message.replace(/^anchord: /, "");
  if (error instanceof Denied) return new Denied(`anchord: the verdict changed: ${text}`, error.codes, error.decision);
  return new NoVerdict(`the watch broke: ${text}`, error.problem);
}
