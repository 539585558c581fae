import type { Within } from "../../deadline.ts";
import type { CountrySearch } from "../../lists/country.ts";
import type { NameCountry } from "../../lists/country-name.ts";
import { turnTo } from "../../lists/paged-list.ts";
import type { ReadPrices } from "../../lists/price-lists.ts";
import { showList } from "../../lists/show-list.ts";
import type { Format } from "../../locales/format.ts";
import type { Catalogue, Locale } from "../../locales/index.ts";
import { explainPlatformFailure } from "../../outcomes/platform-failure.ts";
import { plainAnswer, renderAnswer } from "../../slack/blocks/answer.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import type { Click, Command } from "../../slack/edge/interaction.ts";
import { isDirectMessage } from "../../slack/posts/queue.ts";
import type { Store } from "../../store/index.ts";
import { ids } from "./ids.ts";
import { PricePost, PriceQuery, parseCountry } from "./prices.input.ts";
import { renderPricePost, renderPrices, retryButton, toDigest } from "./prices.view.ts";

export type PriceDeps = {
  read: ReadPrices;
  search: CountrySearch;
  nameOf: NameCountry;
  posts: Pick<Store["posts"], "addOnce">;
  wordsOf: (locale: Locale) => Catalogue;
  formatOf: (locale: Locale) => Format;
  /** For posts in conversations. */
  teamLocale: Locale;
  within: Within;
  newId: () => string;
};

/** `/msg-prices [country]` */
export async function askForPrices(command: Command, deps: PriceDeps): Promise<void> {
  await showPrices(command, parseCountry(command.text, deps.newId()), deps);
}

/** The button on the Home tab: all countries. */
export async function openPrices(click: Click, deps: PriceDeps): Promise<void> {
  await showPrices(click, parseCountry("", deps.newId()), deps);
}

/** The buttons below the list: another page, the other prices, the same once more. */
export async function turnPage(click: Click, deps: PriceDeps): Promise<void> {
  await turnTo(click, PriceQuery, {
    show: (query) => showPrices(click, query, deps),
    outdated: deps.wordsOf(click.person.locale).edge.outdated,
  });
}

/** Posts the page that the person has before their eyes, once for each time it was shown. */
export async function postPrices(click: Click, deps: PriceDeps): Promise<void> {
  await turnTo(click, PricePost, {
    show: (wanted) => postShown(click, wanted, deps),
    outdated: deps.wordsOf(click.person.locale).edge.outdated,
  });
}

async function postShown(click: Click, wanted: PricePost, deps: PriceDeps): Promise<void> {
  const { person, conversation } = click;
  const words = deps.wordsOf(person.locale);
  await click.ack();
  const reading = await deps.read(wanted).catch((error: unknown) => explainOrThrow(error, words));
  if (Array.isArray(reading)) return click.answer(renderAnswer(reading));
  const rendering = renderingFor(person.locale, deps);
  const seen = toDigest(reading, wanted, rendering);
  if (seen !== wanted.seen) {
    const options = { ...rendering, mayPost: conversation !== null, notice: words.prices.changed };
    return click.replace(renderPrices(reading, wanted, options), words.prices.title);
  }
  const isDirect = conversation === null || isDirectMessage(conversation);
  const { order } = rendering;
  const shared = isDirect ? rendering : { ...renderingFor(deps.teamLocale, deps), order };
  const isNew = await deps.posts.addOnce({
    subject: `${ids.post}:${wanted.act}:${wanted.basis}:${wanted.page}:${seen}`,
    place: "asker",
    kind: ids.post,
    destinations: isDirect ? [person.id] : [conversation, person.id],
    facts: renderPricePost(reading, { ...wanted, author: person.id }, shared),
  });
  const promise = isDirect ? words.prices.willComeDirect : words.prices.willBePosted;
  await click.answer(plainAnswer(isNew ? promise : words.prices.alreadyPosted));
}

function explainOrThrow(error: unknown, words: Catalogue): Line[] {
  const reasons = explainPlatformFailure(error, words);
  if (reasons === null) throw error;
  return reasons;
}

async function showPrices(to: Command | Click, query: PriceQuery, deps: PriceDeps): Promise<void> {
  const { locale } = to.person;
  const words = deps.wordsOf(locale);
  const { title } = words.prices;
  await showList(to, {
    title,
    read: () => deps.read(query),
    render: (reading) =>
      renderPrices(reading, query, { ...renderingFor(locale, deps), mayPost: to.conversation !== null }),
    explain: (error) => explainPlatformFailure(error, words),
    retry: retryButton(query, words),
    loading: words.lists.loading(title),
    within: deps.within,
  });
}

function renderingFor(locale: Locale, { wordsOf, formatOf, search, nameOf }: PriceDeps) {
  return { words: wordsOf(locale), format: formatOf(locale), search, nameOf, locale, order: locale };
}
