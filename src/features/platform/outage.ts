import { listingOf, listingSubject } from "../../operations/index.ts";
import type { Drawn, PostLink } from "../../slack/posts/queue.ts";
import type { Store } from "../../store/index.ts";
import { type Health, readHealth } from "./health.ts";
import { failingSince, failingSubject } from "./health.view.ts";
import { watchName } from "./watch.ts";

/** A time in which the platform failed; `overAt` is null while it does. */
type Outage = { since: number; overAt: number | null };

/** Instances' clocks differ, and a request that hung ends after the platform has answered another one. */
const marginMs = 60_000;
/** More cards than that say nothing that the newest don't. */
const mostLinks = 4;

export type OutageDeps = {
  store: {
    operations: Pick<Store["operations"], "listed">;
    posts: Pick<Store["posts"], "find">;
    watches: Pick<Store["watches"], "get">;
  };
  words: { toUnknowns: (which: number, of: number) => string; toFailure: string };
};

/**
 * The finding that the platform fails and the cards of the outcomes that became unknown meanwhile lead to each other: none
 * of them is known when another is stored, so that both look for the other by its time.
 */
export async function linkOutage({ subject, place }: Drawn, deps: OutageDeps): Promise<PostLink[]> {
  if (place !== "on-call") return [];
  const listing = listingOf(subject);
  const since = failingSince(subject);
  if (listing === null && since === null) return [];
  const outages = outagesOf(readHealth((await deps.store.watches.get(watchName)).known));
  if (listing !== null) return await toFailures(listing, outages, deps);
  const outage = outages.find((one) => one.since === since);
  return outage === undefined ? [] : await toUnknowns(outage, deps);
}

function outagesOf({ failed, failingSince: since }: Health): Outage[] {
  return since === null ? failed : [...failed, { since, overAt: null }];
}

async function toFailures(
  listing: string,
  outages: readonly Outage[],
  { store, words }: OutageDeps,
): Promise<PostLink[]> {
  if (outages.length === 0) return [];
  const listed = await store.operations.listed({ listing });
  const own = outages.filter((outage) => listed.some(({ at }) => isWithin(outage, at.getTime())));
  return await Promise.all(
    own.slice(-1).map(async ({ since }) => {
      const leadsBack = failingSubject(since);
      return { says: words.toFailure, to: await store.posts.find(leadsBack, "on-call"), leadsBack };
    }),
  );
}

async function toUnknowns({ since, overAt }: Outage, { store, words }: OutageDeps): Promise<PostLink[]> {
  const listed = await store.operations.listed({
    from: new Date(since - marginMs),
    ...(overAt !== null && { to: new Date(overAt + marginMs) }),
  });
  const subjects = [...new Set(listed.map(({ listing }) => listingSubject(listing)))].slice(-mostLinks);
  return await Promise.all(
    subjects.map(async (leadsBack, index) => ({
      says: words.toUnknowns(index + 1, subjects.length),
      to: await store.posts.find(leadsBack, "on-call"),
      leadsBack,
    })),
  );
}

function isWithin({ since, overAt }: Outage, at: number): boolean {
  return at >= since - marginMs && (overAt === null || at <= overAt + marginMs);
}
