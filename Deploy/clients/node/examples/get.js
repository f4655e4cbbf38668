// Prints a page of a server that anchord allows, or the reasons for the denial.
//
//   node examples/get.js URL [POLICY [SOCKET]]
import https from "node:https";
import { Agent, Client } from "anchord";

const [url, policy = "system", address] = process.argv.slice(2);
const agent = new Agent(new Client({ address }), policy);
https
  .get(url, { agent }, (response) => response.pipe(process.stdout))
  .on("error", (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
