// Runs the cases of ../cases.json with all ways to connect, and the examples of README.md.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http2 from "node:http2";
import https from "node:https";
import path from "node:path";
import tls from "node:tls";
import * as anchord from "anchord";
import { awaitThat, fakeDaemon, identity, listen, serve } from "./bed.js";
import { allowed, bed, client, daemon, outcome, text } from "./scene.js";
import * as watches from "./watches.js";

const root = path.dirname(path.dirname(path.dirname(new URL(import.meta.url).pathname)));
const request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

async function withConnect(port, asked, policy) {
  const socket = await anchord.connect(asked, policy, { host: "127.0.0.1", port, servername: "localhost" });
  assert(socket.authorized && socket.verdict.id && !socket.isSessionReused());
  socket.write(request);
  return (await text(socket)).split("\r\n\r\n")[1];
}

async function withAgent(port, asked, policy, options = {}) {
  const agent = new anchord.Agent(asked, policy);
  const sent = https.get({ host: "localhost", port, agent, family: 4, ...options });
  const [response] = await once(sent, "response");
  return text(response);
}

// `rejectUnauthorized: false`, a session and a check of the caller change nothing.
const withOptions = (port, asked, policy) =>
  withAgent(port, asked, policy, { rejectUnauthorized: false, checkServerIdentity: () => undefined });

const connectors = { withConnect, withAgent, withOptions };

/** Connects in each way, at the same time, and compares the outcomes. */
async function expect(expected, asked, { server = "good", policy = "web", ...options } = {}) {
  await Promise.all(
    Object.entries(connectors).map(async ([name, connect]) => {
      const peer = await serve(bed, server, options);
      const result = await outcome(async () => assert.equal(await connect(peer.address().port, asked, policy), "ok"));
      assert.equal(result, expected, name);
      assert(expected === undefined || peer.received === "", `${name} sent ${peer.received} before the verdict`);
      peer.close();
    }),
  );
}

function http(body, fields = "Content-Type: application/json", status = 200) {
  return `HTTP/1.1 ${status} OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${fields}\r\n\r\n${body}`;
}

const garbage = [
  "hello\r\n\r\n",
  "",
  http(allowed).slice(0, -5),
  http(allowed) + "x",
  http(allowed, undefined, 403),
  http(allowed, undefined, 500),
  http(allowed, "Content-Type: text/html"),
  http(allowed, "Content-Type: application/json\r\nTransfer-Encoding: chunked"),
  http(allowed, "Content-Type: application/json\r\nContent-Length: 55"),
  http(allowed, "Content-Type: application/json\r\nAnchord-Action: deny"),
  http(allowed, "Content-Type: application/json\r\nAnchord-Action: deny\r\nAnchord-Action: allow"),
  http(`\u{feff}${allowed}`),
  http(allowed).replace("Content-Length", "Length"),
  http(allowed).replace("HTTP/1.1", "HTTP/2"),
  http('{"trusted":true}'),
  http('{"id":"x","trusted":"true","action":"allow","reasons":[]}'),
  http('{"id":"x","trusted":1,"action":"allow","reasons":[]}'),
  http('{"id":"x","trusted":true,"action":"deny","reasons":[]}'),
  http('{"id":"x","trusted":true,"action":"allow","reasons":[],"principal":7}'),
  http('{"id":"x","trusted":true,"action":"allow","reasons":[],"validUntil":"soon"}'),
  http("[true]"),
  http("null"),
  http("[".repeat(100_000)),
  "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9999999\r\n\r\n",
  "HTTP/1.1 200 OK\r\n" + "A: b\r\n".repeat(10_000),
  "HTTP/1.1 100 Continue\r\n\r\n" + http(allowed),
];

async function askFake(respond, { ask = "evaluate", ...options } = {}) {
  const file = path.join(bed, "fake.sock");
  const fake = await fakeDaemon(file, respond);
  const asked = client({ address: file, ...options });
  const result = await outcome(() => asked[ask]([Buffer.from("DER")], { policy: "web", host: "localhost" }));
  asked.close();
  fake.close();
  return result;
}

