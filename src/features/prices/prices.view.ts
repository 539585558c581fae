import { z } from "zod";
import { withoutInvisible } from "../../blank-text.ts";
import { type CountrySearchResult, hasCountryNumber } from "../../lists/country.ts";
import { formatDay, type ListButton, type PagedList, renderPagedList } from "../../lists/list.ts";
import { type PlatformList, priceBases, type Reading } from "../../lists/readings.ts";
import type { Format } from "../../locales/format.ts";
import type { Catalogue, Locale } from "../../locales/index.ts";
import type { CountryPrice } from "../../platform/index.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import { shorten, slackLimits } from "../../slack/blocks/limits.ts";
import { type Line, renderContext } from "../../slack/blocks/rich-text.ts";
import { emptyCellText } from "../../slack/blocks/table.ts";
import type { AppContext } from "../feature.ts";
import { priceKinds } from "./monitor.view.ts";

/** Ids that Slack echoes; `page` is followed by `:` and the button's own suffix. */
export const ids = { command: "/msg-prices", page: "prices.page", open: "prices.open" } as const;

export const PriceListQuery = z.object({
  /** Typed country: name, number, code or flag. */
  country: z.string().max(100),
  basis: z.enum(priceBases),
  page: z.int().nonnegative(),
});
export type PriceListQuery = z.infer<typeof PriceListQuery>;

const regionFlag = /(\u{1f3f4}[\u{e0030}-\u{e007a}]{1,6}\u{e007f})/u;

export function parsePriceQuery(text: string): PriceListQuery {
  // A region's flag consists of invisible letters, which have to stay.
  const parts = text
    .split(regionFlag)
    .map((part, index) => (index % 2 === 1 ? part : withoutInvisible(part)));
  return { country: [...parts.join("")].slice(0, 50).join(""), basis: "account", page: 0 };
}

export type PriceRenderOptions = {
  words: Catalogue;
  format: Format;
  lists: Pick<AppContext["lists"], "searchCountries" | "nameCountry">;
  locale: Locale;
};

/** Number of the country that comes first in the list. */
const homeNumber = "82";

export function renderPrices(
  reading: Reading<PlatformList<CountryPrice>>,
  query: PriceListQuery,
  rendering: PriceRenderOptions,
): Answer {
  const { words } = rendering;
  const { prices } = words;
  const found = rendering.lists.searchCountries(query.country, reading.value.items);
  const listed = "prices" in found ? toOrdered(found, rendering) : [];
  const [only, ...others] = listed;
  const isOne = only !== undefined && others.length === 0;
  const basis = prices.basis[query.basis];
  const answer = renderPagedList(
    {
      // The time of reading doesn't matter for an unknown country.
      reading: found.kind === "unknown" ? { ...reading, at: null } : reading,
      about: listed.length === 0 ? [basis] : [basis, prices.unit],
      opens: others.length === 0 ? undefined : toOpening(listed, query, rendering),
      ...(isOne ? toGrid(only, rendering) : toTable(listed, rendering)),
      page: query.page,
      empty: emptyLines(found.kind, query, prices),
      turn: { actionId: ids.page, valueFor: (page) => toValue({ ...query, page }) },
      buttons: [
        ...(query.country === "" ? [] : [allCountries(query, words)]),
        ...(found.kind === "unknown" ? [] : [otherBasis(query, words)]),
      ],
    },
    rendering,
  );
  return isOne ? withDates(answer, only, rendering) : answer;
}

function toOpening(
  listed: readonly CountryPrice[],
  query: PriceListQuery,
  rendering: PriceRenderOptions,
): PagedList["opens"] {
  const { prices } = rendering.words;
  const byNumber = Map.groupBy(listed, (price) => price.countryId ?? nameIn(price, rendering));
  return {
    typed: [`${prices.opens} `, { code: `${ids.command} ${prices.example}` }],
    actionId: `${ids.page}:country`,
    placeholder: prices.choose,
    choices: [...byNumber].map(([country, those]) => {
      const names = [...new Set(those.map((price) => nameIn(price, rendering)))].join(", ");
      const number = those.map(numberOf)[0] ?? "";
      return {
        value: toValue({ ...query, country, page: 0 }),
        label: `${shorten(names, slackLimits.optionText - number.length)}${number}`,
      };
    }),
  };
}

