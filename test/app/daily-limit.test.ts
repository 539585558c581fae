import { describe, expect, it } from "vitest";
import type { Delivery } from "../../sandbox/slack/types.ts";
import { type Chatops, startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { en, heading } from "../support/words.ts";

const tests = "C0TESTS";
const joon = "U0JOON";

const isOver = ({ ack }: Delivery) => JSON.stringify(ack?.body).includes(en.issues.overLimit(10));

/** More at once than there are places, and no more than a busy machine answers within Slack's three seconds. */
const wave = 16;

async function atOnce<T>(all: readonly T[], act: (one: T) => Promise<Delivery>): Promise<Delivery[]> {
  const answers: Delivery[] = [];
  for (let from = 0; from < all.length; from += wave) {
    answers.push(...(await Promise.all(all.slice(from, from + wave).map(act))));
  }
  return answers;
}

it("lets exactly as many requests leave as a person may send, and refused ones give their place back", async () => {
  const { slack, platform } = await startChatops({ env: { DAILY_SEND_LIMIT: "10" } });
  const person = slack.as(joon);
  for (let count = 0; count < 12; count += 1) {
    await person.command("/msg-send", `refused ${count}`, { conversation: tests });
    await eventually(() => expect(sends(platform)).toHaveLength(count + 1));
    await slack.waitFor(() => slack.messages(tests)[count]);
  }
  const answers = await atOnce(
    Array.from({ length: 64 }, (_, index) => `joon Hello ${index}`),
    (text) => person.command("/msg-send", text, { conversation: tests }),
  );
  expect(answers.filter(isOver)).toHaveLength(54);
  await eventually(() => expect(platform.state.messages).toHaveLength(10));
  expect(sends(platform)).toHaveLength(22);
});

/** A form of its own each time, opened, filled and submitted; Slack's client closes what is sent. */
async function submitForm({ slack }: Chatops, values: Record<string, string>): Promise<Delivery> {
  const { person } = await openSendForm(slack, joon, tests);
  await person.fillAll({ to: "joon", ...values });
  const result = await person.submit();
  if (!("delivery" in result)) throw new Error(JSON.stringify(result));
  if (person.views().length > 0) await person.closeView({ all: true });
  return result.delivery;
}

describe.each(["socket", "http"] as const)("forms of one person, over %s", (mode) => {
  it("send as many messages as the day has places, which refused ones gave back", async () => {
    const chatops = await startChatops({
      mode,
      slack: { methodLimits: false },
      env: { DAILY_SEND_LIMIT: "10", PLATFORM_TIMEOUT_MS: "60000", SENDER_NUMBERS: "0212345678,029999999" },
    });
    const { slack, platform } = chatops;
    const asked: string[] = [];
    platform.onReceived(({ path }) => asked.push(path));
    const sendsAsked = () => asked.filter((path) => path.endsWith("/send"));
    // Under way, each holds a place; the platform doesn't know their sender, and will say so.
    platform.faults.next({ kind: "silence" }, { path: "/messages/v4/send", times: 10 });
    for (let count = 0; count < 10; count += 1) {
      await submitForm(chatops, { text: `First ${count}`, from: "029999999" });
    }
    const refused: Delivery[] = [];
    for (let count = 0; count < 64; count += 1)
      refused.push(await submitForm(chatops, { text: `Hello ${count}` }));
    expect(refused.filter(isOver)).toHaveLength(64);
    expect(sendsAsked()).toHaveLength(10);

    platform.faults.release();
    const isRefused = ({ text }: { text: string }) => text.includes(heading.refused);
    await eventually(() => expect(slack.messages(tests).filter(isRefused)).toHaveLength(10));
    // What was told as not sent is over: delivered once more it takes none of the places that are free again.
    await atOnce(refused, ({ id }) => slack.redeliver(id, { newEnvelope: true }));
    expect(sendsAsked()).toHaveLength(10);
    const later: Delivery[] = [];
    for (let count = 0; count < 12; count += 1)
      later.push(await submitForm(chatops, { text: `Again ${count}` }));
    expect(later.filter(isOver)).toHaveLength(2);
    await eventually(() => expect(platform.state.messages).toHaveLength(10));
    expect(sendsAsked()).toHaveLength(20);
    expect(slack.findings).toEqual([]);
  });
});
