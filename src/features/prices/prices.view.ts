import { createHash } from "node:crypto";
import type { ListButton } from "../../lists/list.ts";
import { type PagedList, renderPagedList } from "../../lists/paged-list.ts";
import type { PlatformList } from "../../lists/read-list.ts";
import type { Reading } from "../../lists/recent.ts";
import type { Format } from "../../locales/format.ts";
import type { Catalogue } from "../../locales/index.ts";
import { maskDigits } from "../../phone-number.ts";
import type { CountryPrice } from "../../platform/index.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import { type Column, noValue, type Row } from "../../slack/blocks/table.ts";
import type { Guide } from "../../slack/edge/guide.ts";
import type { CountrySearch, Found } from "./country.ts";
import { ids } from "./ids.ts";
import type { PriceQuery } from "./prices.input.ts";

export type PriceRendering = { words: Catalogue; format: Format; search: CountrySearch };

const kinds = ["sms", "lms", "mms", "ata", "cta", "cti"] as const;

/** For the person who asked, with the ways on from here. */
export function renderPrices(
  reading: Reading<PlatformList<CountryPrice>>,
  query: PriceQuery,
  rendering: PriceRendering & { notice?: string },
): Answer {
  const { words, notice } = rendering;
  const list = toPagedList(reading, query, rendering);
  const seen = toDigest(reading, query, rendering.search);
  const post = { actionId: ids.post, text: words.prices.post, value: toValue(query, { seen }) };
  return renderPagedList(
    {
      ...list,
      notes: [...list.notes, ...(notice === undefined ? [] : [[{ bold: notice }]])],
      turn: { actionId: ids.page, valueFor: (page) => toValue({ ...query, page }) },
      buttons: [otherBasis(query, words), ...(list.rows.length === 0 ? [] : [post])],
    },
    { words: words.lists, format: rendering.format },
  );
}

/** The same page for a conversation, where nobody but its author asked for it. */
export function renderPricePost(
  reading: Reading<PlatformList<CountryPrice>>,
  query: PriceQuery & { author: string },
  rendering: PriceRendering,
): Answer {
  const { words, format } = rendering;
  const list = toPagedList(reading, query, rendering, maskNames);
  const asked: Line = [`${words.prices.postedFor} `, { user: query.author }];
  return renderPagedList(
    { ...list, notes: [...list.notes, asked], turn: null, buttons: [] },
    { words: words.lists, format },
  );
}

/** The same for two readings only where they show the same prices, whoever read them and when. */
export function toDigest(
  reading: Reading<PlatformList<CountryPrice>>,
  { country }: Pick<PriceQuery, "country">,
  search: CountrySearch,
): string {
  const told = toListed(search(country, reading.value.items)).map((price) => [
    price.countryName,
    price.countryId,
    ...kinds.map((kind) => price[kind]),
  ]);
  return createHash("sha256").update(JSON.stringify(told)).digest("base64url");
}

/** What the platform calls a country is anybody's words, and a post is everybody's to read. */
function maskNames(price: CountryPrice): CountryPrice {
  const mask = (text: string | null | undefined) => (text ? maskDigits(text) : text);
  return { ...price, countryName: mask(price.countryName), countryId: mask(price.countryId) };
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
    notes: [guide.post],
  };
}

function toPagedList(
  reading: Reading<PlatformList<CountryPrice>>,
  query: PriceQuery,
  { words, format, search }: PriceRendering,
  toTold = (price: CountryPrice) => price,
): Omit<PagedList, "turn" | "buttons"> {
  const { prices } = words;
  const found = search(query.country, reading.value.items);
  const listed = toListed(found).map(toTold);
  const example = toExample(listed, format);
  return {
    title: prices.title,
    readAt: reading.at,
    isCut: reading.value.isCut,
    about: [prices.basis[query.basis]],
    columns: toColumns(words),
    rows: listed.map((price) => toRow(price, format)),
    page: query.page,
    empty: emptyLines(found, query, words),
    notes: listed.length === 0 ? [] : [[prices.kinds], [prices.unit(example)]],
  };
}

function toListed(found: Found): CountryPrice[] {
  return "prices" in found ? found.prices.toSorted(byName) : [];
}

function toColumns({ prices }: Catalogue): Column[] {
  return [
    { heading: prices.country },
    { heading: prices.number },
    ...kinds.map((kind) => ({ heading: kind.toUpperCase(), align: "right" as const })),
  ];
}

function toRow(price: CountryPrice, format: Format): Row {
  const name = price.countryName ?? noValue;
  const numbers = kinds.map((kind) => {
    const value = price[kind];
    return value === null || value === undefined ? noValue : format.number(value);
  });
  return [name, price.countryId ?? noValue, ...numbers];
}

function toExample(listed: readonly CountryPrice[], format: Format) {
  for (const { countryName, sms } of listed) {
    if (countryName && typeof sms === "number") return { country: countryName, price: format.won(sms) };
  }
  return null;
}

function emptyLines(found: Found, { country }: PriceQuery, { prices }: Catalogue): Line[] {
  if (found.kind === "unlisted") return [[prices.unlisted(country)], [prices.hint]];
  return found.kind === "unknown" ? [[prices.unknown(country)], [prices.hint]] : [[prices.none]];
}

function otherBasis(query: PriceQuery, { prices }: Catalogue): ListButton {
  const basis = query.basis === "account" ? "default" : "account";
  return {
    actionId: `${ids.page}:${basis}`,
    text: prices.showBasis[basis],
    value: toValue({ ...query, basis }),
  };
}

function toValue({ country, basis, page, act }: PriceQuery, more: { seen?: string } = {}): string {
  return JSON.stringify({ country, basis, page, act, ...more });
}

function byName(a: CountryPrice, b: CountryPrice): number {
  return (a.countryName ?? "").localeCompare(b.countryName ?? "", "en");
}
