import { afterEach, beforeEach, expect, it } from "vitest";
import {
  defineKind,
  type Field,
  type MessageKind,
  messageKinds,
} from "../../src/features/messages/kinds/index.ts";
import { createAgent } from "../../src/features/messages/send.ts";
import { startChatops } from "../support/chatops.ts";
import { joon } from "../support/names.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { en } from "../support/words.ts";

/** The kind as a newcomer would add it: its table, its line in kinds/index.ts, and its words. */
const words = {
  kinds: { group: "Channel group" },
  fields: { "group.id": { label: "Channel of the group" }, "group.title": { label: "Headline" } },
};
const textField: Field = { id: "text", at: ["message", "text"], input: { as: "text" } };
const own = (id: keyof typeof words.fields, name: string, more: Partial<Field> = {}) => ({
  ...{ id: id as Field["id"], at: ["message", "chatOptions", name], input: { as: "line" } as const },
  ...more,
});
const group = defineKind({
  id: "group" as MessageKind["id"],
  type: "CTA",
  options: "chatOptions",
  fields: [own("group.id", "pfId", { isRequired: true }), textField, own("group.title", "title")],
});

const said: Record<"kinds" | "fields", Record<string, unknown>> = en.send;

beforeEach(() => {
  (messageKinds as MessageKind[]).push(group);
  Object.assign(said.kinds, words.kinds);
  Object.assign(said.fields, words.fields);
});

// All tests of a worker have the same tables.
afterEach(() => {
  (messageKinds as MessageKind[]).pop();
  for (const name of Object.keys(words.kinds)) delete said.kinds[name];
  for (const name of Object.keys(words.fields)) delete said.fields[name];
});

it("a ninth kind of message works with nothing but its table and its words", async () => {
  const { slack, platform } = await startChatops({ env: { RESULTS_CHANNEL: "" } });
  const form = await openSendForm(slack, joon, "C0TESTS");
  const { person } = form;
  const { pfId } = platform.state.channels[0]!;
  const text = "🍲";
  await form.kind("group", "group.id", "group.title");
  expect(form.names()).not.toContain("chat.pfId");
  await person.isRefused(
    { "group.id": en.issues.missing },
    { to: "010-2345-6789", "group.id": " ", text, channel: null },
  );
  await person.submits("pushed", { "group.id": pfId, "group.title": "Tonight" });
  const confirmation = person.shown();
  for (const { label } of Object.values(words.fields)) expect(confirmation).toContain(`${label}: `);
  // The kind's options let it go out as a text message.
  expect(confirmation).toContain(en.warnings.notCarried(text));
  await person.submits("cleared");
  const post = await slack.post("", joon);
  const message = { to: "01023456789", from: "0212345678", text, type: "CTA" };
  const chatOptions = { pfId, title: "Tonight" };
  expect(sends(platform)[0]?.body).toEqual({
    message: { ...message, chatOptions },
    agent: createAgent(null),
  });
  await person.opensAt(post, "messages.anew");
  expect(form.valueOf("group.id")).toMatchObject({ value: pfId });
  expect(form.valueOf("group.title")).toMatchObject({ value: "Tonight" });
});
