import { createHash } from "node:crypto";
import { z } from "zod";
import type { Format } from "../../locales/format.ts";
import type { Catalogue } from "../../locales/index.ts";
import { createFindingDrawer, type Finding, type Found, tellFindings } from "../../outcomes/finding.view.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import type { Drawer } from "../../slack/posts/queue.ts";
import type { Telling } from "../../store/index.ts";
import { type KnownMethod, keyOf, type MethodChange } from "./changes.ts";
import { type Month, parseMonth } from "./expiry.ts";
import { endOf, rechargeWords } from "./payments.view.ts";

type Words = Catalogue["payments"];

/** The watch, and the kind of its posts. */
export const watchName = "payments";

const amount = z.number().nullable();
const Facts = z.object({
  what: z.enum(["expiring", "expired", "gone", "over", "removed", "recharge"]),
  /** Of its ID; all of it and its description are for billing viewers alone. */
  end: z.string().nullable(),
  month: z.object({ year: z.number(), month: z.number() }).nullable(),
  seenAt: z.number(),
  recharge: z.object({ before: amount, after: amount }).nullable(),
});
type Facts = z.infer<typeof Facts>;

/** To on-call: a living post for each time that a method needs somebody, and one for each changed recharge. */
export function tellMethodChanges(
  changes: readonly MethodChange[],
  { now, onCall }: { now: Date; onCall: readonly string[] },
): Telling {
  return tellFindings(
    changes.map((change) => toFound(change, now)),
    onCall,
  );
}

/** In the team's language. */
export function createDrawers(words: Words, format: Format): Record<string, Drawer> {
  return { [watchName]: createFindingDrawer((facts) => toFinding(facts, words, format)) };
}

function whatOf(change: MethodChange): Facts["what"] {
  return change.kind === "begun" || change.kind === "moved" ? change.told : change.kind;
}

function toFound(change: MethodChange, now: Date): Found {
  const { method, month, since } = change;
  const recharge = change.kind === "recharge" ? { before: change.before, after: change.after } : null;
  const facts: Facts = {
    what: whatOf(change),
    end: endOf(method.id),
    month,
    seenAt: now.getTime(),
    recharge,
  };
  // A subject may be named where its post can't be drawn, and an ID is nobody's to read there.
  const name = createHash("sha256").update(keyOf(method)).digest("base64url");
  const about = recharge === null ? name : `${name}:recharge`;
  return {
    subject: `finding:${watchName}:${about}:${since}`,
    kind: watchName,
    facts,
    isNew: change.kind === "begun" || recharge !== null,
    isKept: change.kind === "begun" || change.kind === "moved",
  };
}

function toFinding(facts: unknown, words: Words, format: Format): Finding {
  const { what, end, month, seenAt, recharge } = Facts.parse(facts);
  const { watch } = words;
  const name = nameOf({ end, month }, words, format);
  const grey = [[`${watch.seen} `, { at: new Date(seenAt) }]];
  if (what === "over" || what === "removed") return { title: watch[what](name), says: [], grey };
  if (what === "recharge") {
    const { before, after } = recharge ?? { before: null, after: null };
    const title = watch.recharge(name, rechargeWords(before, format), rechargeWords(after, format));
    return { title, says: [], grey };
  }
  // Since when it is open stands below by itself.
  const open = { since: new Date(seenAt), inConsole: true };
  return {
    title: troubleTitle(what, { end, month }, words, format),
    says: [[watch.says[what]]],
    grey: [],
    open,
  };
}

/** What on-call was told and somebody can still mend, with what to do, expired ones first: what is gone stays so. */
export function renderStanding(methods: readonly KnownMethod[], words: Words, format: Format): Line[] {
  const expired = methods.filter(({ told }) => told === "expired");
  const expiring = methods.filter(({ told }) => told === "expiring");
  return [...expired, ...expiring].flatMap((method) => {
    const { told, expDate } = method;
    if (told === null || told === "gone") return [];
    const title = troubleTitle(told, { end: endOf(method.id), month: parseMonth(expDate) }, words, format);
    return [[`${title}. ${words.watch.says[told]}`]];
  });
}

/** The last day stands for the month, where there is one. */
function troubleTitle(
  what: keyof Words["watch"]["title"],
  { end, month }: { end: string | null; month: Month | null },
  words: Words,
  format: Format,
): string {
  const { title, name } = words.watch;
  if (what === "gone" || month === null) return title[what](nameOf({ end, month }, words, format), "–");
  return title[what](name(null, end), format.lastDay(month));
}

function nameOf(
  { end, month }: { end: string | null; month: Month | null },
  words: Words,
  format: Format,
): string {
  return words.watch.name(month === null ? null : format.month(month), end);
}
