import { every, type Job } from "../../jobs/index.ts";
import type { Drawn } from "../../slack/posts/queue.ts";
import type { Store } from "../../store/index.ts";
import { change } from "./oncall.slack.ts";
import { readCards, remind, watchName } from "./owners.ts";

export type CardWatch = {
  store: Pick<Store, "jobs" | "watches"> & { posts: Pick<Store["posts"], "told"> };
  /** Null of a card that is over, or can't be drawn. */
  openSince: (post: Drawn) => Promise<Date | null>;
  /** Null: nobody is reminded. */
  remindAfterMs: number | null;
};

const minuteMs = 60_000;
/** A card that nothing changed for so long reminds nobody: the bot was away, and whoever is on call knows. */
const lookedAtMs = 24 * 60 * minuteMs;

/** Every minute, whoever is on call is reminded of what is nobody's. */
export function watchCards(watch: CardWatch): Job {
  return {
    name: "oncall",
    dueSince: every(minuteMs),
    atStart: true,
    async run(signal) {
      await remindOfAll(await watch.store.jobs.now(), signal, watch);
    },
  };
}

async function remindOfAll(
  at: Date,
  signal: AbortSignal,
  { store, openSince, remindAfterMs }: CardWatch,
): Promise<void> {
  if (remindAfterMs === null) return;
  const changedAfter = new Date(at.getTime() - lookedAtMs);
  const posts = await store.posts.told("on-call", { changedAfter });
  const cards = readCards((await store.watches.get(watchName)).known);
  for (const post of posts) {
    signal.throwIfAborted();
    if (remind(cards, post.subject, at) === null) continue;
    const since = await openSince(post);
    if (since === null || at.getTime() - since.getTime() < remindAfterMs) continue;
    await change(post.subject, store, (newest) => remind(newest, post.subject, at));
  }
}
