import type { Feature, House } from "../feature.ts";
import { type ChannelDeps, showChannels, turnPage } from "./channels.slack.ts";
import { channelGuide } from "./channels.view.ts";
import { ids } from "./ids.ts";

/** The account's messenger channels, page by page. */
export function createChannels({ lists, wordsOf, formatOf }: House): Feature {
  const deps: ChannelDeps = { read: lists.channels, wordsOf, formatOf };
  return {
    routes: {
      commands: {
        [ids.command]: {
          run: (command) => showChannels(command, 0, deps),
          guide: ({ locale }) => channelGuide(wordsOf(locale)),
        },
      },
      clicks: {
        [ids.page]: (click) => turnPage(click, deps),
        [ids.open]: (click) => showChannels(click, 0, deps),
      },
    },
    home: ({ locale }) => ({ buttons: [{ actionId: ids.open, text: wordsOf(locale).channels.title }] }),
  };
}
