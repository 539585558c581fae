import { wordsOf } from "../../locales/index.ts";
import type { AppContext, Feature } from "../feature.ts";
import { listCommand } from "../list-command.ts";
import { ChannelQuery, ids, parseSearch, renderChannels } from "./channels.view.ts";

export function createChannels(app: AppContext): Feature {
  return listCommand(app, {
    ids,
    query: ChannelQuery,
    parse: parseSearch,
    guide: ({ locale }) => wordsOf(locale).channels.guide,
    title: ({ channels }) => channels.title,
    read: app.lists.channels,
    render: renderChannels,
  });
}
