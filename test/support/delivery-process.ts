import { createLogger, createSlackLogger } from "../../src/log.ts";
import { createSlackClient } from "../../src/slack/edge/edge.ts";
import { Delivery } from "../../src/slack/posts/delivery.ts";
import { parsePostBody } from "../../src/slack/posts/publisher.ts";
import { openStore } from "../../src/store/index.ts";

/* A process to be killed while it delivers what the store at `url` holds. */
const [url, apiUrl, botToken] = process.argv.slice(2);
if (url === undefined || apiUrl === undefined || botToken === undefined) {
  throw new Error("usage: delivery-process.ts <store url> <Slack API url> <bot token>");
}
const now = () => new Date();
const logger = createSlackLogger(createLogger({ level: "silent", secrets: [] }));
const delivery = new Delivery({
  queue: (await openStore({ url, owner: `${process.pid}`, leaseMs: 60_000, now })).posts,
  client: createSlackClient({ botToken, apiUrl, logger }),
  parseBody: parsePostBody,
  repeatNote: "may repeat",
  movedNote: (conversation) => ["meant for ", { conversation }],
  trusted: new Set(["C0TESTS"]),
  paceMs: 1,
  now,
  random: () => 0,
  onFailure: () => {},
});
delivery.start();
// Its timers let a process end.
setInterval(() => {}, 60_000);
