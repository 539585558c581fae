import { type CountrySearch, type Found, hasCountryNumber } from "../../lists/country.ts";
import type { NameCountry } from "../../lists/country-name.ts";
import type { ListButton } from "../../lists/list.ts";
import { type PagedList, renderPagedList } from "../../lists/paged-list.ts";
import type { PlatformList } from "../../lists/read-list.ts";
import type { Reading } from "../../lists/recent.ts";
import { dayWords } from "../../lists/row-lines.ts";
import type { Format } from "../../locales/format.ts";
import type { Catalogue, Locale } from "../../locales/index.ts";
import type { CountryPrice } from "../../platform/index.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import { renderContext } from "../../slack/blocks/context.ts";
import { shorten, slackLimits } from "../../slack/blocks/limits.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import { noValue } from "../../slack/blocks/table.ts";
import type { Guide } from "../../slack/edge/guide.ts";
import { groupByNumber } from "./group.ts";
import { ids } from "./ids.ts";
import { kinds } from "./kinds.ts";
import type { PriceQuery } from "./prices.input.ts";

export type PriceRendering = {
  words: Catalogue;
  format: Format;
  search: CountrySearch;
  nameOf: NameCountry;
  /** The language of the words. */
  locale: Locale;
};

/** Where most of what is sent goes: first among all countries. */
const homeNumber = "82";

/** For the person who asked, with the ways on from here. */
export function renderPrices(
  reading: Reading<PlatformList<CountryPrice>>,
  query: PriceQuery,
  rendering: PriceRendering,
): Answer {
  const { words } = rendering;
  const listed = toListed(rendering.search(query.country, reading.value.items), rendering);
  const list = toPagedList(reading, query, { ...rendering, listed });
  const answer = renderPagedList(
    {
      ...list,
      ...(listed.prices.length < 2 ? {} : { opens: toOpening(listed.prices, query, rendering) }),
      turn: { actionId: ids.page, valueFor: (page) => toValue({ ...query, page }) },
      buttons: [
        ...(query.country === "" ? [] : [allCountries(query, words)]),
        ...(listed.kind === "unknown" ? [] : [otherBasis(query, words)]),
      ],
    },
    { words: words.lists, format: rendering.format },
  );
  return withDates(answer, listed.prices, rendering);
}

export function retryButton(query: PriceQuery, { lists }: Catalogue): ListButton {
  return { actionId: ids.page, text: lists.retry, value: toValue(query) };
}

/** What `/msg-prices` is to anybody. */
export function priceGuide({ prices: { guide } }: Catalogue): Guide {
  return {
    purpose: guide.purpose,
    barred: null,
    uses: [
      { words: "", does: guide.all },
      { words: guide.countryWords, does: guide.one, example: guide.example },
    ],
    notes: [],
  };
}

/** How one country is asked for; those that share a number are shown together. */
function toOpening(
  listed: readonly CountryPrice[],
  query: PriceQuery,
  rendering: PriceRendering,
): PagedList["opens"] {
  const { prices } = rendering.words;
  const named = listed.map((price) => ({
    name: nameIn(price, rendering),
    id: price.countryId ?? null,
    number: numberOf(price),
  }));
  return {
    typed: [`${prices.opens} `, { code: `${ids.command} ${prices.guide.example}` }],
    actionId: `${ids.page}:country`,
    placeholder: prices.choose,
    choices: [...groupByNumber(named)].map(([country, { names, number }]) => ({
      value: toValue({ ...query, country, page: 0 }),
      label: `${shorten([...names].join(", "), slackLimits.optionText - number.length)}${number}`,
    })),
  };
}

function allCountries(query: PriceQuery, { prices }: Catalogue): ListButton {
  const value = toValue({ ...query, country: "", page: 0 });
  return { actionId: `${ids.page}:all`, text: prices.showAll, value };
}

type PriceList = Omit<PagedList, "turn" | "buttons">;

function toPagedList(
  reading: Reading<PlatformList<CountryPrice>>,
  query: PriceQuery,
  rendering: PriceRendering & { listed: Listed },
): PriceList {
  const { prices } = rendering.words;
  const { kind, prices: listed, missing = [] } = rendering.listed;
  const [only, ...others] = listed;
  const list = {
    // Which countries there are depends on nobody's list.
    readAt: kind === "unknown" ? null : reading.at,
    isCut: reading.value.isCut,
    hasGaps: reading.value.hasGaps,
    page: query.page,
    empty: emptyLines(kind, query, prices),
  };
  const basis = prices.basis[query.basis];
  const about = listed.length === 0 ? [basis] : [basis, prices.unit];
  const isOne = only !== undefined && others.length === 0;
  const shown = isOne ? toGrid(only, rendering) : toTable(listed, rendering);
  const lacking: Line[] = missing.map((one) => [prices.unlisted(one)]);
  return { ...list, about, ...shown, notes: [...shown.notes, ...lacking] };
}

