import { z } from "zod";
import { dailyAt } from "../../jobs/index.ts";
import type { Format } from "../../locales/format.ts";
import { type Catalogue, wordsOf } from "../../locales/index.ts";
import { type Answer, renderAnswer } from "../../slack/blocks/answer.ts";
import { type Line, toCommandLine } from "../../slack/blocks/rich-text.ts";
import type { AppContext, Feature, ReadDigestPart } from "../feature.ts";

const kind = "digest";
const digestHour = 9;
const pageSize = 100;
const maxUnresolved = 100;

/** Stored counts of a digest, by outcome; open work is read when the post is rendered. */
const Digest = z.object({
  day: z.number(),
  counts: z.object({ accepted: z.number(), refused: z.number(), not_sent: z.number(), unknown: z.number() }),
});
export type Digest = z.infer<typeof Digest>;

export function createDigest(app: AppContext): Feature {
  const { config, store, formatOf } = app;
  const { onCall } = config.conversations;
  const words = wordsOf(config.locale);
  const unresolved: ReadDigestPart = async () => {
    const filter = { outcomes: ["unknown" as const], isUnresolved: true, limit: maxUnresolved };
    const { operations, next } = await store.operations.list(filter);
    return {
      says: unresolvedLines({ count: operations.length, hasMore: next !== null }, words),
      makesDay: true,
    };
  };
  const readParts = () => Promise.all([unresolved, ...app.digest()].map((read) => read()));

  async function run(signal: AbortSignal): Promise<void> {
    const day = toDigestDay(await store.jobs.now(), config.timeZone);
    const counts = await countOutcomes(day, store, signal);
    const isQuiet = Object.values(counts).every((count) => count === 0);
    if (isQuiet && !(await readParts()).some(({ says, makesDay }) => makesDay && says.length > 0)) return;
    const facts: Digest = { day: day.from.getTime(), counts };
    // One subject for each day, so that a second run adds no second post.
    const subject = `digest:${day.to.getTime()}`;
    await store.posts.add({ posts: [{ subject, audience: "on-call", kind, destinations: onCall, facts }] });
  }

  return {
    routes: {},
    renderers: {
      [kind]: {
        async render({ facts }) {
          const says = (await readParts()).flatMap((part) => part.says);
          return renderDigest(Digest.parse(facts), says, { words, format: formatOf(config.locale) });
        },
      },
    },
    jobs:
      config.oncall.hasDigest && onCall.length > 0
        ? [{ name: "digest", dueSince: dailyAt(digestHour, config.timeZone), run }]
        : [],
  };
}

/** Calendar day before the newest due digest; of 23 or 25 hours when the clocks change. */
export function toDigestDay(now: Date, timeZone: string): { from: Date; to: Date } {
  const began = dailyAt(0, timeZone);
  const to = began(dailyAt(digestHour, timeZone)(now));
  return { from: began(new Date(to.getTime() - 1)), to };
}

async function countOutcomes(
  day: { from: Date; to: Date },
  store: AppContext["store"],
  signal: AbortSignal,
): Promise<Digest["counts"]> {
  const counts = { accepted: 0, refused: 0, not_sent: 0, unknown: 0 };
  let before: string | null | undefined;
  while (before !== null) {
    signal.throwIfAborted();
    const filter = { ...day, limit: pageSize, ...(before !== undefined && { before }) };
    const page = await store.operations.list(filter);
    for (const { outcome } of page.operations) if (outcome !== null) counts[outcome] += 1;
    before = page.next;
  }
  return counts;
}

export function renderDigest(
  { day, counts }: Digest,
  waiting: readonly Line[],
  { words: { digest, recipients }, format }: { words: Catalogue; format: Format },
): Answer {
  const says = (["accepted", "refused", "not_sent", "unknown"] as const)
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => recipients.counts[outcome === "not_sent" ? "notSent" : outcome](counts[outcome]));
  return renderAnswer([
    [{ bold: `${digest.title} · ${format.date(new Date(day))}` }],
    ...(says.length === 0 ? [] : [[says.join(" · ")]]),
    ...waiting,
  ]);
}

export function unresolvedLines(
  { count, hasMore }: { count: number; hasMore: boolean },
  { digest }: Catalogue,
): Line[] {
  return count === 0 ? [] : [toCommandLine(digest.unresolved(hasMore ? `${count}+` : `${count}`))];
}
