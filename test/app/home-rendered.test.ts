import { expect, it } from "vitest";
import { type Chatops, oneMode, startChatops } from "../support/chatops.ts";
import { openSendForm } from "../support/send-form.ts";
import { dana, joon, tests } from "../support/unknown-outcome.ts";
import { en } from "../support/words.ts";

const mode = oneMode;
const env = { TEST_RECIPIENTS: "joon:01000000001" };
const { home } = en;

const wordsOf = ({ slack }: Pick<Chatops, "slack">, who: string) =>
  JSON.stringify(slack.home(who)?.blocks ?? []);
const published = ({ slack }: Chatops) => slack.traffic.filter(({ name }) => name === "views.publish");
const shows = (chatops: Chatops, who: string, words: string) =>
  chatops.slack.waitFor(() => wordsOf(chatops, who).includes(words), {
    what: `${words} on the Home of ${who}`,
  });

async function open(chatops: Chatops, who: string) {
  await chatops.slack.as(who).openHome();
  await shows(chatops, who, home.asOf);
}

const send = (chatops: Chatops) =>
  chatops.slack.as(joon).command("/msg-send", "joon Hello", { conversation: tests });

it("Home is published again for an act, and not for a form or for help", async () => {
  const chatops = await startChatops({ mode, env });
  const { slack } = chatops;
  await open(chatops, joon);
  const form = await openSendForm(slack, joon, tests);
  await form.kind("chat", "chat.pfId");
  for (const key of [1, 2, 3]) {
    await form.person.click({ view: true }, "messages.add_button:chat.buttons");
    await form.shows(`chat.buttons.${key}.buttonName`);
  }
  await form.person.closeView({ all: true });
  for (let count = 0; count < 10; count += 1)
    await slack.as(joon).command("/msg-help", "", { conversation: tests });
  const before = published(chatops).length;
  await send(chatops);
  await shows(chatops, joon, "✅");
  expect(before).toBe(1);
  // Once more if it was rendered while the message was on its way.
  expect(published(chatops).length).toBeLessThanOrEqual(before + 2);
});

it("Home is published again after Slack's Retry-After, without an error in the log", async () => {
  const chatops = await startChatops({ mode, env });
  const { slack } = chatops;
  slack.faults.webApi({ method: "views.publish", kind: "ratelimited", retryAfterS: 1, times: 1 });
  await open(chatops, joon);
  expect(published(chatops).map(({ status }) => status)).toEqual([429, 200]);
  const [refused, drawn] = published(chatops);
  expect(drawn!.at.getTime() - refused!.at.getTime()).toBeGreaterThanOrEqual(990);
  expect(chatops.log()).not.toContain('"level":50');
});

it("Home shows an unknown outcome to its author and to on-call, and to nobody else", async () => {
  const silent = { ...env, TEST_RECIPIENTS: "joon:01000000010" };
  const chatops = await startChatops({ mode, env: silent });
  await open(chatops, joon);
  await send(chatops);
  await shows(chatops, joon, home.waiting(1));
  for (const who of [dana, "U0SORA"]) await open(chatops, who);
  await shows(chatops, dana, home.unknown(1));
  expect(wordsOf(chatops, "U0SORA")).not.toContain("❓");
});
