// Clients: connections to servers that the policy allows.
import https from "node:https";
import net from "node:net";
import tls from "node:tls";
import { checkWatch } from "./options.js";
import { ask, decide, SECURE_OPTIONS, untilClosed } from "./peer.js";

/** Connects like `tls.connect`, and resolves with the socket after the verdict about the server. */
export async function connect(client, policy, options) {
  checkWatch(options, "the options of connect");
  if (options.session || options.secureContext || options.onread) {
    throw new TypeError("session, secureContext and onread are not supported: anchord must see each certificate before the data");
  }
  const host = options.servername || options.host || "localhost";
  const socket = tls.connect({
    ...options,
    servername: net.isIP(host) ? "" : host,
    // The daemon decides, before a caller receives the socket.
    rejectUnauthorized: false,
    checkServerIdentity: () => undefined,
    requestOCSP: true,
    secureOptions: (options.secureOptions ?? 0) | SECURE_OPTIONS,
    minVersion: options.minVersion ?? "TLSv1.2",
  });
  let stapled;
  socket.once("OCSPResponse", (response) => (stapled = response));
  const handshake = new Promise((resolve) => socket.once("secureConnect", resolve));
  await untilClosed(socket, handshake, "in the handshake");
  await decide(socket, ask(client, socket, options.watch, { policy, host, ocsp: stapled?.length ? [stapled] : [] }));
  return socket;
}

/** An agent for `https.request` and libraries that use it. A request is sent after the verdict. */
export class Agent extends https.Agent {
  #client;
  #policy;

  constructor(client, policy, options = {}) {
    checkWatch(options, "the options of Agent");
    super({ ...options, maxCachedSessions: 0 });
    this.#client = client;
    this.#policy = policy;
  }

  createConnection(options, callback) {
    const { session: _, ...others } = { ...options, watch: this.options.watch };
    connect(this.#client, this.#policy, others).then(
      (socket) => callback(null, socket),
      (error) => callback(error),
    );
  }
}
