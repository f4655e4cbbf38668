// Servers: connections of clients that the policy allows.
import https from "node:https";
import { checkOptions, checkWatch } from "./options.js";
import { ask, decide, SECURE_OPTIONS } from "./peer.js";

/** Creates a server like `https.createServer`. The socket of a request has the attribute `verdict`. */
export function createServer(client, policy, options, listener) {
  checkWatch(options, "the options of createServer");
  const server = https.createServer(
    {
      ...options,
      requestCert: true,
      // The daemon decides, before a listener receives the socket.
      rejectUnauthorized: false,
      secureOptions: (options.secureOptions ?? 0) | SECURE_OPTIONS,
      minVersion: options.minVersion ?? "TLSv1.2",
    },
    listener,
  );
  return guard(server, client, policy, { watch: options.watch });
}

/**
 * Guards a server of `node:tls`, `node:https` or `node:http2`: its listeners receive connections after the verdict.
 *
 * A refused client is the event `tlsClientError`.
 */
export function guard(server, client, policy, options = {}) {
  checkOptions(options, ["watch"], "the options of guard");
  checkWatch(options, "the options of guard");
  const { watch } = options;
  const emit = server.emit;
  server.emit = function (event, ...values) {
    if (event !== "secureConnection") return emit.call(server, event, ...values);
    const [socket] = values;
    // A renegotiation, which the server may permit, could replace the certificate after the verdict.
    socket.disableRenegotiation();
    socket.on("error", () => socket.destroy());
    decide(socket, ask(client, socket, watch, { policy })).then(
      () => emit.call(server, event, ...values),
      (error) => emit.call(server, "tlsClientError", error, socket),
    );
    return true;
  };
  return server;
}
