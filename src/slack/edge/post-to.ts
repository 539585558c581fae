import { type Answer, inert } from "../blocks/answer.ts";
import type { EdgeOptions } from "./attend.ts";
import { onceMore } from "./once-more.ts";

/** A direct message, for what has no other place. */
export async function postTo(
  { client, stopping }: Pick<EdgeOptions, "client" | "stopping">,
  userId: string,
  answer: Answer,
): Promise<void> {
  await onceMore(() => client.chat.postMessage({ channel: userId, ...answer, ...inert }), stopping);
}
