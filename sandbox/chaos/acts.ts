import type { Outside } from "../sandbox.ts";
import type { Delivery } from "../slack/index.ts";

/** One kind of operation, as a person starts it. A new operation is a new entry here and nothing else. */
export type Act = {
  title: string;
  mode: "socket" | "http";
  /** The platform's path, which the act may ask once. */
  path: string;
  /** What happened before, with a bot that nothing befalls; none of it counts as this act's. */
  prepare?(outside: Outside): Promise<void>;
  /** Does it as a person would, up to the delivery that commits it. */
  play(outside: Outside): Promise<Delivery>;
  /** Whether the platform did it. */
  isDone(outside: Outside): boolean;
};

/** Who acts, and where the outcome is told. */
export const author = "U0JOON";
export const conversation = "C0TESTS";
const onCall = "C0ONCALL";

const send = {
  path: "/messages/v4/send",
  isDone: ({ platform }: Outside) => platform.state.messages.length > 0,
};

async function sendQuickly({ slack }: Outside): Promise<Delivery> {
  return slack.as(author).command("/msg-send", "joon Hello", { conversation });
}

/**
 * A machine that is too busy holds a process up as a stop does: the bot says so, nothing was done, and a person would
 * do it again.
 */
function untilTaken(play: Act["play"]): Act["play"] {
  return async (outside) => {
    for (let tries = 1; ; tries += 1) {
      const delivery = await play(outside);
      const isHeldUp = JSON.stringify(delivery.ack?.body ?? null).includes("did not answer in time");
      if (!isHeldUp || tries === 5) return delivery;
    }
  };
}

async function fillForm({ slack }: Outside, to: string): Promise<void> {
  const person = slack.as(author);
  await person.command("/msg-send", "", { conversation });
  await slack.waitFor(() => person.views().length === 1, { what: "the form" });
  await person.fillAll({ to, text: "Hello" });
}

async function submitForm(outside: Outside): Promise<Delivery> {
  await fillForm(outside, "joon");
  return submit(outside);
}

async function confirmSending(outside: Outside): Promise<Delivery> {
  await fillForm(outside, "010-2345-6789");
  await submit(outside);
  return submit(outside);
}

/** A request that was lost on its way, told as unknown wherever it belongs, and the form to send it again. */
async function leaveUnknown(outside: Outside): Promise<void> {
  const { slack, platform } = outside;
  platform.faults.next({ kind: "reset", when: "before" }, { path: send.path });
  await untilTaken(sendQuickly)(outside);
  for (const place of [conversation, onCall]) {
    await slack.waitFor(() => slack.messages(place).length > 0, { what: "the unknown outcome" });
  }
  const message = await slack.waitFor(() => slack.dm(author)[0], { what: "the button to send it again" });
  const person = slack.as(author);
  await person.click({ message }, "messages.repeat");
  await slack.waitFor(() => person.views().length === 1, { what: "the form to send it again" });
  await person.fill("reason", "nothing came");
}

async function submit({ slack }: Outside): Promise<Delivery> {
  const result = await slack.as(author).submit();
  if (result.kind === "client_error") throw new Error("Slack's client did not submit the form");
  return result.delivery;
}

export const acts: readonly Act[] = (["socket", "http"] as const).flatMap((mode) => [
  { title: "quick command", mode, play: untilTaken(sendQuickly), ...send },
  { title: "form", mode, play: untilTaken(submitForm), ...send },
  { title: "confirmation", mode, play: untilTaken(confirmSending), ...send },
  { title: "send again", mode, prepare: leaveUnknown, play: submit, ...send },
]);