async function daemonGarbage() {
  const good = http(allowed, "Content-Type: application/json\r\nAnchord-Action: allow\r\nX-Other: 1\r\nX-Other: 2");
  for (const data of [good, ...garbage]) {
    const respond = (socket) => socket.once("data", () => socket.end(data));
    assert.equal(await askFake(respond), data === good ? undefined : "no verdict", data.slice(0, 200));
    assert.equal(await askFake(respond, { ask: "watch" }), "no verdict", data.slice(0, 200));
  }
  const drip = (socket) => {
    const timer = setInterval(() => socket.write("H"), 10);
    socket.on("close", () => clearInterval(timer));
  };
  assert.equal(await askFake(drip, { deadline: 800 }), "no verdict");
  assert.equal(await askFake(drip, { ask: "watch", deadline: 800 }), "no verdict");
  const fake = await fakeDaemon(path.join(bed, "fake.sock"), (socket) => socket.end("garbage\r\n\r\n"));
  await expect("no verdict", client({ address: path.join(bed, "fake.sock") }));
  fake.close();
}

async function daemonOtherUser() {
  let isAsked = false;
  const directory = path.join(bed, "open");
  fs.mkdirSync(directory, { recursive: true });
  const file = path.join(directory, "fake.sock");
  const fake = await fakeDaemon(file, (socket) => socket.once("data", () => (isAsked = true)));
  const question = () => client({ address: file, deadline: 2000 }).evaluate([Buffer.from("DER")]);
  for (const mode of [0o777, 0o1777]) {
    fs.chmodSync(directory, mode);
    await assert.rejects(question, /can write to/);
  }
  fs.chmodSync(directory, 0o700);
  await assert.rejects(client({ address: directory }).evaluate([Buffer.from("DER")]), /is not a socket/);
  if (process.getuid() === 0) {
    fs.chownSync(file, 65534, 65534);
    await assert.rejects(question, /belongs to the user 65534/);
    fs.chownSync(file, 0, 0);
    fs.chownSync(directory, 65534, 65534);
    await assert.rejects(question, /belongs to the user 65534/);
  } else {
    await assert.rejects(new anchord.Client({ address: file }).evaluate([Buffer.from("DER")]), /belongs to the user/);
  }
  assert(!isAsked, "the question was sent");
  fake.close();
}

async function tokenOffLoopback() {
  for (const host of ["http://192.0.2.1:1", "http://[2001:db8::1]:1", "http://anchord.example:1", "https://127.0.0.1:1"]) {
    assert.throws(() => client({ address: host, token: "secret" }), TypeError, host);
  }
  const address = `http://127.0.0.1:${daemon.port}`;
  await expect(undefined, client({ address, tokenFile: path.join(bed, "token") }));
  await expect("no verdict", client({ address, token: "other" }));
}

/** Each form of an address asks, and others are an error that names the forms. */
async function addresses() {
  const { address, port } = daemon;
  for (const each of [`unix:${address}`, `tcp:127.0.0.1:${port}`, `tcp:localhost:${port}`, `http://localhost:${port}/`]) {
    const token = each.startsWith("unix:") ? {} : { tokenFile: path.join(bed, "token") };
    const asked = client({ address: each, ...token });
    const question = asked.evaluate([Buffer.from("no certificate")], { policy: "web" });
    await assert.rejects(question, (error) => error.problem?.code === "noCertificate", each);
    asked.close();
  }
  client({ address: "tcp:[::1]:8778", token: "secret" });
  const others = ["", "anchord.sock", "unix:anchord.sock", "tcp:/a", "tcp:1.2.3.4", "tcp:1.2.3:1", "tcp:[1.2.3.4]:1", "tcp:a:1"];
  for (const each of [...others, "tcp:::1:1", "tcp:127.0.0.1:65536", "tcp:127.0.0.1:1/", "127.0.0.1:1", null]) {
    const forms = /\/PATH, unix:\/PATH, tcp:HOST:PORT or http:\/\/HOST:PORT/;
    assert.throws(() => client({ address: each }), (error) => error instanceof TypeError && forms.test(error.message), each);
  }
}

