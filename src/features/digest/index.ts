import { z } from "zod";
import type { Job } from "../../jobs/index.ts";
import { tellChanges } from "../../jobs/watch.ts";
import { toRefusal } from "../../outcomes/reasons.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import type { NewPost } from "../../store/index.ts";
import type { DigestPart, Feature, House } from "../feature.ts";
import { type Day, daysBetween, digestDue, dueUntil } from "./days.ts";
import { Digest, renderDigest, renderUnsettled } from "./digest.view.ts";
import { createTally, isEmpty, type Tally } from "./tally.ts";

const Known = z.object({ until: z.number() });
/** Until when days were told of; null before the first one. */
function readUntil(known: unknown): Date | null {
  const { until = null } = Known.safeParse(known).data ?? {};
  return until === null ? null : new Date(until);
}

const kind = "digest";
const watchName = "digest";
/** Read at once of a day's operations. */
const pageSize = 100;
/** More of them is "more". */
const mostUnsettled = 100;

/** Every morning, to on-call: what the day before came to and what waits, once over all instances. */
export function createDigest(house: House): Feature {
  const { config, store, wordsOf, formatOf } = house;
  const { onCall } = config.conversations;
  const words = wordsOf(config.locale);
  const format = formatOf(config.locale);
  const unsettled: DigestPart = async () => {
    const { operations, next } = await store.operations.list({
      ...{ outcomes: ["unknown"], isUnsettled: true, limit: mostUnsettled },
    });
    const says = renderUnsettled({ count: operations.length, hasMore: next !== null }, words);
    return { says, makesDay: true };
  };
  const makesDay = (part: { says: readonly Line[]; makesDay: boolean }) =>
    part.makesDay && part.says.length > 0;
  const readParts = () => Promise.all([unsettled, ...house.digest()].map((read) => read()));

  const job: Job = {
    name: "digest",
    dueSince: digestDue(config.timeZone),
    async run(signal) {
      const until = dueUntil(await store.jobs.now(), config.timeZone);
      const posts = await toPosts(readUntil((await store.watches.get(watchName)).known), until, signal);
      // A day's post is one row, whoever tells of it again.
      await tellChanges(store.watches, watchName, () => ({
        known: { until: until.getTime() },
        telling: { posts },
      }));
    },
  };

  /** Nothing the first time: from then on each day is told of. */
  async function toPosts(told: Date | null, until: Date, signal: AbortSignal): Promise<NewPost[]> {
    const days = told === null ? [] : daysBetween(told, until, config.timeZone);
    const posts: NewPost[] = [];
    for (const day of days) {
      const isLatest = day === days.at(-1);
      const tally = await reckon(day, house, signal);
      if (isEmpty(tally) && !(isLatest && (await readParts()).some(makesDay))) continue;
      const facts: Digest = { day: day.from.getTime(), tally, isLatest };
      const subject = `digest:${day.to.getTime()}`;
      posts.push({ subject, place: "on-call", kind, destinations: onCall, facts });
    }
    return posts;
  }

  return {
    routes: {},
    drawers: {
      [kind]: {
        async draw({ facts }) {
          const digest = Digest.parse(facts);
          const parts = digest.isLatest ? await readParts() : [];
          return renderDigest(
            digest,
            parts.flatMap(({ says }) => says),
            { words, format },
          );
        },
      },
    },
    jobs: config.oncall.hasDigest && onCall.length > 0 ? [job] : [],
  };
}

/** All that was asked for on a day, page after page. */
async function reckon({ from, to }: Day, house: House, signal: AbortSignal): Promise<Tally> {
  const { config, store, wordsOf, offers } = house;
  const words = wordsOf(config.locale);
  const { sends } = offers();
  const tally = createTally({
    isMessage: (operation) => operation.kind === sends?.kind,
    priceOf: (await sends?.readPrices()) ?? null,
    reasonOf: (operation) => toRefusal(operation, words),
  });
  let before: string | null | undefined;
  while (before !== null) {
    signal.throwIfAborted();
    const page = await store.operations.list({
      ...{ from, to, limit: pageSize },
      ...(before !== undefined && { before }),
    });
    for (const operation of page.operations) tally.add(operation);
    before = page.next;
  }
  return tally.total();
}
