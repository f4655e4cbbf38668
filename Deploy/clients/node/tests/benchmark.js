// Prints the times of handshakes. The program `benchmark` of the clients describes its arguments.
import { once } from "node:events";
import fs from "node:fs";
import tls from "node:tls";
import { Client, connect } from "anchord";

const [address, count, mode] = process.argv.slice(2);
const [host, port] = address.split(":");
const open = mode === "anchord" ? withAnchord() : withOwn();
for (let i = 0; i < Number(count); i += 1) {
  const begin = performance.now();
  const socket = await open();
  console.log(Math.floor((performance.now() - begin) * 1000));
  socket.destroy();
}
const [, memory] = /^VmRSS:\s+([0-9]+)/m.exec(fs.readFileSync("/proc/self/status", "utf8"));
console.log(`rss ${memory} fds ${fs.readdirSync("/proc/self/fd").length}`);
process.exit();

function withAnchord() {
  const path = process.env.ANCHORD_ADDRESS.replace(/^unix:/, "");
  const client = new Client({ address: path, allowedUids: [process.getuid()] });
  return () => connect(client, process.env.ANCHORD_POLICY, { host, port });
}

function withOwn() {
  const secureContext = tls.createSecureContext({ ca: fs.readFileSync(process.env.ANCHORD_ROOT) });
  return async () => {
    const socket = tls.connect({ host, port, secureContext });
    await once(socket, "secureConnect");
    return socket;
  };
}
