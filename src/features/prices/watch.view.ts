import { z } from "zod";
import type { Format } from "../../locales/format.ts";
import type { Catalogue, Locale } from "../../locales/index.ts";
import { maskDigits } from "../../phone-number.ts";
import { type Answer, renderAnswer } from "../../slack/blocks/answer.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { type Line, withCommands } from "../../slack/blocks/rich-text.ts";
import { noValue } from "../../slack/blocks/table.ts";
import type { Telling } from "../../store/index.ts";
import type { House } from "../feature.ts";
import { type KnownPrice, PriceChange } from "./changes.ts";

type WatchRendering = {
  words: Catalogue["prices"];
  format: Format;
  lists: Pick<House["lists"], "nameCountry">;
  locale: Locale;
};

/** Who draws what a reading shows to have changed. */
export const changesKind = "prices";

const Facts = z.object({
  changes: z.array(PriceChange),
  /** How many there are beside them. */
  rest: z.number(),
  seenAt: z.number(),
});

/** A post is read on a phone too. */
const mostLines = 20;
const longestName = 60;

/** One post for all that a reading shows. */
export function tellPriceChanges(
  changes: readonly PriceChange[],
  { now, onCall }: { now: Date; onCall: readonly string[] },
): Telling {
  const shown = changes.slice(0, mostLines);
  const facts: z.infer<typeof Facts> = {
    changes: shown,
    rest: changes.length - shown.length,
    seenAt: now.getTime(),
  };
  const subject = `${changesKind}:${now.getTime()}`;
  return { posts: [{ subject, place: "on-call", kind: changesKind, destinations: onCall, facts }] };
}

export function renderPriceChanges(stored: unknown, rendering: WatchRendering): Answer {
  const { changes, rest, seenAt } = Facts.parse(stored);
  const { words, format } = rendering;
  return renderAnswer([
    [{ bold: words.watch.title }],
    ...changes.map((change): Line => [`• ${toLine(change, rendering)}`]),
    ...(rest > 0 ? [withCommands(words.watch.more(format.number(rest)))] : []),
    [`${words.unit} · ${words.watch.seen} `, { at: new Date(seenAt) }],
  ]);
}

function toLine(change: PriceChange, rendering: WatchRendering): string {
  const { words, format } = rendering;
  const name = toName(change.country, rendering);
  if (change.what !== "changed") return words.watch[change.what](name);
  const [before, after] = [change.before, change.after].map((value) =>
    value === null ? noValue : format.number(value),
  );
  return `${name} · ${change.kind.toUpperCase()}: ${before} → ${after}`;
}

/** What the platform calls a country is anybody's words. */
function toName(country: KnownPrice, { lists, locale }: WatchRendering): string {
  const name = shorten(maskDigits(lists.nameCountry(country, locale) ?? noValue), longestName);
  return country.countryId === null
    ? name
    : `${name} (${shorten(maskDigits(country.countryId), longestName)})`;
}
