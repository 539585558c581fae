import pg from "pg";
import { describe, expect, test } from "vitest";
import type { Outside } from "../../sandbox/sandbox.ts";
import type { Conversation } from "../../sandbox/slack/index.ts";
import { startAppOn, startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { en, heading, ko } from "../support/words.ts";
import { usePostgres } from "./use-postgres.ts";

const postgres = usePostgres();

const sendPath = "/messages/v4/send";
const joon = "U0JOON";
/** As many calls as the bot has under way at once; the next act waits, stored and not started. */
const callsAtOnce = 16;
/** One post a second goes to a conversation: each act has its own. */
const held = Array.from({ length: callsAtOnce }, (_, index) => `C0HELD${index}`);
const waiting = "C0WAITING";
const patience = { timeoutMs: 30_000 };

function aConversation(id: string): Conversation {
  const members = [joon, "U0BOT"];
  const name = id.toLowerCase();
  return { id, name, kind: "public", members, isArchived: false, isExternallyShared: false };
}

const openings = Object.values(heading);

/** The outcomes posted in a conversation, without posts that say they may be repeated. */
function outcomes({ slack }: Outside, conversation: string): string[] {
  return slack
    .messages(conversation)
    .filter(({ text, threadTs }) => threadTs === null && !text.includes(en.edge.repeatedPost))
    .map(({ text }) => openings.find((opening) => text.startsWith(opening)) ?? text);
}

/** An instance with sixteen requests that the platform holds, and one act more that waits to be started. */
async function startBusyInstance() {
  const conversations = [...held, waiting, "C0TESTS", "C0REVIEWS", "C0ONCALL"].map(aConversation);
  const url = await postgres.createDatabase();
  const env = { DATABASE_URL: url, PLATFORM_TIMEOUT_MS: "120000" };
  const { app, ...outside } = await startChatops({ slack: { conversations }, env });
  const { slack, platform } = outside;
  const asked: string[] = [];
  platform.onReceived(({ path }) => asked.push(path));
  const countSends = () => asked.filter((path) => path === sendPath).length;
  platform.faults.next({ kind: "silence" }, { path: sendPath, times: callsAtOnce });
  // A busy database may be too slow for a command, which then does nothing.
  const send = (conversation: string) =>
    eventually(async () => {
      const { ack } = await slack.as(joon).command("/msg-send", "joon Hello", { conversation });
      const ofAudience = JSON.stringify(ack?.body ?? null);
      for (const { common } of [en, ko])
        for (const undone of [common.tooSlow, common.unsaved]) expect(ofAudience).not.toContain(undone);
    });
  await Promise.all(held.map(send));
  await eventually(() => expect(countSends()).toBe(callsAtOnce));
  await send(waiting);
  return { outside, url, env, stop: app.stop, countSends };
}

/** As after a whole lease without a heartbeat. */
async function letLeasesRunOut(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("update jobs set lease_until = 0 where name like 'instance:%'");
  await client.end();
}

describe("an instance whose lease ran out while sending", () => {
  test("sends nothing that another has closed, and corrects the other's unknown outcomes", async () => {
    const { outside, url, env, stop, countSends } = await startBusyInstance();
    const { slack, platform } = outside;
    await letLeasesRunOut(url);
    await startAppOn(outside, { env });
    for (const conversation of [...held, waiting]) {
      await slack.waitFor(() => outcomes(outside, conversation).length > 0, patience);
    }
    expect(outcomes(outside, waiting)).toEqual([heading.notSent]);
    platform.faults.release();
    for (const conversation of held) {
      await slack.waitFor(() => outcomes(outside, conversation)[0] === heading.accepted, patience);
      expect(outcomes(outside, conversation)).toHaveLength(1);
    }
    // After its stop it starts nothing more.
    await stop();
    expect(outcomes(outside, waiting)).toEqual([heading.notSent]);
    expect(countSends()).toBe(callsAtOnce);
  }, 120_000);
});
