import { createPlatformList } from "../../lists/read-list.ts";
import { wordsOf } from "../../locales/index.ts";
import { readAllPrices } from "../../platform/index.ts";
import type { Feature, House } from "../feature.ts";
import { ids } from "./ids.ts";
import { askForPrices, openPrices, type PriceDeps, turnPage } from "./prices.slack.ts";
import { priceGuide } from "./prices.view.ts";
import { priceWatch } from "./watch.ts";
import { changesKind, renderPriceChanges } from "./watch.view.ts";

/** What a message costs: by country and kind; and a watch over it. */
export function createPrices(house: House): Feature {
  const { config, lists, store, formatOf, within, platform, now } = house;
  const deps: PriceDeps = {
    read: lists.prices,
    search: lists.searchCountries,
    nameOf: lists.nameCountry,
    within,
  };
  const rendering = {
    words: wordsOf(config.locale).prices,
    format: formatOf(config.locale),
    nameOf: lists.nameCountry,
    locale: config.locale,
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
        [ids.open]: (click) => openPrices(click, deps),
      },
    },
    drawers: {
      [changesKind]: { draw: async ({ facts }) => renderPriceChanges(facts, rendering) },
    },
    home: ({ locale }) => ({ buttons: [{ actionId: ids.open, text: wordsOf(locale).prices.title }] }),
    jobs: priceWatch({
      // Its own: what people asked for a moment ago was read for them.
      read: createPlatformList((call) => readAllPrices(platform, {}, call), now),
      watches: store.watches,
      onCall: config.conversations.onCall,
      timeZone: config.timeZone,
    }),
  };
}
