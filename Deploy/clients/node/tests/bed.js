// A daemon and TLS servers for the tests.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import tls from "node:tls";

/** The daemon of a directory that `make-bed` has made. */
export class Daemon {
  constructor(directory, program) {
    this.directory = directory;
    this.program = program;
    this.address = path.join(directory, "anchord.sock");
  }

  /** The port of the last start, which the kernel has chosen. */
  get port() {
    const log = fs.readFileSync(path.join(this.directory, "log"), "utf8");
    return Number([...log.matchAll(/serving addresses=\S*127\.0\.0\.1:([0-9]+)/g)].at(-1)[1]);
  }

  async start() {
    const log = fs.openSync(path.join(this.directory, "log"), "a");
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("ANCHORD_")));
    const options = { cwd: this.directory, env, stdio: ["ignore", log, log] };
    this.process = spawn(this.program, ["serve", "--config", "anchord.yaml"], options);
    fs.closeSync(log);
    const end = performance.now() + 60_000;
    while ((await this.request("GET", "/readyz").catch(() => 0)) !== 200) {
      const isLate = this.process.exitCode !== null || performance.now() > end;
      assert(!isLate, "the daemon did not start: " + fs.readFileSync(path.join(this.directory, "log"), "utf8"));
      await pause(20);
    }
  }

  async stop() {
    if (!this.process) return;
    const ended = once(this.process, "exit");
    this.process.kill("SIGCONT");
    this.process.kill("SIGTERM");
    await ended;
    this.process = undefined;
  }

  /** Returns the number of open watches. */
  async watches() {
    let text = "";
    await this.request("GET", "/metrics", undefined, (data) => (text += data));
    return Number(/^anchord_watches ([0-9]+)$/m.exec(text)[1]);
  }

  request(method, target, body, receive = () => {}) {
    return new Promise((resolve, reject) => {
      const headers = body ? { "Content-Type": "application/json" } : {};
      const request = http.request({ socketPath: this.address, path: target, method, headers, agent: false });
      request.on("response", (response) => response.on("data", receive).on("end", () => resolve(response.statusCode)));
      request.on("error", reject);
      request.end(body && JSON.stringify(body));
    });
  }

  /** Blocks the key of a certificate during an action. */
  async blocking(name, action) {
    let data = fs.readFileSync(path.join(this.directory, `${name}.pem`));
    for (const command of ["x509 -noout -pubkey", "pkey -pubin -outform DER", "dgst -sha256 -binary", "base64"]) {
      data = execFileSync("openssl", command.split(" "), { input: data });
    }
    const match = { leaf: { spkiSha256: [`sha256/${data.toString().trim()}`] } };
    assert([200, 201].includes(await this.request("PUT", "/v1/blocks/test", { match, reason: "test" })));
    try {
      await action();
    } finally {
      assert.equal(await this.request("DELETE", "/v1/blocks/test"), 204);
    }
  }

  /** Replaces a file of the policies during an action. */
  async replacing(name, source, action) {
    const file = path.join(this.directory, "policies", name);
    const before = fs.readFileSync(file);
    fs.copyFileSync(path.join(this.directory, source), file);
    assert.equal(await this.request("POST", "/v1/reload"), 200);
    try {
      await action();
    } finally {
      fs.writeFileSync(file, before);
      assert.equal(await this.request("POST", "/v1/reload"), 200);
    }
  }
}

export async function awaitThat(condition, text) {
  const end = performance.now() + 60_000;
  while (!(await condition())) {
    assert(performance.now() < end, text);
    await pause(5);
  }
}

/** Starts a TLS server that responds to each request unless it is silent, and records the bytes that it receives. */
export async function serve(directory, name, { isSilent, ...options } = {}) {
  const server = tls.createServer({ ...identity(directory, name), ...options }, (socket) => {
    server.resumed.push(socket.isSessionReused());
    socket.on("error", () => {});
    socket.on("data", (data) => {
      server.received += data;
      if (!isSilent && server.received.endsWith("\r\n\r\n")) {
        socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok");
      }
    });
  });
  server.received = "";
  server.resumed = [];
  server.on("tlsClientError", () => {});
  return listen(server);
}

export function identity(directory, name) {
  const read = (ending) => fs.readFileSync(path.join(directory, `${name}.${ending}`));
  return { cert: read("pem"), key: read("key") };
}

export async function listen(server, address = { host: "127.0.0.1", port: 0 }) {
  server.listen(address);
  await once(server, "listening");
  return server;
}

/** Listens on a Unix socket in place of a daemon. */
export function fakeDaemon(file, respond) {
  fs.rmSync(file, { force: true });
  return listen(
    net.createServer({ allowHalfOpen: true }, (socket) => {
      socket.on("error", () => {});
      respond(socket);
    }),
    { path: file },
  );
}
