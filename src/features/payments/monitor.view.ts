import { createHash } from "node:crypto";
import { z } from "zod";
import type { MonitorUpdate } from "../../jobs/index.ts";
import type { Format } from "../../locales/format.ts";
import type { Catalogue } from "../../locales/index.ts";
import {
  type Alert,
  createAlertRenderer,
  notificationOfAlerts,
  type StoredAlert,
} from "../../outcomes/alert.view.ts";
import type { PaymentMethod } from "../../platform/index.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import type { Renderer } from "../../slack/posts/queue.ts";
import type { Notification } from "../../store/index.ts";
import { createExpiryReader, type ReadExpiry, readMonth, type YearMonth } from "./expiry.ts";
import { formatRecharge, toIdEnding } from "./payments.view.ts";

/** Method as stored between two readings; never with its description. */
const KnownMethod = z.object({
  /** Id of the platform; null if there is none: the method is then recognised by its expiry. */
  id: z.string().nullable(),
  expDate: z.string().nullable(),
  autoRecharge: z.number().nullable(),
  /** Alert that is posted and still holds; null if the method is in order. */
  alerted: z.enum(["expiring", "expired", "gone"]).nullable(),
  /** Start of the alert in milliseconds; a problem that returns later is a new alert. */
  since: z.number().nullable().default(null),
});
export type KnownMethod = z.infer<typeof KnownMethod>;

const Known = z.object({ methods: z.array(KnownMethod) });

export function readKnownMethods(known: unknown): KnownMethod[] | null {
  return Known.safeParse(known).data?.methods ?? null;
}

type Trouble = NonNullable<KnownMethod["alerted"]>;

/** Change to announce. `since`: start of its alert in milliseconds. */
export type MethodChange = { method: KnownMethod; month: YearMonth | null; since: number | null } & (
  | { kind: "begun" | "moved"; alerted: Trouble }
  /** `over`: the alert no longer holds. `removed`: a method with an alert is no longer listed. */
  | { kind: "over" | "removed" }
  | { kind: "recharge"; before: number | null; after: number | null }
);

/** `isPart`: set if the account may have more methods. */
export type MethodReading = {
  methods: readonly PaymentMethod[];
  isPart: boolean;
  now: Date;
  timeZone: string;
};

/**
 * Compares a reading with the known methods. The first reading announces only expiries. A method missing from an
 * incomplete reading may still exist, and an unreadable expiry changes nothing.
 */
