// The declarations that index.d.ts uses, where `@types/node` is not installed.
declare module "node:tls" {
  export class Server {
    listen(port: number): this;
  }
  export class TLSSocket {
    end(data?: string): this;
  }
  export interface ConnectionOptions {
    host?: string;
    port?: number;
  }
}
declare module "node:http" {
  export type RequestListener = (request: unknown, response: unknown) => void;
}
declare module "node:https" {
  import * as tls from "node:tls";
  export class Agent {
    private options: unknown;
  }
  export interface AgentOptions {
    keepAlive?: boolean;
  }
  export interface ServerOptions {
    cert?: string;
    key?: string;
  }
  export class Server extends tls.Server {}
}
