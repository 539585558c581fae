import type { Chatops } from "./chatops.ts";
import { en } from "./words.ts";

/** Somebody's press on Home, after which nobody asks them whether messages arrive. */
export async function stopAsking({ slack }: Chatops, who: string): Promise<void> {
  const person = slack.as(who);
  await person.opensHome(en.receipts.stop);
  await person.click({ home: true }, "messages.receipts:stop");
  await person.seesOnHome(en.receipts.resume);
}