export function compareMethods(before: readonly KnownMethod[] | null, listed: MethodReading) {
  const looking = { toExpiry: createExpiryReader(listed.now, listed.timeZone), now: listed.now.getTime() };
  const known = new Map((before ?? []).map((one) => [keyOf(one), one]));
  const seen = new Map<string, { method: KnownMethod; changes: MethodChange[] }>();
  for (const { _id: id = null, expDate = null, autoRecharge = null } of listed.methods) {
    const read = { id, expDate, autoRecharge, alerted: null, since: null };
    const key = keyOf(read);
    const earlier = known.get(key);
    if (listed.isPart) {
      // An incomplete reading may list a known method without its id or recharge.
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

/** Returns the methods to store, and the notification; null if nothing changed. */
export function judgeMethods(
  listed: MethodReading,
  known: unknown,
  onCall: readonly string[],
): MonitorUpdate | null {
  const before = readKnownMethods(known);
  const { methods, changes } = compareMethods(before, listed);
  const isSame = JSON.stringify(methods) === JSON.stringify(before);
  return isSame
    ? null
    : { known: { methods }, notification: notificationOfMethods(changes, { now: listed.now, onCall }) };
}

function keyOf({ id, expDate }: Pick<KnownMethod, "id" | "expDate">): string {
  return id === null ? `without ID ${expDate}` : `ID ${id}`;
}

type Looking = { toExpiry: ReadExpiry; now: number };

function judge(read: KnownMethod, known: KnownMethod | undefined, { toExpiry, now }: Looking) {
  const expiry = toExpiry(read.expDate);
  const isReadable = expiry.state !== "unreadable";
  // An unreadable expiry leaves the alert unchanged, but a method that is listed again isn't gone.
  const before = known?.alerted ?? null;
  const unread = before === "gone" ? null : before;
  const alerted = isReadable ? (expiry.state === "good" ? null : expiry.state) : unread;
  const since = before === null ? now : (known?.since ?? null);
  const method = { ...read, alerted, since: alerted === null ? null : since };
  const about = { method, month: isReadable ? expiry.month : null, since };
  const changes: MethodChange[] = [];
  const isMoved = alerted !== before || (isReadable && known?.expDate !== read.expDate);
  if (alerted === null && before !== null) changes.push({ kind: "over", ...about });
  if (alerted !== null && before === null) changes.push({ kind: "begun", alerted, ...about });
  if (alerted !== null && before !== null && isMoved) changes.push({ kind: "moved", alerted, ...about });
  if (known !== undefined && known.autoRecharge !== read.autoRecharge) {
    const { autoRecharge: after } = read;
    changes.push({ kind: "recharge", before: known.autoRecharge, after, ...about, since: now });
  }
  return { method, changes };
}

/** Handles a known method that a reading lacks. Without an id it is dropped: others may look the same. */
function miss(
  method: KnownMethod,
  { isPart, toExpiry, now }: Looking & { isPart: boolean },
): { method: KnownMethod | null; changes: MethodChange[] } {
  if (isPart || method.alerted === "gone") return { method, changes: [] };
  const expiry = toExpiry(method.expDate);
  const month = expiry.state === "unreadable" ? null : expiry.month;
  const about = { method, month, since: method.since };
  if (method.id === null) {
    return { method: null, changes: method.alerted === null ? [] : [{ kind: "over", ...about }] };
  }
  if (method.alerted !== null) return { method: null, changes: [{ kind: "removed", ...about }] };
  const gone = { ...method, alerted: "gone" as const, since: now };
  return { method: gone, changes: [{ kind: "begun", alerted: "gone", method: gone, month, since: now }] };
}

type Words = Catalogue["payments"];

export const paymentMonitorName = "payments";

const amount = z.number().nullable();
const Facts = z.object({
  what: z.enum(["expiring", "expired", "gone", "over", "removed", "recharge"]),
  /** Last characters of the method's id: only billing viewers may see the full id and the description. */
  end: z.string().nullable(),
  month: z.object({ year: z.number(), month: z.number() }).nullable(),
  seenAt: z.number(),
  recharge: z.object({ before: amount, after: amount }).nullable(),
});
type Facts = z.infer<typeof Facts>;

/** One post for each alert, updated while it lasts, and one for each changed recharge. */
export function notificationOfMethods(
  changes: readonly MethodChange[],
  { now, onCall }: { now: Date; onCall: readonly string[] },
): Notification {
  return notificationOfAlerts(
    changes.map((change) => toFound(change, now)),
    onCall,
  );
}

export function createPaymentRenderers(words: Words, format: Format): Record<string, Renderer> {
  return { [paymentMonitorName]: createAlertRenderer((facts) => toAlert(facts, words, format)) };
}

function whatOf(change: MethodChange): Facts["what"] {
  return change.kind === "begun" || change.kind === "moved" ? change.alerted : change.kind;
}

function toFound(change: MethodChange, now: Date): StoredAlert {
  const { method, month, since } = change;
  const recharge = change.kind === "recharge" ? { before: change.before, after: change.after } : null;
  const facts: Facts = {
    what: whatOf(change),
    end: toIdEnding(method.id),
    month,
    seenAt: now.getTime(),
    recharge,
  };
  // The subject has a hash instead of the id, since a plain post may show it.
  const name = createHash("sha256").update(keyOf(method)).digest("base64url");
  const about = recharge === null ? name : `${name}:recharge`;
  return {
    subject: `alert:${paymentMonitorName}:${about}:${since}`,
    kind: paymentMonitorName,
    facts,
    isNew: change.kind === "begun" || recharge !== null,
    isKept: change.kind === "begun" || change.kind === "moved",
  };
}

function toAlert(facts: unknown, words: Words, format: Format): Alert {
  const { what, end, month, seenAt, recharge } = Facts.parse(facts);
  const { monitor } = words;
  const name = nameOf({ end, month }, words, format);
  const grey = [[`${monitor.seen} `, { at: new Date(seenAt) }]];
  if (what === "over" || what === "removed") return { title: monitor[what](name), says: [], grey };
  if (what === "recharge") {
    const { before, after } = recharge ?? { before: null, after: null };
    const say = (place: number | null) => formatRecharge(place, words, format);
    return { title: monitor.recharge(name, say(before), say(after)), says: [], grey };
  }
  const open = { since: new Date(seenAt), inConsole: true };
  return {
    title: troubleTitle(what, { end, month }, words, format),
    says: [[monitor.says[what]]],
    grey: [],
    open,
  };
}

export function expiryAlertLines(methods: readonly KnownMethod[], words: Words, format: Format): Line[] {
  const expired = methods.filter(({ alerted }) => alerted === "expired");
  const expiring = methods.filter(({ alerted }) => alerted === "expiring");
  return [...expired, ...expiring].flatMap((method) => {
    const { alerted, expDate } = method;
    if (alerted === null || alerted === "gone") return [];
    const title = troubleTitle(
      alerted,
      { end: toIdEnding(method.id), month: readMonth(expDate) },
      words,
      format,
    );
    return [[[title, words.monitor.says[alerted]].join(words.monitor.joint)]];
  });
}

function troubleTitle(
  what: keyof Words["monitor"]["title"],
  { end, month }: { end: string | null; month: YearMonth | null },
  words: Words,
  format: Format,
): string {
  const { title, name } = words.monitor;
  if (what === "gone" || month === null) return title[what](nameOf({ end, month }, words, format), "–");
  return title[what](name(null, end), format.lastDay(month));
}

function nameOf(
  { end, month }: { end: string | null; month: YearMonth | null },
  words: Words,
  format: Format,
): string {
  return words.monitor.name(month === null ? null : format.month(month), end);
}
