import { describe, expect, it, onTestFinished } from "vitest";
import { startBot } from "../../sandbox/bot-process.ts";
import { type Outside, startOutside } from "../../sandbox/sandbox.ts";
import type { StoredMessage } from "../../sandbox/slack/index.ts";
import { slackLimits } from "../../src/slack/blocks/limits.ts";
import { laySuite, runSuite, startWithSuite } from "../support/a-suite.ts";
import { oneMode, waitsLong } from "../support/chatops.ts";
import { layStore } from "../support/laid-store.ts";
import { ownTimeMs } from "../support/own-time.ts";
import { sends } from "../support/sends.ts";
import { tests, topLevel } from "../support/unknown-outcome.ts";
import { en } from "../support/words.ts";

const unhurried = new URL("../support/unhurried.ts", import.meta.url).href;
const { told } = en.recipients;
const phones = Array.from({ length: 20 }, (_, index) => `p${String(index).padStart(2, "0")}`);
const messages = ["Login", "Receipt", "Offer", "Reminder", "Thanks"];
const count = phones.length * messages.length;

function hundred() {
  const texts = Object.fromEntries(messages.map((name) => [name, `This is the ${name.toLowerCase()} text`]));
  const recipients = phones.map((name, index) => `${name}:010222230${String(index).padStart(2, "0")}`);
  return {
    suite: { messages: texts, recipients: phones },
    env: { TEST_RECIPIENTS: recipients.join(), DAILY_SEND_LIMIT: "1000" },
  };
}

async function prepare(): Promise<Outside> {
  const outside = await startOutside({ mode: oneMode, slack: { waitedMs: waitsLong } });
  onTestFinished(() => outside.close());
  const { suite, env } = hundred();
  Object.assign(outside.env, env);
  await layStore(outside.env["DATABASE_URL"] ?? "");
  await laySuite(outside, suite);
  return outside;
}

async function start(outside: Outside) {
  const bot = await startBot({ env: outside.env, nodeArguments: ["--import", unhurried] });
  onTestFinished(async () => void (await bot.stop("SIGKILL").catch(() => {})));
  await outside.slack.socket.ready();
  return bot;
}

const patience = { timeoutMs: 60_000 };
const ended = ({ slack }: Pick<Outside, "slack">) =>
  slack.waitFor(
    () => topLevel({ slack }, tests).find(({ text }) => text.includes("release") && !text.includes("⏳")),
    {
      ...patience,
      what: "the run's end",
    },
  );

/** The table's words for each message and phone. */
function cellsOf({ text }: StoredMessage): Map<string, string> {
  const cells = new Map<string, string>();
  for (const [, phone = "", row = ""] of text.matchAll(/^(p\d\d) \([^)]*\): (.*)$/gm)) {
    for (const cell of row.split(", ")) {
      const [name = "", ...says] = cell.split(" ");
      cells.set(`${phone} ${name}`, says.join(" "));
    }
  }
  return cells;
}

/** The phone and message of each request that reached the platform. */
function arrivals({ platform }: Outside): string[] {
  return sends(platform).map(({ body }) => {
    const { to, text } = (body as { message: { to: string; text: string } }).message;
    const name = messages.find((one) => text.includes(one.toLowerCase()));
    return `p${to.slice(-2)} ${name}`;
  });
}

async function killAt(requests: number): Promise<{ post: StoredMessage; sent: string[] }> {
  const outside = await prepare();
  const { slack, platform } = outside;
  const bot = await start(outside);
  // So slow that a kill finds some requests on their way.
  platform.faults.always({ kind: "delay", ms: 40 });
  const submitting = runSuite(outside).catch(() => null);
  const hasReached = () => sends(platform).length > requests;
  await slack.waitFor(hasReached, { ...patience, what: `request ${requests}` });
  await bot.stop("SIGKILL");
  await submitting;
  platform.faults.clear();
  await start(outside);
  const post = await ended(outside);
  return { post, sent: arrivals(outside) };
}

describe("a run of a hundred messages", () => {
  it.each([0, 1, 8, 17, 30, 44, 58, 71, 85, 97])(
    "has a correct table, and sends nothing twice, when the bot is killed after request %i",
    async (requests) => {
      const { post, sent } = await killAt(requests);
      expect(new Set(sent).size).toBe(sent.length);
      const cells = cellsOf(post);
      expect(cells.size).toBe(count);
      const untrue = [...cells].filter(([cell, says]) => {
        if (says === told.accepted) return !sent.includes(cell);
        if (says === told.not_sent) return sent.includes(cell);
        return says !== told.unknown;
      });
      expect(untrue).toEqual([]);
      expect([...cells.values()].filter((says) => says !== told.not_sent).length).toBeGreaterThanOrEqual(
        requests,
      );
    },
    240_000,
  );

  it("has its final table within 10 s and 20 edits when the platform answers at once", async () => {
    const { chatops, edits } = await startAtSlacksPace();
    const beganMs = ownTimeMs();
    await runSuite(chatops);
    const post = await ended(chatops);
    const tookMs = ownTimeMs() - beganMs;
    console.log(`a run of ${count}: ${Math.round(tookMs)} ms, ${edits()} edits`);
    expect([...cellsOf(post).values()]).toEqual(Array.from({ length: count }, () => told.accepted));
    expect(edits()).toBeLessThanOrEqual(20);
    expect(tookMs).toBeLessThan(10_000);
  }, 120_000);
});

async function startAtSlacksPace() {
  const { suite, env } = hundred();
  const chatops = await startWithSuite(suite, { mode: oneMode, env, pace: slackLimits });
  const edits = () =>
    chatops.slack.traffic.filter((entry) => JSON.stringify(entry).includes('"chat.update"')).length;
  return { chatops, edits };
}
