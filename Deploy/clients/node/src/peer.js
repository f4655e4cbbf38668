// What both roles have in common.
import { constants } from "node:crypto";
import { NoVerdict } from "./errors.js";
import { Watch } from "./watch.js";

/** No tickets, and no renegotiation, which could replace the certificate after the verdict. */
export const SECURE_OPTIONS = constants.SSL_OP_NO_TICKET | constants.SSL_OP_NO_RENEGOTIATION;

const MAXIMUM_CHAIN = 64;

/** Returns the certificates of the peer as DER, leaf first. */
function chain(socket) {
  const found = [];
  let certificate = socket.getPeerCertificate(true);
  // The issuer of a self-signed certificate is the certificate itself.
  while (certificate?.raw && !found.some((each) => each.equals(certificate.raw)) && found.length < MAXIMUM_CHAIN) {
    found.push(certificate.raw);
    certificate = certificate.issuerCertificate;
  }
  return found;
}

/** Resolves with the value of a promise, or rejects if the socket fails or closes first. */
export async function untilClosed(socket, promise, phase) {
  let fail;
  const close = () => fail(new Error(`the peer closed the connection ${phase}`));
  const closed = new Promise((_, reject) => {
    fail = reject;
    socket.on("error", fail);
    socket.on("close", close);
  });
  try {
    return await Promise.race([promise, closed]);
  } finally {
    socket.off("error", fail);
    socket.off("close", close);
  }
}

/** Asks about the certificates of the peer, with a watch if the connection is watched. */
export async function ask(client, socket, watch, question) {
  if (socket.isSessionReused()) throw new NoVerdict("the session was resumed");
  return watch ? client.watch(chain(socket), question) : client.evaluate(chain(socket), question);
}

/**
 * Resolves after the verdict, or destroys the socket and rejects.
 *
 * A question resolves with a verdict, or with a watch. A watch ends with the socket, and destroys it if the verdict changes.
 */
export async function decide(socket, question) {
  try {
    const answer = await untilClosed(socket, question, "before the verdict");
    if (socket.destroyed) throw new Error("the peer closed the connection before the verdict");
    if (answer instanceof Watch) {
      socket.once("close", () => answer.close());
      answer.ended.then((error) => error && socket.destroy(error));
    }
    socket.verdict = answer instanceof Watch ? answer.verdict : answer;
    socket.authorized = true;
    socket.authorizationError = null;
  } catch (error) {
    // No caller has the socket, whose further errors have no meaning.
    socket.on("error", () => {});
    socket.destroy();
    question.then((answer) => answer instanceof Watch && answer.close(), () => {});
    throw error;
  }
}
