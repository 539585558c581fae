import { createServer } from "node:http";
import { parentPort } from "node:worker_threads";

const accepted = JSON.stringify({
  groupId: "G4V20261121100000ABCDEFGHIJKLMNO",
  messageId: "M4V20261121100000ABCDEFGHIJKLMNO",
  accountId: "26112112345678",
  statusMessage: "accepted, to be forwarded to the carrier",
  statusCode: "2000",
  to: "01000000001",
  from: "0212345678",
  type: "SMS",
  country: "82",
});

/** Accepts every send, in a thread of its own so that the caller's thread is measured alone. */
const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(accepted);
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  parentPort?.postMessage(typeof address === "object" && address !== null ? address.port : 0);
});
