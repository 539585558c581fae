import { setTimeout } from "node:timers/promises";
import type { Outside } from "../../sandbox/sandbox.ts";
import type { Actor, Delivery, StoredMessage } from "../../sandbox/slack/index.ts";
import { joon as author, tests as conversation, onCall } from "../../sandbox/tour-scene.ts";
import { en } from "../support/words.ts";

export { dana as operator, mina } from "../../sandbox/tour-scene.ts";
/** Who acts, and where the outcome is told. */
export { author, conversation, onCall };

export const sendPath = "/messages/v4/send";

/** A machine that kills many bots at once is slow. */
export const patience = { timeoutMs: 15_000 };
/** Longer than a person's answer takes that nothing was done, and than the bot needs to believe in its time again. */
export const pauseMs = 700;
const moreTries = 20;
const heldUp = [en.common.tooSlow, en.common.unsaved].map((says) => says.slice(0, says.indexOf(".")));

export type Play = (outside: Outside) => Promise<Delivery>;

function saysHeldUp({ ack }: Delivery): boolean {
  return heldUp.some((says) => JSON.stringify(ack?.body ?? null).includes(says));
}

/**
 * A machine that is too busy holds a process up as a stop does: the bot says so, nothing was done, and a person would
 * do it again a moment later.
 */
export function untilTaken(
  play: Play,
  isHeldUp: (delivery: Delivery, outside: Outside) => boolean | Promise<boolean> = saysHeldUp,
): Play {
  return async (outside) => {
    for (let tries = 1; ; tries += 1) {
      const delivery = await play(outside);
      if (tries > moreTries || !(await isHeldUp(delivery, outside))) return delivery;
      await setTimeout(pauseMs);
    }
  };
}

/** Waits for the form on top of what a person sees, and for words in it. */
export async function waitForForm(
  { slack }: Outside,
  person: Actor,
  callbackId: string,
  { words = "", timeoutMs = patience.timeoutMs } = {},
): Promise<void> {
  const isShown = () => {
    const top = person.views().at(-1);
    return top?.callbackId === callbackId && JSON.stringify(top.blocks).includes(words);
  };
  await slack.waitFor(isShown, { timeoutMs, what: `${callbackId} with “${words}”` });
}

/** A form that a command opens. */
export async function openForm(outside: Outside, command: string, callbackId: string): Promise<Actor> {
  const person = outside.slack.as(author);
  await person.command(command, "", { conversation });
  await waitForForm(outside, person, callbackId);
  return person;
}

/** A form behind a button of a template. */
export async function openTemplateForm(
  outside: Outside,
  person: Actor,
  { template, button, from = conversation, ...patience }: TemplateForm,
): Promise<void> {
  await person.command("/msg-template", template, { conversation: from });
  await waitForForm(outside, person, "templates.view", patience);
  await person.click({ view: true }, button);
  await waitForForm(outside, person, button, patience);
}
type TemplateForm = { template: string; button: string; from?: string; timeoutMs?: number };

export async function submit({ slack }: Outside, who = author): Promise<Delivery> {
  const result = await slack.as(who).submit();
  if (result.kind === "client_error") throw new Error("Slack's client did not submit the form");
  return result.delivery;
}

/** With the quick command, to a test recipient. */
export function sendTo(recipient: string): Play {
  return untilTaken(({ slack }) =>
    slack.as(author).command("/msg-send", `${recipient} Hello`, { conversation }),
  );
}

type Fault = Parameters<Outside["platform"]["faults"]["next"]>[0];

/** A request that got no reply, told as unknown wherever it belongs. */
export async function beUnknown(outside: Outside, fault: Fault, recipient = "joon"): Promise<StoredMessage> {
  outside.platform.faults.next(fault, { path: sendPath });
  await sendTo(recipient)(outside);
  for (const place of [conversation, onCall]) await firstPost(outside, place);
  return firstPost(outside, author);
}

/** What stands in a conversation, or in a person's own. */
export function shownIn({ slack }: Outside, place: string): StoredMessage[] {
  return place.startsWith("U") ? slack.dm(place) : slack.messages(place);
}

export function firstPost(outside: Outside, place: string): Promise<StoredMessage> {
  return outside.slack.waitFor(() => shownIn(outside, place)[0], {
    ...patience,
    what: `the first post in ${place}`,
  });
}

export function hasButton({ blocks }: StoredMessage, actionId: string): boolean {
  return JSON.stringify(blocks).includes(`"${actionId}"`);
}

/** Nothing befalls anybody any more, and what was held goes on. */
export function endFaults({ slack, platform }: Outside): void {
  platform.faults.clear();
  platform.faults.release();
  slack.faults.clear();
  slack.faults.releaseHangs();
}
