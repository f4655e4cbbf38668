// Asks anchord about the certificates of TLS peers, and refuses the connection unless it allows them.
export { Client } from "./src/client.js";
export { AnchordError, Denied, NoVerdict } from "./src/errors.js";
export { Agent, connect } from "./src/connect.js";
export { createServer, guard } from "./src/server.js";
