import type { NameCountry } from "../../lists/country-name.ts";
import type { Format } from "../../locales/format.ts";
import type { Catalogue, Locale } from "../../locales/index.ts";
import { maskDigits } from "../../phone-number.ts";
import { renderAnswer } from "../../slack/blocks/answer.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import { noValue } from "../../slack/blocks/table.ts";
import type { NewPost } from "../../store/index.ts";
import type { KnownPrice, PriceChange } from "./changes.ts";

export type WatchRendering = {
  words: Catalogue["prices"];
  format: Format;
  nameOf: NameCountry;
  locale: Locale;
};

/** A post is read on a phone too. */
const mostLines = 20;
const longestName = 60;

/** One post for all that a reading shows. */
export function renderChanges(
  changes: readonly PriceChange[],
  { now, onCall }: { now: Date; onCall: readonly string[] },
  rendering: WatchRendering,
): NewPost {
  const { words, format } = rendering;
  const rest = changes.length - mostLines;
  const lines: Line[] = [
    [{ bold: words.watch.title }],
    ...changes.slice(0, mostLines).map((change): Line => [`• ${toLine(change, rendering)}`]),
    ...(rest > 0 ? [[words.watch.more(format.number(rest))]] : []),
    [`${words.unit} · ${words.watch.seen} `, { at: now }],
  ];
  return { kind: "post", key: null, destinations: [...onCall], body: renderAnswer(lines), author: null };
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
function toName(country: KnownPrice, { nameOf, locale }: WatchRendering): string {
  const name = shorten(maskDigits(nameOf(country, locale) ?? noValue), longestName);
  return country.countryId === null
    ? name
    : `${name} (${shorten(maskDigits(country.countryId), longestName)})`;
}
