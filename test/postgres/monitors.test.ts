import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startAppOn, startChatops } from "../support/chatops.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { onCall } from "../support/unknown-outcome.ts";
import { core, en } from "../support/words.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

test("two instances that start at the same time, several times a day, post each alert once", async () => {
  const database = await server.createDatabase();
  onTestFinished(() => database.drop());
  const options = { mode: "socket", isWatched: true, env: { DATABASE_URL: database.url } } as const;
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
