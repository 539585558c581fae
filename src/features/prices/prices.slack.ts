import type { Within } from "../../deadline.ts";
import type { CountrySearch } from "../../lists/country.ts";
import type { NameCountry } from "../../lists/country-name.ts";
import { turnTo } from "../../lists/paged-list.ts";
import type { ReadPrices } from "../../lists/price-lists.ts";
import { showList } from "../../lists/show-list.ts";
import { explainPlatformFailure } from "../../outcomes/reasons.ts";
import type { Click, Command } from "../../slack/edge/interaction.ts";
import { PriceQuery, parseCountry } from "./prices.input.ts";
import { renderPrices, retryButton } from "./prices.view.ts";

export type PriceDeps = {
  read: ReadPrices;
  search: CountrySearch;
  nameOf: NameCountry;
  within: Within;
};

/** `/msg-prices [country]` */
export async function askForPrices(command: Command, deps: PriceDeps): Promise<void> {
  await showPrices(command, parseCountry(command.text), deps);
}

/** The button on the Home tab: all countries. */
export async function openPrices(click: Click, deps: PriceDeps): Promise<void> {
  await showPrices(click, parseCountry(""), deps);
}

/** The buttons below the list: another page, the other prices, the same once more. */
export async function turnPage(click: Click, deps: PriceDeps): Promise<void> {
  await turnTo(click, PriceQuery, {
    show: (query) => showPrices(click, query, deps),
    outdated: click.words.edge.outdated,
  });
}

async function showPrices(to: Command | Click, query: PriceQuery, deps: PriceDeps): Promise<void> {
  const { words } = to;
  const { title } = words.prices;
  await showList(to, {
    title,
    read: () => deps.read(query),
    render: (reading) => renderPrices(reading, query, renderingFor(to, deps)),
    explain: (error) => explainPlatformFailure(error, words),
    retry: retryButton(query, words),
    loading: words.lists.loading(title),
    within: deps.within,
  });
}

function renderingFor({ person, words, format }: Command | Click, { search, nameOf }: PriceDeps) {
  return { words, format, search, nameOf, locale: person.locale };
}
