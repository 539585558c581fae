import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startAppOn } from "../support/chatops.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { answer, asks, questions, sendChange } from "../support/review.ts";
import { joon, mina, reviews, sora, startTemplates } from "../support/templates.ts";
import { en } from "../support/words.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

const { review } = en.proposals;
const later = () => new Date(Date.now() + 7 * 24 * 60 * 60_000);

test("of two instances one asks what the vendors decided, and of two answers at once one is a report", async () => {
  const { url, drop } = await server.createDatabase();
  onTestFinished(drop);
  const env = { DATABASE_URL: url };
  const story = await startTemplates({ env });
  const { slack } = story;
  await sendChange(story);
  await story.app.stop();
  const both = await Promise.all([1, 2].map(() => startAppOn(story, { env, isWatched: true, now: later })));
  await Promise.all(both.map(({ app }) => app.settled));
  const question = await asks(story);
  expect(questions(story)).toHaveLength(1);
  await Promise.all([
    answer(story, joon, { question, vendor: "vendorA", choice: "approved" }),
    answer(story, mina, { question, vendor: "vendorA", choice: "rejected" }),
    answer(story, sora, { question, vendor: "vendorB", choice: "approved" }),
  ]);
  await story.told(sora, review.reported);
  const told = (who: string) =>
    slack.waitFor(
      () =>
        slack
          .ephemerals(who)
          .find(({ text }) => [review.reported, review.over].some((one) => text.includes(one))),
      { what: `${who} is told` },
    );
  const answers = await Promise.all([told(joon), told(mina)]);
  expect(answers.filter(({ text }) => text.includes(review.reported))).toHaveLength(1);
  expect(answers.filter(({ text }) => text.includes(review.over))).toHaveLength(1);
  const lines = () =>
    slack.messages(reviews).filter(({ text }) => text.includes(`${en.templates.statuses.PENDING} → `));
  await slack.waitFor(() => lines().length === 2, { what: "a line for each vendor" });
  expect(slack.findings.filter(({ rule }) => rule !== "ratelimited")).toEqual([]);
}, 120_000);
