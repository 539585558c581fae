import { describe, expect, it } from "vitest";
import type { Delivery } from "../../sandbox/slack/types.ts";
import { type Chatops, startChatops, storyModes } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { joon, tests } from "../support/names.ts";
import { picked, png } from "../support/sample-files.ts";
import { sends } from "../support/sends.ts";
import { comment, startTemplates } from "../support/templates.ts";
import { fileRequests, findPost, upload, uploadIs } from "../support/uploads.ts";
import { en, heading } from "../support/words.ts";

const isOver = ({ ack }: Delivery) => JSON.stringify(ack?.body).includes(en.issues.overLimit(10));

/** More than the daily limit, and as many as a busy machine answers within Slack's three seconds. */
const wave = 16;

async function atOnce<T>(all: readonly T[], act: (one: T) => Promise<Delivery>): Promise<Delivery[]> {
  const answers: Delivery[] = [];
  for (let from = 0; from < all.length; from += wave) {
    answers.push(...(await Promise.all(all.slice(from, from + wave).map(act))));
  }
  return answers;
}

it("the daily limit of 10 lets exactly 10 messages be sent, and doesn't count refused ones", async () => {
  const { slack, platform, person } = await startChatops({ env: { DAILY_SEND_LIMIT: "10" } });
  for (let count = 0; count < 12; count += 1) {
    await person.command("/msg-send", `refused ${count}`);
    await eventually(() => expect(sends(platform)).toHaveLength(count + 1));
    await slack.waitFor(() => slack.messages(tests)[count]);
  }
  const answers = await atOnce(
    Array.from({ length: 64 }, (_, index) => `joon Hello ${index}`),
    (text) => person.command("/msg-send", text),
  );
  expect(answers.filter(isOver)).toHaveLength(54);
  await eventually(() => expect(platform.state.messages).toHaveLength(10));
  expect(sends(platform)).toHaveLength(22);
});

it("the daily limit counts uploads separately from messages, and doesn't count refused uploads", async () => {
  const chatops = await startChatops({ env: { DAILY_SEND_LIMIT: "2" } });
  const { slack, platform } = chatops;
  const { overLimit } = en.issues;
  const file = (index: number) => picked(`file-${index}.png`, png({ width: 100 + index }));
  const told = () => slack.as(joon).shown();
  for (const text of ["one", "two"]) await slack.as(joon).command("/msg-send", `joon ${text}`);
  await eventually(() => expect(platform.state.messages).toHaveLength(2));
  await upload(chatops, [file(1), file(2), file(3)]);
  expect(told()).toContain(en.recipients.overLimit(2, 3, "upload"));
  await slack.as(joon).closeView();
  platform.faults.next({ kind: "refuse", errorCode: "Forbidden", status: 403 }, { path: "/storage" });
  expect(await upload(chatops, file(1))).toMatchObject({ kind: "cleared" });
  await findPost(chatops, uploadIs.refused);
  expect(await upload(chatops, [file(2), file(3)])).toMatchObject({ kind: "cleared" });
  await eventually(() => expect(platform.state.fileHashes.size).toBe(2));
  await upload(chatops, file(4));
  expect(told()).toContain(overLimit(2, "upload"));
  expect(fileRequests(chatops)).toHaveLength(3);
});

it("the daily limit counts comments separately from messages, and a comment over it is not sent", async () => {
  const story = await startTemplates({ env: { DAILY_SEND_LIMIT: "1" } });
  const sent = () => story.platform.requests.filter(({ path }) => path.endsWith("/comment"));
  await comment(story, joon, "First");
  await eventually(() => expect(sent()).toHaveLength(1));
  await comment(story, joon, "Second");
  expect(story.slack.as(joon).shown()).toContain(en.issues.overLimit(1, "comment"));
  expect(sent()).toHaveLength(1);
  await story.slack.as(joon).command("/msg-send", "joon Hi");
  await eventually(() => expect(sends(story.platform)).toHaveLength(1));
});

type Typed = Record<string, string>;

/** Opens and submits another form, without waiting for the result of the one before. */
async function submitForm({ slack }: Chatops, typed: Typed): Promise<() => Promise<Delivery>> {
  const person = slack.as(joon);
  const before = person.views()[0]?.id;
  await person.command("/msg-send");
  await slack.waitFor(() => person.views()[0] !== undefined && person.views()[0]?.id !== before);
  await person.fillAll({ to: "joon", ...typed });
  const submitting = person.submit();
  return async () => {
    const result = await submitting;
    if ("delivery" in result) return result.delivery;
    throw new Error(JSON.stringify(result));
  };
}

async function submitForms(chatops: Chatops, count: number, typed: Typed): Promise<Delivery[]> {
  const submitted: (() => Promise<Delivery>)[] = [];
  while (submitted.length < count) submitted.push(await submitForm(chatops, typed));
  return Promise.all(submitted.map((ended) => ended()));
}

describe.each(storyModes)("64 send forms of one person, over %s", (mode) => {
  it("send exactly as many messages as the daily limit allows, without counting refused ones", async () => {
    const chatops = await startChatops({
      mode,
      slack: { methodLimits: false },
      env: { DAILY_SEND_LIMIT: "10", SENDER_NUMBERS: "0212345678,029999999" },
    });
    const { slack, platform } = chatops;
    const asked: string[] = [];
    platform.onReceived(({ path }) => asked.push(path));
    const sendsAsked = () => asked.filter((path) => path.endsWith("/send"));
    // Each counts while it is under way; later the platform refuses them for their unknown sender.
    platform.faults.next({ kind: "silence" }, { path: "/messages/v4/send", times: 10 });
    await submitForms(chatops, 10, { text: "First", from: "029999999" });
    const early = await submitForms(chatops, 2, { text: "Too early" });
    expect(early.filter(isOver)).toHaveLength(2);
    await eventually(() => expect(sendsAsked()).toHaveLength(10));

    platform.faults.release();
    const isRefused = ({ text }: { text: string }) => text.includes(heading.refused);
    await eventually(() => expect(slack.messages(tests).filter(isRefused)).toHaveLength(10));
    // An act answered as over the limit stays so: delivered again it takes none of the places that are free by then.
    await atOnce(early, ({ id }) => slack.redeliver(id, { newEnvelope: true }));
    expect(sendsAsked()).toHaveLength(10);
    // All of them are under way at the same time.
    platform.faults.always({ kind: "silence" });
    const answers = await submitForms(chatops, 64, { text: "Hello" });
    expect(answers.filter(isOver)).toHaveLength(54);
    await eventually(() => expect(sendsAsked()).toHaveLength(20));
    platform.faults.clear();
    platform.faults.release();
    await eventually(() => expect(platform.state.messages).toHaveLength(10));
    expect(sendsAsked()).toHaveLength(20);
  });
});
