import type { Outside } from "../sandbox.ts";
import type { Delivery } from "../slack/index.ts";

/** One kind of operation, as a person starts it. A new operation is a new entry here and nothing else. */
export type Act = {
  title: string;
  mode: "socket" | "http";
  /** The platform's path, which the act may ask once. */
  path: string;
  /** Does it as a person would, up to the delivery that commits it. */
  play(outside: Outside): Promise<Delivery>;
  /** Whether the platform did it. */
  isDone(outside: Outside): boolean;
};

/** Who acts, and where the outcome is told. */
export const author = "U0JOON";
export const conversation = "C0TESTS";

const send = {
  path: "/messages/v4/send",
  isDone: ({ platform }: Outside) => platform.state.messages.length > 0,
};

async function sendQuickly({ slack }: Outside): Promise<Delivery> {
  return slack.as(author).command("/msg-send", "joon Hello", { conversation });
}

async function confirmSending({ slack }: Outside): Promise<Delivery> {
  const person = slack.as(author);
  await person.command("/msg-send", "", { conversation });
  await slack.waitFor(() => person.views().length === 1, { what: "the form" });
  await person.fillAll({ to: "010-2345-6789", text: "Hello" });
  await person.submit();
  const result = await person.submit();
  if (result.kind === "client_error") throw new Error("the confirmation could not be submitted");
  return result.delivery;
}

export const acts: readonly Act[] = (["socket", "http"] as const).flatMap((mode) => [
  { title: "quick command", mode, play: sendQuickly, ...send },
  { title: "confirmation", mode, play: confirmSending, ...send },
]);
