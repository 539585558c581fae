import { setTimeout } from "node:timers/promises";
import type { Outside } from "../../sandbox/sandbox.ts";
import type { Delivery, StoredMessage } from "../../sandbox/slack/index.ts";
import { author, conversation, onCall } from "./evidence.ts";

/** A machine that kills many bots at once is slow. */
export const patience = { timeoutMs: 15_000 };

export const sendPath = "/messages/v4/send";

type Fault = Parameters<Outside["platform"]["faults"]["next"]>[0];

type Play = (outside: Outside) => Promise<Delivery>;

const moreTries = 20;
/** The bot wants to be quiet for a quarter of a second before it believes in its time again. */
const personPauseMs = 700;

/**
 * A machine that is too busy holds a process up as a stop does: the bot says so, nothing was done, and a person would
 * do it again a moment later.
 */
export function untilTaken(play: Play): Play {
  return async (outside) => {
    for (let tries = 1; ; tries += 1) {
      const delivery = await play(outside);
      const isHeldUp = /did not answer in time|could not save it/.test(
        JSON.stringify(delivery.ack?.body ?? null),
      );
      if (!isHeldUp || tries > moreTries) return delivery;
      await setTimeout(personPauseMs);
    }
  };
}

/** With the quick command, to a test recipient. */
export function sendTo(recipient: string): Play {
  return untilTaken(({ slack }) =>
    slack.as(author).command("/msg-send", `${recipient} Hello`, { conversation }),
  );
}

/** A request that got no reply, told as unknown wherever it belongs. */
export async function beUnknown(outside: Outside, fault: Fault, recipient = "joon"): Promise<StoredMessage> {
  const { slack, platform } = outside;
  platform.faults.next(fault, { path: sendPath });
  await sendTo(recipient)(outside);
  for (const audience of [conversation, onCall]) {
    await slack.waitFor(() => slack.messages(audience).length > 0, {
      ...patience,
      what: "the unknown outcome",
    });
  }
  return slack.waitFor(() => slack.dm(author)[0], { ...patience, what: "the unknown outcome, in person" });
}
