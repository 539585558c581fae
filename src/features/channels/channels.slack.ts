import { Page, turnTo } from "../../lists/paged-list.ts";
import type { ReadPlatformList } from "../../lists/read-list.ts";
import { showList } from "../../lists/show-list.ts";
import type { Format } from "../../locales/format.ts";
import type { Catalogue, Locale } from "../../locales/index.ts";
import { explainPlatformFailure } from "../../outcomes/platform-failure.ts";
import type { Channel } from "../../platform/index.ts";
import type { Click, Command } from "../../slack/edge/interaction.ts";
import { renderChannels } from "./channels.view.ts";
import { ids } from "./ids.ts";

export type ChannelDeps = {
  read: ReadPlatformList<Channel>;
  wordsOf: (locale: Locale) => Catalogue;
  formatOf: (locale: Locale) => Format;
};

/** `/msg-channels`, and the buttons below it. */
export async function showChannels(to: Command | Click, page: number, deps: ChannelDeps): Promise<void> {
  const { locale } = to.person;
  const words = deps.wordsOf(locale);
  const { title } = words.channels;
  await showList(to, {
    title,
    read: deps.read,
    render: (reading) => renderChannels(reading, page, { words, format: deps.formatOf(locale) }),
    explain: (error) => explainPlatformFailure(error, words),
    retry: { actionId: ids.page, text: words.lists.retry, value: String(page) },
    loading: words.lists.loading(title),
  });
}

export async function turnPage(click: Click, deps: ChannelDeps): Promise<void> {
  await turnTo(click, Page, {
    show: (page) => showChannels(click, page, deps),
    outdated: deps.wordsOf(click.person.locale).edge.outdated,
  });
}