/** Options that would have no effect are an error. */
async function options() {
  for (const each of ["/run/anchord/anchord.sock", null, 7, ["/a"]]) {
    assert.throws(() => new anchord.Client(each), { name: "TypeError", message: /must be an object/ });
    assert.throws(() => new anchord.Agent(client(), "web", each), { name: "TypeError", message: /must be an object/ });
    assert.throws(() => anchord.createServer(client(), "edge", each), { name: "TypeError", message: /must be an object/ });
    await assert.rejects(anchord.connect(client(), "web", each), { name: "TypeError", message: /must be an object/ });
  }
  assert.throws(() => new anchord.Client({ adress: "/a" }), { name: "TypeError", message: /no key adress; they have address, token,/ });
  const question = { name: "TypeError", message: /no key polcy; they have policy, host,/ };
  await assert.rejects(client().evaluate([Buffer.from("DER")], { polcy: "web" }), question);
  await assert.rejects(client().watch([Buffer.from("DER")], { polcy: "web" }), question);
  const watch = { name: "TypeError", message: /watch in .* must be true or false/ };
  assert.throws(() => new anchord.Agent(client(), "web", { watch: "no" }), watch);
  assert.throws(() => anchord.createServer(client(), "edge", { watch: 1 }), watch);
  await assert.rejects(anchord.connect(client(), "web", { port: 1, watch: null }), watch);
  const server = tls.createServer();
  assert.throws(() => anchord.guard(server, client(), "edge", { watch: 1 }), watch);
  assert.throws(() => anchord.guard(server, client(), "edge", { watches: true }), /no key watches; they have watch/);
}

/** Servers of this package, which greet a client with its principal. */
async function edges(options = {}) {
  const settings = { ...identity(bed, "good"), ...options };
  const requesting = { ...settings, requestCert: true, rejectUnauthorized: false };
  const greet = (request, response) => {
    const { principal } = request.socket.verdict;
    response.end(Object.isFrozen(principal) ? principal.value : "");
  };
  const servers = [
    anchord.createServer(client(), "edge", settings, greet),
    // Without the option to refuse tickets, the guard refuses resumed sessions itself.
    anchord.guard(https.createServer(requesting, greet), client(), "edge"),
    anchord.guard(http2.createSecureServer({ ...requesting, allowHTTP1: true }, greet), client(), "edge"),
  ];
  for (const server of servers) {
    server.refused = [];
    server.on("tlsClientError", (error) => server.refused.push(error));
    await listen(server);
  }
  return servers;
}

async function greeted(server, name, options = {}) {
  const ca = fs.readFileSync(path.join(bed, "root.pem"));
  const { port } = server.address();
  const socket = tls.connect({ ca, ...identity(bed, name), host: "localhost", family: 4, port, ...options });
  socket.on("session", (session) => (socket.saved = session));
  socket.on("error", () => {});
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  socket.on("secureConnect", () => (socket.reused = socket.isSessionReused()));
  const body = await text(socket).catch(() => "");
  return { body: body.includes("alice@corp.example") ? "alice" : body, session: socket.saved, isReused: socket.reused };
}

const versions = ["TLSv1.2", "TLSv1.3"].map((each) => ({ minVersion: each, maxVersion: each }));

async function clients(name, expected) {
  for (const version of versions) {
    for (const server of await edges(version)) {
      assert.equal((await greeted(server, name)).body, expected);
      if (!expected) assert.equal(server.refused[0].codes?.[0], "usage.extendedKeyUsage");
      server.close();
    }
  }
}

async function resumed() {
  for (const version of versions) {
    for (const [index, server] of (await edges(version)).entries()) {
      const { body, session } = await greeted(server, "alice");
      assert.equal(body, "alice");
      await daemon.blocking("alice", async () => {
        const { body, isReused } = await greeted(server, "alice", { session });
        assert.equal(body, "");
        // The first server issues no tickets. The others do, and the guard refuses resumed sessions.
        assert.equal(isReused, index > 0);
        assert.match(server.refused.at(-1).message, isReused ? /session was resumed/ : /policy.blocked/);
      });
      server.close();
    }
    await clientDoesNotResume(version);
  }
  await assert.rejects(anchord.connect(client(), "web", { port: 1, session: Buffer.alloc(1) }), TypeError);
  await assert.rejects(anchord.connect(client(), "web", { port: 1, onread: {} }), TypeError);
}

