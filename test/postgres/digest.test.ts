import { expect, onTestFinished, test } from "vitest";
import { toDigestDay } from "../../src/features/digest/index.ts";
import { startAppOn, startChatops } from "../support/chatops.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { joon, onCall, tests, topLevel } from "../support/unknown-outcome.ts";
import { en, heading } from "../support/words.ts";

const dayMs = 24 * 60 * 60_000;
const { digest } = en;

test("two instances that start at the same moment post the day's digest once", async () => {
  const server = await startPostgres();
  onTestFinished(() => server.close());
  const { url, drop } = await server.createDatabase();
  onTestFinished(drop);
  const env = { DATABASE_URL: url, TEST_RECIPIENTS: "joon:01000000001" };
  // The database has today's clock, so that an app with yesterday's clock sends the message for yesterday's digest.
  const { from } = toDigestDay(new Date(), "Asia/Seoul");
  const behindMs = Date.now() - from.getTime() - dayMs / 2;
  const then = () => new Date(Date.now() - behindMs);
  const chatops = await startChatops({ env, now: then, platform: { now: then } });
  const { slack } = chatops;
  await slack.as(joon).command("/msg-send", "joon Hello there", { conversation: tests });
  await slack.waitFor(() => slack.messages(tests).some(({ text }) => text.startsWith(heading.accepted)), {
    what: "the result",
  });
  await chatops.app.stop();

  const digests = () => topLevel(chatops, onCall).filter(({ text }) => text.startsWith(digest.title));
  for (let round = 0; round < 3; round += 1) {
    const both = await Promise.all([0, 1].map(() => startAppOn(chatops, { env, isWatched: true })));
    for (const { app } of both) await app.resolved;
    await slack.waitFor(() => digests()[0], { what: "the digest" });
    for (const { app } of both) await app.stop();
  }
  const [ofAudience, ...others] = digests();
  expect(ofAudience?.text).toContain(`${en.outcomes.states.accepted} 1`);
  expect(others).toEqual([]);
});
