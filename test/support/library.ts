import { expect } from "vitest";
import type { Chatops } from "./chatops.ts";
import { joon } from "./names.ts";
import { en } from "./words.ts";

/** What people do with `/msg-test`: saved messages and suites. */

const { runs } = en;

export type Where = Pick<Chatops, "slack">;

export const shows = ({ slack }: Where, who: string, text: string) => slack.as(who).sees(text);

export const said = ({ slack }: Where, who: string, text: string) => slack.as(who).isTold(text);

/** With no form before them. */
async function fresh({ slack }: Where, who: string) {
  const person = slack.as(who);
  if (person.views().length > 0) await person.closeView({ all: true });
  return person;
}

/** What somebody writes in the form and saves under a name. */
export async function save(
  chatops: Where,
  { name, text, as = joon }: { name: string; text: string; as?: string },
) {
  const person = await fresh(chatops, as);
  await person.command("/msg-send");
  await shows(chatops, as, en.send.fields.text.label);
  await person.fillAll({ text });
  await person.press("messages.save");
  await shows(chatops, as, runs.save.note);
  await person.fillAll({ savedName: name });
  return await person.submit();
}

export async function openList(chatops: Where, as = joon) {
  const person = await fresh(chatops, as);
  await person.command("/msg-test");
  return await shows(chatops, as, runs.kinds.message);
}

export async function makeSuite(
  chatops: Where,
  { name, to, as = joon }: { name: string; to: string[]; as?: string },
) {
  const person = chatops.slack.as(as);
  const list = await openList(chatops, as);
  const ids = [
    ...JSON.stringify(list.blocks).matchAll(/"action_id":"messages.use_saved".*?"value":"([^"]+)"/g),
  ].map(([, id]) => id!);
  await person.press("messages.suite", { blockId: "steps.suite" });
  await shows(chatops, as, runs.suite.nameHint);
  await person.fillAll({ suiteName: name, messages: ids, recipients: to });
  return await person.submit();
}

/** The row's buttons in the list. */
export function firstRow({ blocks }: { blocks: unknown }, kind = "suite"): string {
  return new RegExp(`library\\.${kind}\\.[^"]+`).exec(JSON.stringify(blocks))?.[0] ?? "";
}

/** The first saved message of the list in the form, with another text, and its name's form above it. */
export async function changeMessage(chatops: Where, as: string, text: string) {
  const person = chatops.slack.as(as);
  const list = await openList(chatops, as);
  await person.press("messages.use_saved", { blockId: firstRow(list, "message") });
  await person.sees(en.send.fields.text.label);
  await person.fillAll({ text });
  await person.press("messages.save");
  // The form suggests the message's name.
  await person.sees('"initial_value":"Login"');
  return person.submit();
}

/** The first suite of the list, in its form. */
export async function openSuite(chatops: Where, as = joon) {
  const person = chatops.slack.as(as);
  const list = await openList(chatops, as);
  await person.press("messages.suite", { blockId: firstRow(list) });
  await person.sees(runs.suite.title.change);
  return person;
}

/** Two messages to the group `qa`. */
export async function makeRelease(chatops: Where) {
  await save(chatops, { name: "Login", text: "Your code is Kiwi" });
  await said(chatops, joon, runs.save.saved("Login"));
  await save(chatops, { name: "Receipt", text: "Thank you for the order" });
  await said(chatops, joon, runs.save.saved("Receipt"));
  expect(await makeSuite(chatops, { name: "release", to: ["@qa"] })).toMatchObject(taken);
  // In the list that the form stood over.
  await shows(chatops, joon, '"release"');
}

/** A form that was taken closes, or leaves what is below it. */
export const taken = { delivery: expect.anything() };
