import { createMonitorJobs } from "../../jobs/index.ts";
import { createPlatformList } from "../../lists/readings.ts";
import { wordsOf } from "../../locales/index.ts";
import { readAllPrices } from "../../platform/index.ts";
import type { AppContext, Feature } from "../feature.ts";
import { listCommand } from "../list-command.ts";
import { changesKind, judgePrices, renderPriceChanges } from "./monitor.view.ts";
import { ids, PriceListQuery, parsePriceQuery, renderPrices } from "./prices.view.ts";

export function createPrices(app: AppContext): Feature {
  const { config, lists, formatOf, platform, now } = app;
  const { locale, conversations } = config;
  return {
    ...listCommand(app, {
      ids,
      query: PriceListQuery,
      parse: parsePriceQuery,
      guide: (person) => wordsOf(person.locale).prices.guide,
      title: ({ prices }) => prices.title,
      read: lists.prices,
      render: (reading, query, to) =>
        renderPrices(reading, query, { ...to, lists, locale: to.person.locale }),
    }),
    renderers: {
      [changesKind]: {
        render: async ({ facts }) =>
          renderPriceChanges(facts, {
            words: wordsOf(locale),
            format: formatOf(locale),
            lists,
            locale,
          }),
      },
    },
    // The monitor has its own reader, and shares no cached reading with people.
    jobs: createMonitorJobs(
      "prices",
      app,
      createPlatformList((call) => readAllPrices(platform, {}, call), now),
      ({ value, at }, known) => judgePrices(value, known, { now: at, onCall: conversations.onCall }),
    ),
  };
}