/** A client cannot replace its certificate after the verdict. */
async function renegotiated() {
  const requesting = { ...identity(bed, "good"), ...versions[0], requestCert: true, rejectUnauthorized: false };
  const plain = await listen(anchord.guard(tls.createServer(requesting), client(), "edge"));
  const [own, ...guarded] = await edges(versions[0]);
  own.close();
  for (const server of [plain, ...guarded]) {
    const asked = once(server, "secureConnection");
    const socket = tls.connect({ ...identity(bed, "alice"), ...versions[0], port: server.address().port, rejectUnauthorized: false });
    await Promise.all([asked, once(socket, "secureConnect")]);
    const result = await new Promise((resolve) => {
      socket.on("error", () => {});
      socket.on("close", () => resolve("closed"));
      socket.resume();
      socket.renegotiate({}, () => resolve("renegotiated"));
    });
    assert.equal(result, "closed");
    server.close();
  }
}

async function clientDoesNotResume(version) {
  const server = await serve(bed, "good", version);
  const agent = new anchord.Agent(client(), "web", { maxCachedSessions: 100 });
  const get = async () => {
    const sent = https.get({ host: "localhost", family: 4, port: server.address().port, agent });
    const [response] = await once(sent, "response");
    return text(response);
  };
  assert.equal(await get(), "ok");
  assert.equal(await get(), "ok");
  await daemon.blocking("good", async () => assert.equal(await outcome(get), "policy.blocked"));
  assert.deepEqual(server.resumed, [false, false, false]);
  server.close();
}

/** A stapled OCSP response that revokes the certificate is sent along. */
async function stapled() {
  const file = path.join(bed, "stapled.der");
  const argument = (name) => path.join(bed, name);
  const command = ["ocsp", "-index", "database/index", "-CA", "intermediate.pem", "-rsigner", "intermediate.pem", "-rkey"];
  command.push("intermediate.key", "-issuer", "intermediate.pem", "-cert", "good.pem", "-respout", file, "-ndays", "7");
  execFileSync("openssl", [...command, "-noverify"], { cwd: argument("."), stdio: "pipe" });
  const server = await serve(bed, "good");
  server.on("OCSPRequest", (certificate, issuer, callback) => callback(null, fs.readFileSync(file)));
  const result = await outcome(() => withConnect(server.address().port, client(), "web"));
  assert.equal(result, "revocation.revoked");
  server.close();
}

/** An allowed verdict is kept for the maximum age, and no denial is kept. */
async function kept() {
  const asked = client({ maximumAge: 600_000 });
  await expect(undefined, asked);
  await daemon.blocking("good", async () => {
    await expect(undefined, asked);
    await expect("policy.blocked", client({ maximumAge: 600_000 }));
    await expect("policy.blocked", asked, { policy: "pinned" });
  });
  await daemon.blocking("expired", () => expect("policy.blocked", asked, { server: "expired" }));
  await expect("time.expired", asked, { server: "expired" });
  await lateAnswer();
}

/** The age of a verdict begins with the question, so that an answer that came later than the maximum age is not kept. */
async function lateAnswer() {
  let count = 0;
  const answer = http(allowed, "Content-Type: application/json\r\nCache-Control: max-age=60");
  const respond = (socket) =>
    socket.on("data", () => {
      count += 1;
      setTimeout(() => socket.write(answer), 60);
    });
  const fake = await fakeDaemon(path.join(bed, "fake.sock"), respond);
  const expectations = { 50: 2, 600_000: 1 };
  for (const [maximumAge, expected] of Object.entries(expectations)) {
    const asked = client({ address: path.join(bed, "fake.sock"), maximumAge: Number(maximumAge) });
    count = 0;
    for (let i = 0; i < 2; i += 1) await asked.evaluate([Buffer.from("DER")]);
    assert.equal(count, expected);
    asked.close();
  }
  fake.close();
}

/** Descriptors do not accumulate, neither with allowed connections nor with refused ones. */
async function flat() {
  const asked = client();
  await expect(undefined, asked);
  const count = () => fs.readdirSync("/proc/self/fd").length;
  const before = count();
  for (let round = 0; round < 10; round += 1) {
    await expect(undefined, asked);
    await expect("time.expired", asked, { server: "expired" });
  }
  await awaitThat(() => count() <= before + 4, "descriptors accumulate");
}

