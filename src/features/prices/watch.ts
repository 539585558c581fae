import { watchDaily } from "../../jobs/daily-at.ts";
import type { Job } from "../../jobs/index.ts";
import { tellChanges } from "../../jobs/watch.ts";
import type { PlatformList } from "../../lists/read-list.ts";
import type { Reading } from "../../lists/recent.ts";
import type { CountryPrice } from "../../platform/index.ts";
import type { Store } from "../../store/index.ts";
import { compare, readKnown, toKnown } from "./changes.ts";
import { tellPriceChanges } from "./watch.view.ts";

export type PriceWatch = {
  read: () => Promise<Reading<PlatformList<CountryPrice>>>;
  watches: Store["watches"];
  /** Empty: there is nobody to tell. */
  onCall: readonly string[];
  /** IANA name. */
  timeZone: string;
};

const watchName = "prices";

/** Holds the account's prices against the reading before, daily and at each start. */
export function priceWatch({ read, watches, onCall, timeZone }: PriceWatch): Job[] {
  return watchDaily("prices.watch", { onCall, timeZone }, async () => {
    const { value, at: now } = await read();
    const isPart = value.isCut || value.hasGaps;
    await tellChanges(watches, watchName, (known) => {
      const before = readKnown(known);
      const prices = toKnown(value.items, { isPart, before: before ?? [] });
      if (before === null) return { known: { prices }, telling: {} };
      const changes = compare(before, prices, { isPart });
      if (changes.length === 0) return null;
      return { known: { prices }, telling: tellPriceChanges(changes, { now, onCall }) };
    });
  });
}
