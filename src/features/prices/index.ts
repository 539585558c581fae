import type { Feature, House } from "../feature.ts";
import { ids } from "./ids.ts";
import { askForPrices, type PriceDeps, postPrices, turnPage } from "./prices.slack.ts";
import { priceGuide } from "./prices.view.ts";

/** What a message costs: by country and kind, for the asker, and a page of it for a conversation. */
export function createPrices({ config, lists, store, wordsOf, formatOf, newId }: House): Feature {
  const deps: PriceDeps = {
    read: lists.prices,
    search: lists.searchCountries,
    nameOf: lists.nameCountry,
    posts: store.posts,
    wordsOf,
    formatOf,
    teamLocale: config.locale,
    newId,
  };
  return {
    routes: {
      commands: {
        [ids.command]: {
          run: (command) => askForPrices(command, deps),
          guide: ({ locale }) => priceGuide(wordsOf(locale)),
        },
      },
      clicks: {
        [ids.page]: (click) => turnPage(click, deps),
        [ids.post]: (click) => postPrices(click, deps),
      },
    },
  };
}
