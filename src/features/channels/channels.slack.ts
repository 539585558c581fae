import type { Within } from "../../deadline.ts";
import { turnTo } from "../../lists/paged-list.ts";
import type { ReadPlatformList } from "../../lists/read-list.ts";
import { showList } from "../../lists/show-list.ts";
import { explainPlatformFailure } from "../../outcomes/reasons.ts";
import type { Channel } from "../../platform/index.ts";
import type { Click, Command } from "../../slack/edge/interaction.ts";
import { ChannelQuery } from "./channels.input.ts";
import { renderChannels } from "./channels.view.ts";
import { ids } from "./ids.ts";

export type ChannelDeps = {
  read: ReadPlatformList<Channel>;
  within: Within;
};

/** `/msg-channels [search]`, and the buttons below it. */
export async function showChannels(
  to: Command | Click,
  query: ChannelQuery,
  deps: ChannelDeps,
): Promise<void> {
  const { words, format } = to;
  const { title } = words.channels;
  await showList(to, {
    title,
    read: deps.read,
    render: (reading) => renderChannels(reading, query, { words, format }),
    explain: (error) => explainPlatformFailure(error, words),
    retry: { actionId: ids.page, text: words.lists.retry, value: JSON.stringify(query) },
    loading: words.lists.loading(title),
    within: deps.within,
  });
}

export async function turnPage(click: Click, deps: ChannelDeps): Promise<void> {
  await turnTo(click, ChannelQuery, {
    show: (query) => showChannels(click, query, deps),
    outdated: click.words.edge.outdated,
  });
}
