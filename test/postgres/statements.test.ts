import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { defaultConversations } from "../../sandbox/slack/defaults.ts";
import { IDENTITY } from "../../sandbox/slack/identity.ts";
import type { Conversation } from "../../sandbox/slack/types.ts";
import { oneMode, startChatops } from "../support/chatops.ts";
import { startThrowaway } from "../support/postgres-server.ts";
import { dana, joon } from "../support/unknown-outcome.ts";
import { heading } from "../support/words.ts";

const sends = 60;
/** Statements that don't count: the begin and end of a transaction, and the test's own. */
const brackets = "^\\s*(begin|commit|rollback)\\M|pg_stat_statements";
const Statement = z.object({ query: z.string(), calls: z.coerce.number() });

test.each([
  ["to a phone without an owner", "joon", 4],
  ["to a phone whose owner is asked", `joon@${dana}`, 10],
])("a /msg-send command %s (%s) takes at most %i SQL statements", async (_, recipient, most) => {
  const server = await startThrowaway({ preload: "pg_stat_statements" });
  onTestFinished(() => server.close());
  const conversations = Array.from(
    { length: sends },
    (_, index): Conversation => ({
      id: `C${String(index).padStart(4, "0")}SENDS`,
      name: `sends-${index}`,
      kind: "public",
      members: [joon, dana, IDENTITY.botUserId],
      isArchived: false,
      isExternallyShared: false,
    }),
  );
  const { slack, app } = await startChatops({
    mode: oneMode,
    env: { DATABASE_URL: server.url, TEST_RECIPIENTS: `${recipient}:01000000001` },
    slack: {
      conversations: [...defaultConversations(), ...conversations],
      postLimit: null,
      methodLimits: false,
    },
  });
  const outside = new pg.Client({ connectionString: server.url });
  await outside.connect();
  onTestFinished(() => outside.end());
  const send = async (conversation: string) => {
    await slack.as(joon).command("/msg-send", "joon Hello", { conversation });
    const isThere = () => slack.messages(conversation).some(({ text }) => text.includes(heading.accepted));
    await slack.waitFor(isThere, { what: `the result in ${conversation}` });
  };
  const [first, ...others] = conversations.map(({ id }) => id);
  // After this one the app knows the person.
  await send(first!);
  await outside.query("create extension pg_stat_statements");
  await outside.query("select pg_stat_statements_reset()");
  for (const conversation of others) await send(conversation);
  const { rows } = await outside.query(
    `select query, calls from pg_stat_statements where query !~* $1 order by calls desc`,
    [brackets],
  );
  await app.stop();
  const statements = rows.map((row) => Statement.parse(row));
  const each = statements.reduce((sum, { calls }) => sum + calls, 0) / others.length;
  const found = statements.map(
    ({ query, calls }) => `${calls} x ${query.replace(/\s+/g, " ").slice(0, 120)}`,
  );
  expect(each, found.join("\n")).toBeLessThanOrEqual(most);
});
