import type * as https from "node:https";
import type * as http from "node:http";
import type * as tls from "node:tls";

export interface ClientOptions {
  /** `/PATH`, `unix:/PATH`, `tcp:HOST:PORT` or `http://HOST:PORT`. Default: `/run/anchord/anchord.sock`. */
  address?: string;
  /** The bearer token of the program. */
  token?: string;
  /** A file with the bearer token. */
  tokenFile?: string;
  /** How many milliseconds a question may take, with connecting, waiting and reading. Default: 2000. */
  deadline?: number;
  /** For how many milliseconds an allowed verdict may be kept. By default, each connection is a question. */
  maximumAge?: number;
  /** The maximum number of kept verdicts. Default: 1000. */
  maximumKept?: number;
  /** Users who may run the daemon, besides root and `anchord`. */
  allowedUids?: readonly number[];
}

export interface Question {
  /** Default: `system`. */
  policy?: string;
  /** Without a host, the question is that of a server about its client. */
  host?: string;
  ocsp?: readonly Uint8Array[];
  crls?: readonly Uint8Array[];
  scts?: readonly Uint8Array[];
}

/** A verdict that allows the connection. */
export interface Verdict {
  readonly id: string;
  /** The name with which the policy allows a client. */
  readonly principal?: { readonly kind: string; readonly value: string };
  readonly validUntil?: Date;
  /** All members of the verdict, as the daemon sent them. */
  readonly document: Readonly<Record<string, unknown>>;
}

export class Client {
  /** Throws a TypeError for an unknown key. */
  constructor(options?: ClientOptions);
  /** Resolves with the verdict that allows a chain of DER certificates, or rejects with Denied or NoVerdict. */
  evaluate(chain: readonly Uint8Array[], question?: Question): Promise<Verdict>;
  /** Asks like `evaluate`, and resolves with a watch that has the verdict and reports when it changes. */
  watch(chain: readonly Uint8Array[], question?: Question): Promise<Watch>;
  /** Closes the kept connections. */
  close(): void;
}

/** Reports when the verdict about an open connection changes. */
export interface Watch {
  readonly verdict: Verdict;
  /** Resolves with the reason why the connection must be closed, or with undefined after `close`. */
  readonly ended: Promise<AnchordError | undefined>;
  /** Ends the watch. */
  close(): void;
}

export interface WatchOptions {
  /** Whether a connection is destroyed when its verdict changes or its watch breaks. Default: false. */
  watch?: boolean;
}

export class AnchordError extends Error {
  readonly code: "ANCHORD_DENIED" | "ANCHORD_NO_VERDICT";
}

/** The verdict denies the chain. */
export class Denied extends AnchordError {
  /** The codes of the errors, such as `time.expired`, most useful first. */
  readonly codes: readonly string[];
  /** The identifier of the decision. */
  readonly decision: string;
}

/** The daemon is down, does not answer in time, answers with a problem, or sends anything else. */
export class NoVerdict extends AnchordError {
  readonly problem?: { readonly code: string; readonly detail: string };
}

export type VerifiedSocket = tls.TLSSocket & { readonly verdict: Verdict };

/** Connects like `tls.connect`, and resolves with the socket after the verdict about the server. */
export function connect(client: Client, policy: string, options: tls.ConnectionOptions & WatchOptions): Promise<VerifiedSocket>;

/** An agent for `https.request` and libraries that use it. A request is sent after the verdict. */
export class Agent extends https.Agent {
  constructor(client: Client, policy: string, options?: https.AgentOptions & WatchOptions);
}

/** Creates a server like `https.createServer`. The socket of a request has the attribute `verdict`. */
export function createServer(
  client: Client,
  policy: string,
  options: https.ServerOptions & WatchOptions,
  listener?: http.RequestListener,
): https.Server;

/** Guards a server that requests certificates: its listeners receive connections after the verdict. */
export function guard<Server extends tls.Server>(
  server: Server,
  client: Client,
  policy: string,
  options?: WatchOptions,
): Server;
