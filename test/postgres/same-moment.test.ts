import { expect, test } from "vitest";
import { toDigestDay } from "../../src/features/digest/index.ts";
import { startAppOn, startChatops } from "../support/chatops.ts";
import { asks, questions, sendChange } from "../support/review.ts";
import { startTemplates } from "../support/templates.ts";
import { joon, onCall, tests, topLevel } from "../support/unknown-outcome.ts";
import { core, en, heading } from "../support/words.ts";
import { usePostgres } from "./use-postgres.ts";

const postgres = usePostgres();
const dayMs = 24 * 60 * 60_000;
const { digest } = en;

test("two instances that start at the same moment post the daily digest once", async () => {
  const env = { DATABASE_URL: await postgres.createDatabase(), TEST_RECIPIENTS: "joon:01000000001" };
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
  expect(ofAudience?.text).toContain(en.recipients.counts.accepted(1));
  expect(others).toEqual([]);
});

test("two instances that start at the same moment, several times a day, post each alert once", async () => {
  const options = {
    mode: "socket",
    isWatched: true,
    env: { DATABASE_URL: await postgres.createDatabase() },
  } as const;
  const first = await startChatops(options);
  const second = await startAppOn(first, options);
  await Promise.all([first.app.resolved, second.app.resolved]);
  await first.app.stop();
  await second.app.stop();
  for (let round = 0; round < 3; round += 1) {
    const both = await Promise.all([startAppOn(first, options), startAppOn(first, options)]);
    for (const { app } of both) await app.resolved;
    for (const { app } of both) await app.stop();
  }
  const { monitor } = en.payments;
  const ofAudience = (words: string) =>
    first.slack.messages(onCall).filter(({ text }) => text.includes(words)).length;
  expect(ofAudience(core(monitor.title.expired))).toBe(1);
  expect(ofAudience(core(monitor.title.expiring))).toBeLessThanOrEqual(1);
  expect(ofAudience(en.prices.monitor.title)).toBe(0);
  // The starts of a day happen within a minute here, and each reads the groups.
  expect(first.slack.findings.filter(({ rule }) => rule !== "ratelimited")).toEqual([]);
});

const later = () => new Date(Date.now() + 7 * dayMs);

test("two instances ask a proposer only once what the vendors have decided", async () => {
  const env = { DATABASE_URL: await postgres.createDatabase() };
  const story = await startTemplates({ env });
  const { slack } = story;
  await sendChange(story);
  await story.app.stop();
  const both = await Promise.all([1, 2].map(() => startAppOn(story, { env, isWatched: true, now: later })));
  await Promise.all(both.map(({ app }) => app.resolved));
  await asks(story);
  expect(questions(story)).toHaveLength(1);
  expect(slack.findings.filter(({ rule }) => rule !== "ratelimited")).toEqual([]);
}, 120_000);
