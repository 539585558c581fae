import { watchDaily } from "../../jobs/daily-at.ts";
import type { Job } from "../../jobs/index.ts";
import { tellChanges } from "../../jobs/watch.ts";
import type { PlatformList } from "../../lists/read-list.ts";
import type { Reading } from "../../lists/recent.ts";
import type { PaymentMethod } from "../../platform/index.ts";
import type { Store } from "../../store/index.ts";
import { asBefore, compare, readKnown } from "./changes.ts";
import { tellMethodChanges } from "./watch.view.ts";

export type PaymentWatch = {
  read: () => Promise<Reading<PlatformList<PaymentMethod>>>;
  watches: Store["watches"];
  /** Empty: there is nobody to tell. */
  onCall: readonly string[];
  /** IANA name. */
  timeZone: string;
};

export const watchName = "payments";

/** Looks at the payment methods daily and at each start, and tells on-call what needs somebody. */
export function paymentWatch({ read, watches, onCall, timeZone }: PaymentWatch): Job[] {
  return watchDaily("payments.watch", { onCall, timeZone }, async () => {
    const { value, at: now } = await read();
    const listed = { methods: value.items, isPart: value.isCut || value.hasGaps, now, timeZone };
    await tellChanges(watches, watchName, (known) => {
      const before = readKnown(known);
      const { methods, changes } = compare(before, listed);
      const { telling, counted } = tellMethodChanges(changes, { now, onCall });
      const unknown = asBefore(counted);
      const told = methods.map((method) => unknown.get(method) ?? method);
      const isSame = JSON.stringify(told) === JSON.stringify(before);
      return isSame ? null : { known: { methods: told }, telling };
    });
  });
}
