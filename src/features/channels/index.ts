import { createPlatformList, type ReadPlatformList } from "../../lists/read-list.ts";
import { type Channel, type PlatformClient, readAllChannels } from "../../platform/index.ts";
import type { Routes } from "../../slack/edge/router.ts";
import { type ChannelDeps, showChannels, turnPage } from "./channels.slack.ts";
import { channelGuide } from "./channels.view.ts";
import { ids } from "./ids.ts";

/** All messenger channels, briefly remembered: behind the list, and behind whatever offers a choice of them. */
export function createChannelList(
  platform: Pick<PlatformClient, "listChannels">,
  now: () => Date,
): ReadPlatformList<Channel> {
  return createPlatformList((signal) => readAllChannels(platform, { signal }), now);
}

/** The account's messenger channels, page by page. */
export function channelRoutes(deps: ChannelDeps): Routes {
  return {
    commands: {
      [ids.command]: {
        run: (command) => showChannels(command, 0, deps),
        guide: ({ locale }) => channelGuide(deps.wordsOf(locale)),
      },
    },
    clicks: { [ids.page]: (click) => turnPage(click, deps) },
  };
}
