import type { PlatformClient } from "../../platform/index.ts";
import type { Routes } from "../../slack/edge/router.ts";
import { createCountrySearch } from "./country.ts";
import { ids } from "./ids.ts";
import { askForPrices, type PriceDeps, postPrices, turnPage } from "./prices.slack.ts";
import { createPriceLists } from "./prices.ts";
import { priceGuide } from "./prices.view.ts";

export type PriceOptions = Omit<PriceDeps, "lists" | "search"> & {
  platform: Pick<PlatformClient, "listPrices">;
  now: () => Date;
};

/** What a message costs: by country and kind, for the asker, and a page of it for a conversation. */
export function priceRoutes({ platform, now, ...rest }: PriceOptions): Routes {
  const deps: PriceDeps = {
    ...rest,
    lists: createPriceLists(platform, now),
    search: createCountrySearch(),
  };
  return {
    commands: {
      [ids.command]: {
        run: (command) => askForPrices(command, deps),
        guide: ({ locale }) => priceGuide(deps.wordsOf(locale)),
      },
    },
    clicks: {
      [ids.page]: (click) => turnPage(click, deps),
      [ids.post]: (click) => postPrices(click, deps),
    },
  };
}
