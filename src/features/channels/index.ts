import { wordsOf } from "../../locales/index.ts";
import type { AppContext, Feature } from "../feature.ts";
import { listCommand } from "../list-command.ts";
import { ChannelListQuery, ids, parseChannelQuery, renderChannels } from "./channels.view.ts";

export function createChannels(app: AppContext): Feature {
  return listCommand(app, {
    ids,
    query: ChannelListQuery,
    parse: parseChannelQuery,
    guide: ({ locale }) => wordsOf(locale).channels.guide,
    title: ({ channels }) => channels.title,
    read: app.lists.channels,
    render: renderChannels,
  });
}
