// Reads the responses of the daemon.
import { Denied, NoVerdict } from "./errors.js";

/** Returns the verdict that allows the connection, or throws Denied or NoVerdict. */
export function read({ status, fields, body }) {
  const mediaType = (fields["content-type"] ?? "").split(";")[0].trim().toLowerCase();
  const verdict = parse(body);
  if (status !== 200 || mediaType !== "application/json") throw problem(status, mediaType, verdict);
  const { id, trusted, action, reasons, principal, validUntil } = verdict;
  if (typeof id !== "string" || typeof trusted !== "boolean" || !Array.isArray(reasons)) {
    throw new NoVerdict("the response is not a verdict");
  }
  if (trusted !== (action === "allow") || (fields["anchord-action"] ?? action) !== action) {
    throw new NoVerdict("the verdict contradicts itself");
  }
  if (!trusted) throw denied(verdict);
  if (principal != null && (typeof principal.kind !== "string" || typeof principal.value !== "string")) {
    throw new NoVerdict("the principal of the verdict is malformed");
  }
  const end = validUntil == null ? undefined : new Date(validUntil);
  if (end && Number.isNaN(end.getTime())) throw new NoVerdict("validUntil of the verdict is malformed");
  return Object.freeze({ id, principal: Object.freeze(principal ?? undefined), validUntil: end, document: verdict });
}

function parse(body) {
  let document;
  try {
    document = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body));
  } catch (error) {
    throw new NoVerdict(`the response is not JSON: ${error.message}`);
  }
  if (typeof document !== "object" || document === null) throw new NoVerdict("the response is not a JSON object");
  return document;
}

function problem(status, mediaType, { code, detail }) {
  if (mediaType !== "application/problem+json" || typeof code !== "string" || typeof detail !== "string") {
    return new NoVerdict(`unexpected response with the status ${status}`);
  }
  return new NoVerdict(`no verdict: ${code}: ${detail}`, { code, detail });
}

function denied({ id, action, reasons }) {
  const errors = reasons.filter((each) => each?.severity === "error");
  const text = errors.slice(0, 8).map((each) => `${each.code}: ${each.message}`).join("; ") || action;
  return new Denied(`anchord: denied: ${text} (decision ${id})`, errors.map((each) => String(each.code)), id);
}
