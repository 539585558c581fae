import type { Format } from "../../locales/format.ts";
import type { Catalogue } from "../../locales/index.ts";
import { beginFinding, changeFinding, type Finding } from "../../outcomes/finding.view.ts";
import { renderAnswer } from "../../slack/blocks/answer.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import type { NewPost } from "../../store/index.ts";
import { type KnownMethod, keyOf, type MethodChange } from "./changes.ts";
import { type Month, parseMonth } from "./expiry.ts";
import { rechargeWords } from "./payments.view.ts";

export type WatchRendering = {
  words: Catalogue["payments"];
  format: Format;
  now: Date;
  onCall: readonly string[];
};

/** So many changes of one reading notify; what is more is counted. */
const mostTold = 10;

/**
 * To on-call: a living post for each method that needs somebody, and one for each changed recharge. A post that is there
 * never goes on saying what is over, however many are; `counted` are changes that have no line of their own.
 */
export function renderChanges(
  changes: readonly MethodChange[],
  rendering: WatchRendering,
): { posts: NewPost[]; counted: MethodChange[] } {
  const { words, format, onCall } = rendering;
  const urgent = changes.toSorted((a, b) => urgency(a) - urgency(b));
  const counted = urgent.slice(mostTold);
  const posts = [
    ...urgent.slice(0, mostTold).flatMap((change) => renderChange(change, rendering)),
    ...counted.flatMap((change) => renderChange(change, rendering)).filter(({ kind }) => kind === "edit"),
  ];
  if (counted.length === 0) return { posts, counted };
  const body = renderAnswer([[words.watch.more(format.number(counted.length))]]);
  const more = { kind: "post" as const, key: null, destinations: [...onCall], body, author: null };
  return { posts: [...posts, more], counted };
}

const byUrgency = ["expired", "expiring", "gone", "over", "removed", "recharge"];

function urgency(change: MethodChange): number {
  return byUrgency.indexOf("told" in change ? change.told : change.kind);
}

function renderChange(change: MethodChange, rendering: WatchRendering): NewPost[] {
  const finding = toFinding(change, rendering);
  const isNew = change.kind === "begun" || change.kind === "recharge";
  return isNew ? [beginFinding(finding, rendering.onCall)] : changeFinding(finding, rendering.onCall);
}

function toFinding(change: MethodChange, { words, format, now }: WatchRendering): Finding {
  const { method, month } = change;
  const key = `finding:payments:${keyOf(method)}`;
  const grey = [[`${words.watch.seen} `, { at: now }]];
  const name = nameOf(method, month, { words, format });
  if (change.kind === "over") return { key, title: words.watch.over(name), says: [], grey };
  if (change.kind === "removed") return { key, title: words.watch.removed(name), says: [], grey };
  if (change.kind === "recharge") {
    const [before, after] = [change.before, change.after].map((number) => rechargeWords(number, format));
    const title = words.watch.recharge(name, before ?? "", after ?? "");
    return { key: `${key} recharge`, title, says: [], grey };
  }
  return { key, title: words.watch.title[change.told](name), says: [[words.watch.says[change.told]]], grey };
}

/** What on-call was told and somebody can still mend, a line each: what is gone stays so. */
export function renderStanding(
  methods: readonly KnownMethod[],
  rendering: Pick<WatchRendering, "words" | "format">,
): Line[] {
  return methods.flatMap((method) => {
    const { told, expDate } = method;
    return told === null || told === "gone"
      ? []
      : [[rendering.words.watch.title[told](nameOf(method, parseMonth(expDate), rendering))]];
  });
}

const shownOfId = 4;

/** By expiry and the end of its ID; its description is for billing viewers alone. */
function nameOf(
  { id }: KnownMethod,
  month: Month | null,
  { words, format }: Pick<WatchRendering, "words" | "format">,
): string {
  const end = id === null ? null : Array.from(id).slice(-shownOfId).join("");
  return words.watch.name(month === null ? null : format.month(month), end);
}
