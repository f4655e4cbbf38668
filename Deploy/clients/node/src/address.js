// The address of the daemon, and the check of its socket.
import { lstat, readFile, realpath } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { NoVerdict } from "./errors.js";

const WRITABLE_BY_OTHERS = 0o022;
const STICKY = 0o1000;

/** Returns the path of a Unix socket, or the host and port of an address over TCP. */
export function parse(address, hasToken) {
  const text = String(address);
  const file = /^(?:unix:)?(\/.*)$/s.exec(text);
  if (file) return { path: file[1] };
  const match = /^tcp:(?:\[([0-9A-Fa-f:.]+)\]|([0-9.]+|localhost)):([0-9]{1,5})$/.exec(text.replace(/^http:\/\/(.*?)\/?$/, "tcp:$1"));
  const host = match && (match[1] ?? match[2].replace("localhost", "127.0.0.1"));
  if (!host || net.isIP(host) !== (match[1] ? 6 : 4) || Number(match[3]) > 65535) {
    const forms = "/PATH, unix:/PATH, tcp:HOST:PORT or http://HOST:PORT";
    throw new TypeError(`an address is ${forms}, where HOST is an IP address or localhost: ${text}`);
  }
  if (hasToken && !isLoopback(host)) {
    throw new TypeError("a token is sent only to a Unix socket or a loopback address");
  }
  return { host, port: Number(match[3]) };
}

function isLoopback(host) {
  const loopback = new net.BlockList();
  loopback.addSubnet("127.0.0.0", 8, "ipv4");
  loopback.addAddress("::1", "ipv6");
  return loopback.check(host, net.isIPv6(host) ? "ipv6" : "ipv4");
}

/**
 * Returns the path of the socket without symbolic links, if only trusted users can have made it.
 *
 * Node does not show the user of the process that listens. Therefore, the socket and each directory above it must belong
 * to a trusted user, and other users must not be able to replace them.
 */
export async function trustedPath(address, furtherUids) {
  const uids = new Set([0, ...furtherUids, ...(await uidOfDaemon())]);
  const real = await realpath(address);
  const socket = await lstat(real);
  if (!socket.isSocket()) throw new NoVerdict(`${address} is not a socket`);
  check(real, socket, uids);
  for (let directory = path.dirname(real); ; directory = path.dirname(directory)) {
    const status = await lstat(directory);
    check(directory, status, uids);
    // In a directory like /tmp, others can make a socket as soon as the daemon has removed its own.
    const protects = status.mode & STICKY && directory !== path.dirname(real);
    if (status.mode & WRITABLE_BY_OTHERS && !protects) {
      throw new NoVerdict(`other users can replace ${address}, because they can write to ${directory}`);
    }
    if (directory === "/") return real;
  }
}

function check(name, status, uids) {
  if (!uids.has(status.uid)) throw new NoVerdict(`${name} belongs to the user ${status.uid}, not to root or anchord`);
}

async function uidOfDaemon() {
  const match = /^anchord:[^:]*:([0-9]+):/m.exec(await readFile("/etc/passwd", "utf8"));
  return match ? [Number(match[1])] : [];
}
