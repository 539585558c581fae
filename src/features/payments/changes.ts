import { z } from "zod";
import type { Judged } from "../../jobs/index.ts";
import type { PaymentMethod } from "../../platform/index.ts";
import type { Telling } from "../../store/index.ts";
import { expiryAt, type Month, type ToExpiry } from "./expiry.ts";

/** What is kept of a method between two readings; its description never is. */
const KnownMethod = z.object({
  /** Null of one that the platform gave without; it is then known by its expiry alone. */
  id: z.string().nullable(),
  expDate: z.string().nullable(),
  autoRecharge: z.number().nullable(),
  /** What on-call was told of it and still holds; null: it is in order. */
  told: z.enum(["expiring", "expired", "gone"]).nullable(),
  /** When on-call was first told of it: what comes again is another story. */
  since: z.number().nullable().default(null),
});
export type KnownMethod = z.infer<typeof KnownMethod>;

const Known = z.object({ methods: z.array(KnownMethod) });

/** Null before the first reading. */
export function readKnown(known: unknown): KnownMethod[] | null {
  return Known.safeParse(known).data?.methods ?? null;
}

type Trouble = NonNullable<KnownMethod["told"]>;

/** What has to be told of one method; `since`: when on-call was first told of what this is about. */
export type MethodChange = { method: KnownMethod; month: Month | null; since: number | null } & (
  | { kind: "begun" | "moved"; told: Trouble }
  /** What was told before holds no longer; `removed`: what had to be replaced is not there any more. */
  | { kind: "over" | "removed" }
  | { kind: "recharge"; before: number | null; after: number | null }
);

/** `isPart`: there is more than could be read. */
export type Listed = { methods: readonly PaymentMethod[]; isPart: boolean; now: Date; timeZone: string };

/**
 * What a reading shows besides what was known. The first one is what later ones are held against: of it only expiries
 * are told. What isn't in a part of a list may stand in the rest, and an expiry that nobody can read says nothing.
 */
export function compare(before: readonly KnownMethod[] | null, listed: Listed) {
  const looking = { toExpiry: expiryAt(listed.now, listed.timeZone), now: listed.now.getTime() };
  const known = new Map((before ?? []).map((one) => [keyOf(one), one]));
  const seen = new Map<string, { method: KnownMethod; changes: MethodChange[] }>();
  for (const { _id: id = null, expDate = null, autoRecharge = null } of listed.methods) {
    const read = { id, expDate, autoRecharge, told: null, since: null };
    const key = keyOf(read);
    const earlier = known.get(key);
    if (listed.isPart) {
      // It may be one that is known, of which the ID or the recharge couldn't be read this time.
      if (id === null && earlier === undefined) continue;
      read.autoRecharge ??= earlier?.autoRecharge ?? null;
    }
    if (!seen.has(key)) seen.set(key, judge(read, earlier, looking));
  }
  const unseen = [...known].flatMap(([key, method]) =>
    seen.has(key) ? [] : [miss(method, { ...looking, isPart: listed.isPart })],
  );
  const all = [...seen.values(), ...unseen];
  return {
    methods: all.flatMap(({ method }) => (method === null ? [] : [method])),
    changes: all.flatMap(({ changes }) => changes),
  };
}

/** What is known from now on, and what `tell` says of the changes; null where nothing has changed. */
export function judgeMethods(
  listed: Listed,
  known: unknown,
  tell: (changes: readonly MethodChange[]) => Telling,
): Judged | null {
  const before = readKnown(known);
  const { methods, changes } = compare(before, listed);
  const isSame = JSON.stringify(methods) === JSON.stringify(before);
  return isSame ? null : { known: { methods }, telling: tell(changes) };
}

/** The same method in each reading. */
export function keyOf({ id, expDate }: Pick<KnownMethod, "id" | "expDate">): string {
  return id === null ? `without ID ${expDate}` : `ID ${id}`;
}

type Looking = { toExpiry: ToExpiry; now: number };

function judge(read: KnownMethod, known: KnownMethod | undefined, { toExpiry, now }: Looking) {
  const expiry = toExpiry(read.expDate);
  const isReadable = expiry.state !== "unreadable";
  // What can't be read is no news; only that it is listed again is.
  const before = known?.told ?? null;
  const unread = before === "gone" ? null : before;
  const told = isReadable ? (expiry.state === "good" ? null : expiry.state) : unread;
  const since = before === null ? now : (known?.since ?? null);
  const method = { ...read, told, since: told === null ? null : since };
  const about = { method, month: isReadable ? expiry.month : null, since };
  const changes: MethodChange[] = [];
  const isMoved = told !== before || (isReadable && known?.expDate !== read.expDate);
  if (told === null && before !== null) changes.push({ kind: "over", ...about });
  if (told !== null && before === null) changes.push({ kind: "begun", told, ...about });
  if (told !== null && before !== null && isMoved) changes.push({ kind: "moved", told, ...about });
  if (known !== undefined && known.autoRecharge !== read.autoRecharge) {
    const { autoRecharge: after } = read;
    changes.push({ kind: "recharge", before: known.autoRecharge, after, ...about, since: now });
  }
  return { method, changes };
}

/** Known, and not in this reading. Without an ID it can't be told from another one. */
function miss(
  method: KnownMethod,
  { isPart, toExpiry, now }: Looking & { isPart: boolean },
): { method: KnownMethod | null; changes: MethodChange[] } {
  if (isPart || method.told === "gone") return { method, changes: [] };
  const expiry = toExpiry(method.expDate);
  const month = expiry.state === "unreadable" ? null : expiry.month;
  const about = { method, month, since: method.since };
  if (method.id === null) {
    return { method: null, changes: method.told === null ? [] : [{ kind: "over", ...about }] };
  }
  if (method.told !== null) return { method: null, changes: [{ kind: "removed", ...about }] };
  const gone = { ...method, told: "gone" as const, since: now };
  return { method: gone, changes: [{ kind: "begun", told: "gone", method: gone, month, since: now }] };
}
