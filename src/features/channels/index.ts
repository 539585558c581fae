import { createPlatformList } from "../../lists/read-list.ts";
import { readAllChannels } from "../../platform/index.ts";
import type { Feature, House } from "../feature.ts";
import { type ChannelDeps, showChannels, turnPage } from "./channels.slack.ts";
import { channelGuide } from "./channels.view.ts";
import { ids } from "./ids.ts";

/** The account's messenger channels, page by page. */
export function createChannels({ platform, wordsOf, formatOf, now }: House): Feature {
  const read = createPlatformList((signal) => readAllChannels(platform, { signal }), now);
  const deps: ChannelDeps = { read, wordsOf, formatOf };
  return {
    routes: {
      commands: {
        [ids.command]: {
          run: (command) => showChannels(command, 0, deps),
          guide: ({ locale }) => channelGuide(wordsOf(locale)),
        },
      },
      clicks: { [ids.page]: (click) => turnPage(click, deps) },
    },
  };
}
