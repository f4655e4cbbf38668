// Uses each declaration of index.d.ts, for a check by `tsc`.
import * as https from "node:https";
import { Agent, AnchordError, Client, connect, createServer, Denied, guard, NoVerdict } from "anchord";

const client = new Client({ address: "http://127.0.0.1:8778", token: "a", deadline: 2000, maximumAge: 0, allowedUids: [0] });
const agent: https.Agent = new Agent(client, "partner", { keepAlive: true, watch: true });

async function use(): Promise<string | undefined> {
  try {
    const socket = await connect(client, "partner", { host: "localhost", port: 443, watch: true });
    const verdict = await client.evaluate([new Uint8Array()], { policy: "edge", ocsp: [] });
    const watch = await client.watch([new Uint8Array()], { policy: "edge" });
    watch.ended.then((error: AnchordError | undefined) => error && watch.close());
    return watch.verdict.principal?.kind ?? socket.verdict.principal?.value ?? verdict.validUntil?.toISOString();
  } catch (error) {
    if (error instanceof Denied) return error.codes.join() + error.decision;
    if (error instanceof NoVerdict) return error.problem?.code;
    return error instanceof AnchordError ? error.code : undefined;
  } finally {
    client.close();
  }
}

const server: https.Server = createServer(client, "edge", { cert: "", key: "" }, () => undefined);
// @ts-expect-error The policy is required.
createServer(client, {}, () => undefined);
export default [agent, use, guard(server, client, "edge", { watch: true })];
