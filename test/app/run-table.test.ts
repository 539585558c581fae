import { expect, it } from "vitest";
import { runSuite, startWithSuite, suiteName } from "../support/a-suite.ts";
import { type Chatops, oneMode } from "../support/chatops.ts";
import { tests, topLevel } from "../support/unknown-outcome.ts";
import { en } from "../support/words.ts";

const { told, title } = en.recipients;
const phones = Array.from({ length: 10 }, (_, index) => `p${index}`);
const env = { TEST_RECIPIENTS: phones.map((name, index) => `${name}:0102222000${index}`).join() };
const suite = { messages: { Login: "Your code is Kiwi", Receipt: "Thank you" }, recipients: phones };

const table = ({ slack }: Pick<Chatops, "slack">, isThere: (text: string) => boolean, what: string) =>
  slack.waitFor(() => topLevel({ slack }, tests).find(({ text }) => isThere(text)), { what });
const count = (text: string, part: string) => text.split(part).length - 1;

it("a run's post is there from its start, and says what waits for its turn and what is on its way", async () => {
  const chatops = await startWithSuite(suite, { mode: oneMode, env });
  const { platform } = chatops;
  platform.faults.always({ kind: "silence" });
  await runSuite(chatops);
  const begun = await table(chatops, (text) => count(text, told.under_way) === 8, "what is on its way");
  expect(begun.text).toContain(`${title.open(20, 20)} · ${suiteName}`);
  expect(count(begun.text, told.waiting)).toBe(12);
  expect(begun.blocks.filter(({ type }) => type === "table")).toHaveLength(1);
  platform.faults.clear();
  platform.faults.release();
  const ended = await table(chatops, (text) => text.includes(title.done(20)), "the run's end");
  expect(ended.ts).toBe(begun.ts);
  expect(topLevel(chatops, tests)).toHaveLength(1);
  expect(chatops.slack.findings).toEqual([]);
});