/** Runs the examples of README.md against a server of the bed. */
async function snippets() {
  const found = [...fs.readFileSync(path.join(root, "node/README.md"), "utf8").matchAll(/```js\n(.*?)```/gs)];
  assert(found.length);
  const server = await serve(bed, "good");
  const replacements = {
    "new Client()": `new Client({ address: ${JSON.stringify(daemon.address)}, allowedUids: [process.getuid()] })`,
    "https://api.partner.example/": `https://localhost:${server.address().port}/`,
    'host: "api.partner.example", port: 443': `host: "localhost", port: ${server.address().port}`,
    '"partner"': '"web"',
    "/etc/service/": `${bed}/`,
    "server.listen(8443)": "server.listen(0, '127.0.0.1')",
  };
  for (const [index, [, source]] of found.entries()) {
    let code = source;
    for (const [old, replacement] of Object.entries(replacements)) code = code.replaceAll(old, replacement);
    server.received = "";
    const file = path.join(root, "node/tests", `snippet-${index}.tmp.mjs`);
    fs.writeFileSync(file, code);
    try {
      const example = await import(file);
      if (example.server) {
        if (!example.server.listening) await once(example.server, "listening");
        assert.equal((await greeted(example.server, "alice")).body, "alice");
        example.server.close();
      } else {
        while (!server.received.endsWith("\r\n\r\n")) await new Promise(setImmediate);
      }
    } finally {
      fs.rmSync(file);
    }
  }
  server.close();
}

async function changes(reason, during) {
  const asked = client();
  await expect(undefined, asked);
  await during(() => expect(reason, asked));
  await expect(undefined, asked);
}

const cases = {
  good: () => expect(undefined, client()),
  expired: () => expect("time.expired", client(), { server: "expired" }),
  "wrong-host": () => expect("host.mismatch", client(), { server: "wrong-host" }),
  "unknown-ca": () => expect("chain.issuerNotFound", client(), { server: "unknown-ca" }),
  "pin-rotated": () => expect("pin.keyMismatch", client(), { policy: "pinned" }),
  revoked: () => changes("revocation.revoked", (check) => daemon.replacing("live.crl", "revoking.crl", check)),
  stapled,
  blocked: () => changes("policy.blocked", (check) => daemon.blocking("good", check)),
  reload: () => changes("chain.issuerNotFound", (check) => daemon.replacing("root.pem", "other-root.pem", check)),
  "client-good": () => clients("alice", "alice"),
  "client-without-purpose": () => clients("server-only", ""),
  "daemon-down": async () => {
    await daemon.stop();
    await expect("no verdict", client());
    await daemon.start();
  },
  "daemon-stopped": async () => {
    const begin = performance.now();
    daemon.process.kill("SIGSTOP");
    await expect("no verdict", client({ deadline: 1000 }));
    daemon.process.kill("SIGCONT");
    assert(performance.now() - begin >= 900);
  },
  "daemon-garbage": daemonGarbage,
  "daemon-problem": async () => {
    await expect("no verdict", client(), { policy: "missing" });
    const question = client().evaluate([Buffer.from("no certificate")], { policy: "web", host: "localhost" });
    await assert.rejects(question, (error) => error.problem.code === "noCertificate");
  },
  "daemon-other-user": daemonOtherUser,
  "daemon-restarts": () => changes(undefined, (check) => daemon.stop().then(() => daemon.start()).then(check)),
  resumed,
  "tls-1.2": () => withVersion(versions[0]),
  "tls-1.3": () => withVersion(versions[1]),
  "token-off-loopback": tokenOffLoopback,
  addresses,
  options,
  renegotiated,
  kept,
  flat,
  ...watches.cases,
  snippets,
};

async function withVersion(version) {
  await expect(undefined, client(), version);
  await expect("time.expired", client(), { server: "expired", ...version });
}

const listed = JSON.parse(fs.readFileSync(path.join(root, "cases.json"), "utf8")).map((each) => each.name);
assert.deepEqual(listed.filter((each) => !(each in cases)), [], "missing cases");
await daemon.start();
try {
  for (const [name, run] of Object.entries(cases)) {
    const begin = performance.now();
    await run();
    console.log(`passed: ${name} (${((performance.now() - begin) / 1000).toFixed(1)} s)`);
  }
  console.log(`${Object.keys(cases).length} cases passed`);
} finally {
  await daemon.stop();
}
