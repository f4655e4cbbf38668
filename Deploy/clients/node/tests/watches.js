// Cases of connections whose verdict changes while they are open.
import assert from "node:assert/strict";
import { once } from "node:events";
import fs from "node:fs";
import http2 from "node:http2";
import https from "node:https";
import net from "node:net";
import path from "node:path";
import tls from "node:tls";
import * as anchord from "anchord";
import { Watch } from "../src/watch.js";
import { awaitThat, fakeDaemon, identity, listen, serve } from "./bed.js";
import { allowed, bed, client, daemon, text } from "./scene.js";

const changed = /anchord: the verdict changed: denied: policy.blocked/;
const broke = /anchord: the watch broke: /;
const request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

const noWatchIsOpen = () => awaitThat(async () => (await daemon.watches()) === 0, "a watch has not ended with its connection");

/** Waits in each way for the response to a request. */
const ways = {
  async connect(port, asked = client()) {
    const options = { host: "127.0.0.1", port, servername: "localhost", watch: true };
    const socket = await anchord.connect(asked, "web", options);
    socket.write(request);
    return (await text(socket)).split("\r\n\r\n")[1];
  },
  async agent(port, asked = client()) {
    const agent = new anchord.Agent(asked, "web", { watch: true });
    const [response] = await once(https.get({ host: "localhost", family: 4, port, agent }), "response");
    return text(response);
  },
};

/** Waits in each way, and expects an error after an action. */
async function waiting(expected, action, asked = client()) {
  const servers = [];
  const failures = [];
  for (const wait of Object.values(ways)) {
    const server = await serve(bed, "good", { isSilent: true });
    servers.push(server);
    failures.push(assert.rejects(wait(server.address().port, asked), expected));
  }
  await awaitThat(() => servers.every((each) => each.received), "not every way has sent a request");
  assert.equal(await daemon.watches(), failures.length);
  await action(failures);
  await Promise.all(failures);
  for (const each of servers) each.close();
}

async function blocked() {
  await waiting(changed, () => daemon.blocking("good", noWatchIsOpen));
  const server = await serve(bed, "good");
  await daemon.blocking("good", async () => {
    for (const wait of Object.values(ways)) await assert.rejects(wait(server.address().port), /^Denied: anchord: denied: policy.blocked/);
  });
  server.close();
  await noWatchIsOpen();
}

/** A free connection of an agent is closed, and the next request asks again. */
async function idle() {
  const server = https.createServer(identity(bed, "good"), (_, response) => response.end("ok"));
  await listen(server);
  const agent = new anchord.Agent(client(), "web", { watch: true, keepAlive: true });
  const get = async () => {
    const [response] = await once(https.get({ host: "localhost", family: 4, port: server.address().port, agent }), "response");
    return text(response);
  };
  assert.equal(await get(), "ok");
  assert.equal(await get(), "ok");
  assert.equal(await daemon.watches(), 1);
  await daemon.blocking("good", async () => {
    await noWatchIsOpen();
    await assert.rejects(get(), /denied: policy.blocked/);
  });
  assert.equal(await get(), "ok");
  agent.destroy();
  await noWatchIsOpen();
  server.close();
}

/** Servers close the connections of a client that is blocked. */
async function serverBlocked() {
  const requesting = { ...identity(bed, "good"), requestCert: true, rejectUnauthorized: false };
  const servers = [
    anchord.createServer(client(), "edge", { ...identity(bed, "good"), watch: true }),
    anchord.guard(tls.createServer(requesting), client(), "edge", { watch: true }),
    anchord.guard(http2.createSecureServer(requesting), client(), "edge", { watch: true }),
  ];
  for (const server of servers) {
    await listen(server);
    const accepted = once(server, "secureConnection");
    const { port } = server.address();
    const options = { port, host: "127.0.0.1", rejectUnauthorized: false, ALPNProtocols: ["h2", "http/1.1"] };
    const socket = tls.connect({ ...identity(bed, "alice"), ...options });
    socket.on("error", () => {});
    const [connection] = await accepted;
    const failed = new Promise((resolve) => connection.on("error", resolve));
    assert.equal(connection.verdict.principal.value, "alice@corp.example");
    assert.equal(await daemon.watches(), 1);
    await daemon.blocking("alice", () => once(socket.resume(), "close"));
    assert.match((await failed).message, changed);
    await noWatchIsOpen();
    server.close();
  }
}

/** A drain is followed by a new watch, which fails here. */
async function stopped() {
  await waiting(broke, async (failures) => {
    await daemon.stop();
    // Each connection ends before the daemon starts again.
    await Promise.all(failures);
  });
  await daemon.start();
}

