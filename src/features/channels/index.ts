import { wordsOf } from "../../locales/index.ts";
import type { Feature, House } from "../feature.ts";
import { parseSearch } from "./channels.input.ts";
import { type ChannelDeps, showChannels, turnPage } from "./channels.slack.ts";
import { channelGuide } from "./channels.view.ts";
import { ids } from "./ids.ts";

/** The account's messenger channels, page by page, and a search in them. */
export function createChannels({ lists, within }: House): Feature {
  const deps: ChannelDeps = { read: lists.channels, within };
  return {
    routes: {
      commands: {
        [ids.command]: {
          run: (command) => showChannels(command, parseSearch(command.text), deps),
          guide: ({ locale }) => channelGuide(wordsOf(locale)),
        },
      },
      clicks: {
        [ids.page]: (click) => turnPage(click, deps),
        [ids.open]: (click) => showChannels(click, parseSearch(""), deps),
      },
    },
    home: ({ locale }) => ({ buttons: [{ actionId: ids.open, text: wordsOf(locale).channels.title }] }),
  };
}
