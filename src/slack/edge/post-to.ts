import type { WebClient } from "@slack/web-api";
import { type Answer, inert } from "../blocks/answer.ts";

/** A direct message, for what has no other place. */
export async function postTo(client: WebClient, userId: string, answer: Answer): Promise<void> {
  await client.chat.postMessage({ channel: userId, ...answer, ...inert });
}
