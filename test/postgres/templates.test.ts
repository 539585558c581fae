import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startAppOn } from "../support/chatops.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { asks, questions, sendChange } from "../support/review.ts";
import { startTemplates } from "../support/templates.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

const later = () => new Date(Date.now() + 7 * 24 * 60 * 60_000);

test("two instances ask a proposer only once what the vendors decided", async () => {
  const { url, drop } = await server.createDatabase();
  onTestFinished(drop);
  const env = { DATABASE_URL: url };
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