/** If the daemon restarts in time, the connection stays open, and the new watch closes it. */
async function drained() {
  // Like a socket of systemd, the relay accepts connections while the daemon restarts.
  let isReady = true;
  const address = path.join(bed, "relay.sock");
  const relay = await fakeDaemon(address, async (socket) => {
    await awaitThat(() => isReady, "the daemon has not restarted");
    const onward = net.connect(daemon.address);
    onward.on("error", () => socket.destroy());
    socket.on("end", () => onward.destroy());
    socket.pipe(onward, { end: false }).pipe(socket);
  });
  const action = async (failures) => {
    isReady = false;
    await daemon.stop();
    await daemon.start();
    isReady = true;
    await awaitThat(async () => (await daemon.watches()) === failures.length, "no new watch was opened");
    await daemon.blocking("good", noWatchIsOpen);
  };
  await waiting(changed, action, client({ address }));
  relay.close();
}

/** A watch ends with its connection, whichever side closes it, also before the verdict. */
async function ends() {
  const server = await serve(bed, "good");
  for (const wait of Object.values(ways)) assert.equal(await wait(server.address().port), "ok");
  await noWatchIsOpen();
  const target = { host: "127.0.0.1", port: server.address().port, servername: "localhost", watch: true };
  for (const end of ["end", "destroy"]) {
    const socket = await anchord.connect(client(), "web", target);
    assert.equal(await daemon.watches(), 1);
    socket.resume()[end]();
    await once(socket, "close");
    await noWatchIsOpen();
  }
  let peer;
  server.once("secureConnection", (socket) => (peer = socket));
  const asked = client();
  const { watch } = asked;
  asked.watch = async (...values) => {
    await awaitThat(() => peer, "the server has no connection");
    peer.destroy();
    // The verdict comes after the end of the connection.
    return watch.apply(asked, values);
  };
  await assert.rejects(anchord.connect(asked, "web", target), /closed the connection before the verdict/);
  await noWatchIsOpen();
  server.close();
}

const event = (name, data = allowed) => `event: ${name}\ndata: ${data}\n\n`;
const start = `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n${event("verdict")}`;
const unavailable = '{"code":"serverEnding","detail":"The service stops."}';
// Data after the first verdict, and the text of the error.
const results = {
  "": /the watch broke: the daemon closed the connection/,
  ": ping\n\n": /the watch broke: the daemon closed the connection/,
  [event("changed", "{}")]: /not a verdict/,
  [event("changed", "{")]: /not JSON/,
  [event("changed", "")]: /not JSON/,
  [event("changed", allowed.replace("true", "false"))]: /contradicts itself/,
  [event("changed", allowed.replace("[]", '[],"principal":{"kind":"email","value":"x"}'))]: /verdict changed: another principal/,
  [event("changed", '{"id":"x","trusted":false,"action":"deny","reasons":[]}')]: /the verdict changed: denied: deny/,
  [event("other")]: /the watch broke/,
  [event("end", unavailable)]: /serverEnding/,
  [`retry: 1\n${event("end", unavailable)}`]: /the watch broke/,
  [`retry: x\n${event("end", unavailable)}`]: /serverEnding/,
  [`: ${"x".repeat(1024 * 1024)}`]: /too long/,
};

async function endOfFake(respond) {
  const address = path.join(bed, "fake.sock");
  const fake = await fakeDaemon(address, respond);
  const watch = await client({ address }).watch([Buffer.from("DER")]);
  const error = await watch.ended;
  fake.close();
  return error.message;
}

/** Anything that is not an event ends the watch, and so does silence. */
async function garbage() {
  for (const [data, expected] of Object.entries(results)) {
    let count = 0;
    const respond = (socket) => {
      count += 1;
      const isFirst = count === 1;
      socket.once("data", () => socket.end(isFirst ? start + data : ""));
    };
    assert.match(await endOfFake(respond), expected);
    assert.equal(count, data.startsWith("retry: 1\n") ? 2 : 1);
  }
  const { silence } = Watch;
  Watch.silence = 100;
  // A socket that stays open would keep the fake daemon open.
  const stay = (socket) => socket.once("data", () => socket.write(start)).on("end", () => socket.end());
  assert.match(await endOfFake(stay), /the watch broke: nothing was received in time/);
  const address = path.join(bed, "fake.sock");
  const fake = await fakeDaemon(address, stay);
  const server = await serve(bed, "good", { isSilent: true });
  for (const wait of Object.values(ways)) await assert.rejects(wait(server.address().port, client({ address })), broke);
  Watch.silence = silence;
  fake.close();
  server.close();
}

/** Descriptors and watches do not accumulate. */
async function flat() {
  const count = () => fs.readdirSync("/proc/self/fd").length;
  const server = await serve(bed, "good");
  const before = count();
  for (let round = 0; round < 10; round += 1) {
    server.received = "";
    await ways.connect(server.address().port);
  }
  await noWatchIsOpen();
  await awaitThat(() => count() <= before, "descriptors accumulate");
  server.close();
}

export const cases = {
  "watch-blocked": blocked,
  "watch-idle": idle,
  "watch-server-blocked": serverBlocked,
  "watch-daemon-stopped": stopped,
  "watch-drained": drained,
  "watch-ends": ends,
  "watch-garbage": garbage,
  "watch-flat": flat,
};
