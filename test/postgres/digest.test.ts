import { expect, onTestFinished, test } from "vitest";
import { openStore } from "../../src/store/index.ts";
import { startAppOn, startChatops } from "../support/chatops.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { joon, onCall, tests, topLevel } from "../support/unknown-outcome.ts";
import { en, heading } from "../support/words.ts";

const dayMs = 24 * 60 * 60_000;
const { digest } = en;

test("of two instances that look in the same moment one tells a day's digest, and no later start does again", async () => {
  const server = await startPostgres();
  onTestFinished(() => server.close());
  const { url, drop } = await server.createDatabase();
  onTestFinished(drop);
  const env = { DATABASE_URL: url, TEST_RECIPIENTS: "joon:01000000001" };
  // The database's clock is today's, and so the message of a day that is due is sent by an app whose own is two days behind.
  const then = () => new Date(Date.now() - 2 * dayMs);
  const chatops = await startChatops({ env, now: then, platform: { now: then } });
  const { slack } = chatops;
  await slack.as(joon).command("/msg-send", "joon Hello there", { conversation: tests });
  await slack.waitFor(() => slack.messages(tests).some(({ text }) => text.startsWith(heading.accepted)), {
    what: "the result",
  });
  await chatops.app.stop();
  const store = await openStore({ url, owner: "before", leaseMs: 60_000, now: () => new Date() });
  const known = { until: Date.now() - 4 * dayMs };
  await store.watches.change("digest", { version: 0, known, telling: {} });
  await store.close();

  const digests = () => topLevel(chatops, onCall).filter(({ text }) => text.startsWith(digest.title));
  for (let round = 0; round < 3; round += 1) {
    const both = await Promise.all([0, 1].map(() => startAppOn(chatops, { env, isWatched: true })));
    for (const { app } of both) await app.settled;
    await slack.waitFor(() => digests()[0], { what: "the digest" });
    for (const { app } of both) await app.stop();
  }
  const [told, ...others] = digests();
  expect(told?.text).toContain(`${digest.messages}: ${digest.says.accepted("1")}`);
  expect(others).toEqual([]);
});
