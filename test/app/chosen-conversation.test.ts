import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defaultConversations } from "../../sandbox/slack/defaults.ts";
import type { SubmitResult } from "../../sandbox/slack/index.ts";
import { delivery } from "../../src/locales/delivery.ts";
import { runSuite, startWithSuite } from "../support/a-suite.ts";
import type { Chatops } from "../support/chatops.ts";
import { deliver, deliveryOf, metadataOf } from "../support/forged.ts";
import { joon, mina, tests } from "../support/names.ts";
import { picked, png } from "../support/sample-files.ts";
import { openSendForm } from "../support/send-form.ts";
import { upload } from "../support/uploads.ts";
import { around } from "../support/words.ts";

const bot = "U0BOT";
const [leads, hidden, own] = ["G0LEADS", "C0HIDDEN", "G0OWN"];

/** Joon is in the last of three private conversations; the app is in all, and posts proposals to the first. */
function start(): Promise<Chatops> {
  const open = { kind: "private" as const, isArchived: false, isExternallyShared: false };
  const conversations = (botId: string) => [
    ...defaultConversations(),
    { ...open, id: leads, name: "leads-only", members: [mina, botId] },
    { ...open, id: hidden, name: "hidden", members: [mina, botId] },
    { ...open, id: own, name: "own", members: [joon, mina, botId] },
  ];
  return startWithSuite(
    { messages: { login: "Hello" }, recipients: ["joon"] },
    {
      mode: "http",
      slack: { conversations: conversations(bot) },
      env: { REVIEW_CHANNEL: leads, TEST_RECIPIENTS: "joon:01000000001" },
    },
  );
}

const View = z.looseObject({
  private_metadata: z.string(),
  state: z.looseObject({ values: z.record(z.string(), z.unknown()) }),
});

/** Delivers the submission again as another act, with another conversation wherever it names one. */
async function choose(chatops: Chatops, submitted: SubmitResult, [index, conversation]: [number, string]) {
  const { payload } = deliveryOf(submitted);
  const view = View.parse(payload["view"]);
  const metadata = metadataOf(submitted);
  const act = `${String(metadata["act"])}-${index}`;
  const changed = { ...metadata, act, ...("conversation" in metadata && { conversation }) };
  const { channel, ...values } = view.state.values;
  const chosen = { value: { type: "conversations_select", selected_conversation: conversation } };
  const state = { values: { ...values, ...(channel !== undefined && { channel: chosen }) } };
  const forged = { ...view, private_metadata: JSON.stringify(changed), state };
  await deliver(chatops, { ...payload, view: forged });
}

const surfaces: [string, (chatops: Chatops) => Promise<SubmitResult>][] = [
  [
    "send form",
    async ({ slack }) => {
      const { person } = await openSendForm(slack);
      await person.fillAll({ recipients: ["+82 01000000001"], text: "Hello" });
      return await person.submit();
    },
  ],
  ["upload form", (chatops) => upload(chatops, picked("a.png", png()))],
  ["run", (chatops) => runSuite(chatops)],
];

describe.each(surfaces)("a forged %s that names another conversation", (_, submit) => {
  it.each([
    ["another person's direct message", [mina, "U0MINA", "D0MINA", "@mina.lee", "mina.lee"], joon],
    [
      "a conversation that is given by name",
      ["#leads-only", "#sms-tests", "c0tests", "C0TESTS,U0MINA"],
      joon,
    ],
    ["a private conversation that its author isn't in", [leads, hidden], tests],
  ])("posts no result to %s", async (_what, chosen, instead) => {
    const chatops = await start();
    const { slack } = chatops;
    const submitted = await submit(chatops);
    await slack.waitFor(() => chatops.slack.posts()[0], { what: "the honest result" });
    const there = () => chatops.slack.posts(instead).length;
    const before = there();
    for (const choice of chosen.entries()) {
      await choose(chatops, submitted, choice);
      await slack.waitFor(() => there() === before + choice[0] + 1, { what: "the result" });
    }
    for (const where of [mina, leads, hidden]) expect(chatops.slack.posts(where)).toEqual([]);
    if (instead !== tests) return;
    const { before: why, after } = around(delivery.en.moved);
    for (const id of chosen) expect(told(chatops)).toContain(`${why}<#${id}>${after}`);
  });

  it("posts its result to a private conversation that its author is in", async () => {
    const chatops = await start();
    await choose(chatops, await submit(chatops), [0, own]);
    await chatops.slack.waitFor(() => chatops.slack.posts(own)[0], { what: "the result" });
  });
});

it("a message's result isn't posted to a private conversation that its author has left", async () => {
  const chatops = await start();
  const { slack } = chatops;
  slack.conversations.find(({ id }) => id === own)!.members = [mina, bot];
  const { person } = await openSendForm(slack);
  await person.fillAll({ recipients: ["+82 01000000001"], text: "Hello" });
  await choose(chatops, await person.submit(), [0, own]);
  await slack.waitFor(() => chatops.slack.posts()[1], { what: "the result" });
  expect(chatops.slack.posts(own)).toEqual([]);
});

const told = (chatops: Chatops) => JSON.stringify(chatops.slack.posts().map(({ text }) => text));
