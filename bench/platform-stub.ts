import { createServer } from "node:http";

const accepted = {
  groupId: "G4V20261121100000ABCDEFGHIJKLMNO",
  messageId: "M4V20261121100000ABCDEFGHIJKLMNO",
  accountId: "26112112345678",
  statusMessage: "accepted, to be forwarded to the carrier",
  statusCode: "2000",
  to: "01000000001",
  from: "0212345678",
  type: "SMS",
  country: "82",
};
/** The SDK sends lists, and is answered with a group. */
const group = {
  failedMessageList: [],
  groupInfo: {
    _id: accepted.groupId,
    groupId: accepted.groupId,
    accountId: accepted.accountId,
    status: "SENDING",
    count: { total: 1, sentTotal: 0, sentFailed: 0, registeredSuccess: 1, registeredFailed: 0 },
  },
};
const replies = new Map([
  ["/messages/v4/send", JSON.stringify(accepted)],
  ["/messages/v4/send-many/detail", JSON.stringify(group)],
  ["/storage/v1/files", JSON.stringify({ fileId: "FILEBENCH", type: "MMS" })],
]);

/** Accepts everything, in a process of its own so that its work is not counted with the caller's. */
const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(replies.get(request.url ?? "") ?? "{}");
  });
});
// A busy machine may need longer than the usual five seconds between two requests.
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  console.log(JSON.stringify({ msg: "ready", port }));
});
process.on("SIGTERM", () => process.exit(0));