function allCountries(query: PriceListQuery, { prices }: Catalogue): ListButton {
  const value = toValue({ ...query, country: "", page: 0 });
  return { actionId: `${ids.page}:all`, text: prices.showAll, value };
}

type Shown = Pick<PagedList, "title" | "columns" | "rows" | "legend">;

function toGrid(price: CountryPrice, rendering: PriceRenderOptions): Shown {
  const { prices } = rendering.words;
  return {
    title: `${prices.title} · ${shorten(nameIn(price, rendering), maxNameLength)}${numberOf(price)}`,
    columns: [{ heading: prices.kind }, { heading: prices.each, align: "right" }],
    rows: priceKinds.map((kind) => [
      `${kind.toUpperCase()} (${prices.kinds[kind]})`,
      toAmount(price[kind], rendering.format),
    ]),
  };
}

function withDates(
  { text, blocks }: Answer,
  { dateCreated, dateUpdated }: CountryPrice,
  { words, format }: PriceRenderOptions,
): Answer {
  if (!dateCreated && !dateUpdated) return { text, blocks };
  const dates = words.prices.dates(formatDay(dateCreated, format), formatDay(dateUpdated, format));
  const grey = renderContext([[dates]]);
  const steps = blocks.findIndex(({ type }) => type === "actions");
  return { text: `${text}\n${grey.text}`, blocks: blocks.toSpliced(steps, 0, grey.block) };
}

function toTable(listed: readonly CountryPrice[], rendering: PriceRenderOptions): Shown {
  const { prices } = rendering.words;
  const legend = priceKinds.map((kind) => `${kind.toUpperCase()}: ${prices.kinds[kind]}`).join(" · ");
  return {
    title: prices.title,
    columns: [
      { heading: prices.country },
      ...priceKinds.map((kind) => ({
        heading: kind.toUpperCase(),
        align: "right" as const,
      })),
    ],
    rows: listed.map((price) => [
      `${shorten(nameIn(price, rendering), maxNameLength)}${numberOf(price)}`,
      ...priceKinds.map((kind) => toAmount(price[kind], rendering.format)),
    ]),
    legend: listed.length === 0 ? [] : [[legend]],
  };
}

/** Limit of a country's name in characters. */
const maxNameLength = 100;
const maxNumberLength = 20;

function numberOf({ countryId }: CountryPrice): string {
  return countryId ? ` (${shorten(countryId, maxNumberLength)})` : "";
}

function nameIn(
  price: CountryPrice,
  { lists, locale }: Pick<PriceRenderOptions, "lists" | "locale">,
): string {
  return lists.nameCountry(price, locale) ?? emptyCellText;
}

function toOrdered(
  { kind, prices }: Extract<CountrySearchResult, { prices: unknown }>,
  { lists, locale }: PriceRenderOptions,
): CountryPrice[] {
  const { compare } = new Intl.Collator(locale);
  const rank = (price: CountryPrice) => (kind === "all" && hasCountryNumber(price, homeNumber) ? 0 : 1);
  return prices
    .map((price) => ({ price, rank: rank(price), name: lists.nameCountry(price, locale) ?? "" }))
    .toSorted((a, b) => a.rank - b.rank || compare(a.name, b.name))
    .map(({ price }) => price);
}

function toAmount(value: number | null | undefined, format: Format): string {
  return value === null || value === undefined ? emptyCellText : format.number(value);
}

function emptyLines(
  kind: CountrySearchResult["kind"],
  { country }: PriceListQuery,
  prices: Catalogue["prices"],
): Line[] {
  if (kind === "unlisted") return [[prices.unlisted(country)], [prices.hint]];
  return kind === "unknown" ? [[prices.unknown(country)], [prices.hint]] : [[prices.none]];
}

function otherBasis(query: PriceListQuery, { prices }: Catalogue): ListButton {
  const basis = query.basis === "account" ? "default" : "account";
  return {
    actionId: `${ids.page}:${basis}`,
    text: prices.showBasis[basis],
    value: toValue({ ...query, basis }),
  };
}

function toValue({ country, basis, page }: PriceListQuery): string {
  return JSON.stringify({ country, basis, page });
}
