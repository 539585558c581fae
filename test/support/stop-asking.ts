import type { Chatops } from "./chatops.ts";
import { en } from "./words.ts";

/** Somebody's press on Home, after which nobody asks them whether messages arrive. */
export async function stopAsking({ slack }: Chatops, who: string): Promise<void> {
  const shows = (words: string) =>
    slack.waitFor(() => JSON.stringify(slack.home(who)?.blocks ?? []).includes(words), { what: words });
  await slack.as(who).openHome();
  await shows(en.receipts.stop);
  await slack.as(who).click({ home: true }, "messages.receipts:stop");
  await shows(en.receipts.resume);
}
