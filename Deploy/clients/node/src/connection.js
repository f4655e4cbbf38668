// A connection to the daemon, on which one request after the other is sent.
import net from "node:net";
import { NoVerdict } from "./errors.js";

const MAXIMUM_HEAD = 16 * 1024;
export const MAXIMUM_BODY = 1024 * 1024;
// The fields that are read. Others may be repeated.
const SINGLE_FIELDS = new Set([
  "content-length",
  "content-type",
  "transfer-encoding",
  "connection",
  "cache-control",
  "anchord-action",
]);

/** The connection ended before the first byte of a response. */
export class Closed extends Error {}

/** Connects to a path, or a host and port. */
export function dial(target, signal) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(target);
    const abort = () => socket.destroy(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    socket.on("error", reject);
    socket.once("connect", () => {
      signal.removeEventListener("abort", abort);
      resolve(socket);
    });
  });
}

export class Connection {
  #socket;
  #exchange;
  isUsable = true;

  constructor(socket) {
    this.#socket = socket;
    socket.on("data", (data) => this.#receive(data));
    socket.on("error", (error) => this.#fail(error));
    socket.on("close", () => this.#fail(new Error("the connection was closed before the end of the response")));
    // An idle connection keeps no program alive.
    socket.unref();
  }

  /** Returns the response to a request. */
  exchange(request, signal) {
    return new Promise((resolve, reject) => {
      const abort = () => this.#fail(signal.reason);
      const settle = (action) => (value) => {
        signal.removeEventListener("abort", abort);
        this.#exchange = undefined;
        this.#socket.unref();
        action(value);
      };
      this.#exchange = { resolve: settle(resolve), reject: settle(reject), received: Buffer.alloc(0) };
      signal.addEventListener("abort", abort, { once: true });
      this.#socket.ref();
      if (signal.aborted) abort();
      else if (!this.isUsable) this.#fail(new Closed("the connection was closed"));
      else this.#socket.write(request);
    });
  }

  close() {
    this.isUsable = false;
    this.#socket.destroy();
  }

  #fail(error) {
    this.close();
    if (!this.#exchange) return;
    const isEmpty = this.#exchange.received.length === 0 && !(error instanceof NoVerdict);
    this.#exchange.reject(isEmpty ? new Closed(error.message) : error);
  }

  #receive(data) {
    // Without a request, a byte belongs to no response.
    if (!this.#exchange) return this.close();
    this.#exchange.received = Buffer.concat([this.#exchange.received, data]);
    try {
      const response = readResponse(this.#exchange.received);
      if (!response) return;
      if (response.fields.connection?.toLowerCase() === "close") this.close();
      this.#exchange.resolve(response);
    } catch (error) {
      this.#fail(error);
    }
  }
}

/** Returns the status and the fields in the bytes, or undefined if the head is not complete. */
export function readHead(bytes) {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0 && bytes.length <= MAXIMUM_HEAD) return undefined;
  if (end < 0) throw new NoVerdict("the head of the response is too long");
  const [start, ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
  const status = /^HTTP\/1\.1 ([2-5][0-9]{2})(?: .*)?$/.exec(start)?.[1];
  if (!status) throw new NoVerdict("the response is not HTTP/1.1");
  const fields = Object.create(null);
  for (const line of lines) {
    const [, name, value] = /^([!-9;-~]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    const key = name?.toLowerCase();
    if (!key || (key in fields && SINGLE_FIELDS.has(key))) throw new NoVerdict("the response has a malformed or repeated field");
    fields[key] = value;
  }
  const hasFraming = "content-length" in fields || "transfer-encoding" in fields;
  return { status: Number(status), fields, hasFraming, length: end + 4 };
}

/** Returns the response in the bytes, or undefined if it is not complete. */
export function readResponse(bytes) {
  const head = readHead(bytes);
  if (!head) return undefined;
  const { status, fields } = head;
  const length = fields["content-length"] ?? "";
  if (!/^[0-9]{1,9}$/.test(length) || "transfer-encoding" in fields) throw new NoVerdict("the response has no length");
  if (Number(length) > MAXIMUM_BODY) throw new NoVerdict("the response is too long");
  const body = bytes.subarray(head.length);
  if (body.length < Number(length)) return undefined;
  if (body.length > Number(length)) throw new NoVerdict("the response is longer than its length");
  return { status, fields, body };
}
