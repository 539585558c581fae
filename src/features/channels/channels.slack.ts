import type { Within } from "../../deadline.ts";
import { turnTo } from "../../lists/paged-list.ts";
import type { ReadPlatformList } from "../../lists/read-list.ts";
import { showList } from "../../lists/show-list.ts";
import type { Format } from "../../locales/format.ts";
import type { Catalogue, Locale } from "../../locales/index.ts";
import { explainPlatformFailure } from "../../outcomes/reasons.ts";
import type { Channel } from "../../platform/index.ts";
import type { Click, Command } from "../../slack/edge/interaction.ts";
import { ChannelQuery } from "./channels.input.ts";
import { renderChannels } from "./channels.view.ts";
import { ids } from "./ids.ts";

export type ChannelDeps = {
  read: ReadPlatformList<Channel>;
  wordsOf: (locale: Locale) => Catalogue;
  formatOf: (locale: Locale) => Format;
  within: Within;
};

/** `/msg-channels [search]`, and the buttons below it. */
export async function showChannels(
  to: Command | Click,
  query: ChannelQuery,
  deps: ChannelDeps,
): Promise<void> {
  const { locale } = to.person;
  const words = deps.wordsOf(locale);
  const { title } = words.channels;
  await showList(to, {
    title,
    read: deps.read,
    render: (reading) => renderChannels(reading, query, { words, format: deps.formatOf(locale) }),
    explain: (error) => explainPlatformFailure(error, words),
    retry: { actionId: ids.page, text: words.lists.retry, value: JSON.stringify(query) },
    loading: words.lists.loading(title),
    within: deps.within,
  });
}

export async function turnPage(click: Click, deps: ChannelDeps): Promise<void> {
  await turnTo(click, ChannelQuery, {
    show: (query) => showChannels(click, query, deps),
    outdated: deps.wordsOf(click.person.locale).edge.outdated,
  });
}