/** One country: a line for each kind, with what the abbreviation stands for. */
function toGrid(
  price: CountryPrice,
  rendering: PriceRendering,
): Pick<PriceList, "title" | "columns" | "rows" | "notes"> {
  const { prices } = rendering.words;
  const name = nameIn(price, rendering);
  return {
    title: `${prices.title} · ${shorten(name, longestName)}${numberOf(price)}`,
    columns: [{ heading: prices.kind }, { heading: prices.inWon(prices.each), align: "right" }],
    rows: kinds.map((kind) => [
      `${kind.toUpperCase()} (${prices.kinds[kind]})`,
      toAmount(price[kind], rendering.format),
    ]),
    notes: [],
  };
}

/** The rest of one country's record in grey, above the buttons; nobody asked for that of many. */
function withDates(
  { text, blocks }: Answer,
  [only, ...others]: readonly CountryPrice[],
  { words, format }: Pick<PriceRendering, "words" | "format">,
): Answer {
  const { dateCreated, dateUpdated } = only ?? {};
  if (others.length > 0 || (!dateCreated && !dateUpdated)) return { text, blocks };
  const dates = words.prices.dates(dayWords(dateCreated, format), dayWords(dateUpdated, format));
  const grey = renderContext([[dates]]);
  const steps = blocks.findIndex(({ type }) => type === "actions");
  const above = steps === -1 ? blocks.length : steps;
  return { text: `${text}\n${grey.text}`, blocks: blocks.toSpliced(above, 0, grey.block) };
}

function toTable(
  listed: readonly CountryPrice[],
  rendering: PriceRendering,
): Pick<PriceList, "title" | "columns" | "rows" | "notes"> {
  const { prices } = rendering.words;
  const legend = kinds.map((kind) => `${kind.toUpperCase()}: ${prices.kinds[kind]}`).join(" · ");
  return {
    title: prices.title,
    columns: [
      { heading: prices.country },
      ...kinds.map((kind) => ({
        heading: prices.inWon(kind.toUpperCase()),
        align: "right" as const,
      })),
    ],
    rows: listed.map((price) => [
      `${shorten(nameIn(price, rendering), longestName)}${numberOf(price)}`,
      ...kinds.map((kind) => toAmount(price[kind], rendering.format)),
    ]),
    notes: listed.length === 0 ? [] : [[legend]],
  };
}

/** Longer ones are none, and a title is a line. */
const longestName = 100;
const longestNumber = 20;

function numberOf({ countryId }: CountryPrice): string {
  return countryId ? ` (${shorten(countryId, longestNumber)})` : "";
}

function nameIn(price: CountryPrice, { nameOf, locale }: Pick<PriceRendering, "nameOf" | "locale">): string {
  return nameOf(price, locale) ?? noValue;
}

/** What was found, in the order that it is shown in. */
type Listed = { kind: Found["kind"]; prices: CountryPrice[]; missing?: string[] };

/** Among all countries the home of most messages comes first, the others by name. */
function toListed(found: Found, { nameOf, locale }: Pick<PriceRendering, "nameOf" | "locale">): Listed {
  const { kind } = found;
  if (!("prices" in found)) return { kind, prices: [] };
  const { compare } = new Intl.Collator(locale);
  const rank = (price: CountryPrice) => (kind === "all" && hasCountryNumber(price, homeNumber) ? 0 : 1);
  const prices = found.prices
    .map((price) => ({ price, rank: rank(price), name: nameOf(price, locale) ?? "" }))
    .toSorted((a, b) => a.rank - b.rank || compare(a.name, b.name))
    .map(({ price }) => price);
  return { kind, prices, missing: found.missing ?? [] };
}

function toAmount(value: number | null | undefined, format: Format): string {
  return value === null || value === undefined ? noValue : format.number(value);
}

function emptyLines(kind: Found["kind"], { country }: PriceQuery, prices: Catalogue["prices"]): Line[] {
  if (kind === "unlisted") return [[prices.unlisted(country)], [prices.hint]];
  return kind === "unknown" ? [[prices.unknown(country)], [prices.hint]] : [[prices.none]];
}

function otherBasis(query: PriceQuery, { prices }: Catalogue): ListButton {
  const basis = query.basis === "account" ? "default" : "account";
  return {
    actionId: `${ids.page}:${basis}`,
    text: prices.showBasis[basis],
    value: toValue({ ...query, basis }),
  };
}

function toValue({ country, basis, page }: PriceQuery): string {
  return JSON.stringify({ country, basis, page });
}
