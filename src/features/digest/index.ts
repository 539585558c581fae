import type { Job } from "../../jobs/index.ts";
import { wordsOf } from "../../locales/index.ts";
import { toRefusal } from "../../outcomes/reasons.ts";
import type { DigestPart, Feature, House } from "../feature.ts";
import { type Day, dayBefore, digestDue } from "./days.ts";
import { Digest, renderDigest, renderUnsettled } from "./digest.view.ts";
import { createTally, isEmpty, type Tally } from "./tally.ts";

const kind = "digest";
/** Read at once of a day's operations. */
const pageSize = 100;
const mostUnsettled = 100;

/** Every morning, to on-call: what the day before came to and what waits, once over all instances. */
export function createDigest(house: House): Feature {
  const { config, store, formatOf } = house;
  const { onCall } = config.conversations;
  const words = wordsOf(config.locale);
  const format = formatOf(config.locale);
  const unsettled: DigestPart = async () => {
    const { operations, next } = await store.operations.list({
      outcomes: ["unknown"],
      isUnsettled: true,
      limit: mostUnsettled,
    });
    return {
      says: renderUnsettled({ count: operations.length, hasMore: next !== null }, words),
      makesDay: true,
    };
  };
  const readParts = () => Promise.all([unsettled, ...house.digest()].map((read) => read()));
  const isWaiting = async () => (await readParts()).some(({ says, makesDay }) => makesDay && says.length > 0);

  const job: Job = {
    name: "digest",
    dueSince: digestDue(config.timeZone),
    async run(signal) {
      const day = dayBefore(await store.jobs.now(), config.timeZone);
      const tally = await reckon(day, house, signal);
      if (isEmpty(tally) && !(await isWaiting())) return;
      const facts: Digest = { day: day.from.getTime(), tally };
      // One row, whoever tells of that day again.
      const subject = `digest:${day.to.getTime()}`;
      await store.posts.add({
        posts: [{ subject, place: "on-call", kind, destinations: onCall, facts }],
      });
    },
  };

  return {
    routes: {},
    drawers: {
      [kind]: {
        async draw({ facts }) {
          const says = (await readParts()).flatMap((part) => part.says);
          return renderDigest(Digest.parse(facts), says, { words, format });
        },
      },
    },
    jobs: config.oncall.hasDigest && onCall.length > 0 ? [job] : [],
  };
}

/** All that was asked for on a day, page after page. */
async function reckon({ from, to }: Day, house: House, signal: AbortSignal): Promise<Tally> {
  const { config, store, offers } = house;
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
