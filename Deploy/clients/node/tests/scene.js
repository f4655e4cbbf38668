// The daemon of the tests, and the outcome of a connection.
import assert from "node:assert/strict";
import * as anchord from "anchord";
import { Daemon } from "./bed.js";

export const bed = process.argv[2];
export const daemon = new Daemon(bed, process.env.ANCHORD_PROGRAM);
export const allowed = '{"id":"x","trusted":true,"action":"allow","reasons":[]}';

export const client = (options = {}) =>
  new anchord.Client({ address: daemon.address, allowedUids: [process.getuid()], deadline: 30_000, ...options });

export async function text(stream) {
  let whole = "";
  for await (const data of stream) whole += data;
  return whole;
}

/** Returns undefined if the action succeeds, or else `no verdict` or the first reason of the denial. */
export async function outcome(action) {
  try {
    await action();
    return undefined;
  } catch (error) {
    if (error instanceof anchord.Denied) {
      assert(error.decision && error.codes.every((each) => error.message.includes(each)));
      return error.codes[0];
    }
    if (error instanceof anchord.NoVerdict) return "no verdict";
    throw error;
  }
}
