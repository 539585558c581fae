import { createPlatformList } from "../../lists/read-list.ts";
import { type Locale, wordsOf } from "../../locales/index.ts";
import { readAllPayments } from "../../platform/index.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import type { Feature, HomePart, House } from "../feature.ts";
import { readKnown } from "./changes.ts";
import { ids } from "./ids.ts";
import { type PaymentDeps, showPayments, turnPage } from "./payments.slack.ts";
import { paymentGuide } from "./payments.view.ts";
import { paymentWatch, watchName } from "./watch.ts";
import { createDrawers, renderStanding } from "./watch.view.ts";

/** The account's payment methods: to the asker alone, and only to those who may see them; and a watch over them. */
export function createPayments(house: House): Feature {
  const { config, people, platform, formatOf, within, now } = house;
  const createReader = () => createPlatformList((call) => readAllPayments(platform, {}, call), now);
  const deps: PaymentDeps = {
    read: createReader(),
    mayView: (person) => people.isOn(config.people.billingViewers, person),
    operators: config.people.operators,
    timeZone: config.timeZone,
    toConsole: (words) => house.offers().toConsole?.(words) ?? [],
    within,
    now,
  };
  return {
    routes: {
      commands: {
        [ids.command]: {
          run: (command) => showPayments(command, 0, deps),
          guide: (person) => paymentGuide(wordsOf(person.locale), deps.mayView(person), config.timeZone),
        },
      },
      clicks: {
        [ids.page]: (click) => turnPage(click, deps),
        [ids.open]: (click) => showPayments(click, 0, deps),
      },
    },
    drawers: createDrawers(wordsOf(config.locale).payments, formatOf(config.locale)),
    home: homeParts(house),
    digest: async () => ({ says: await readStanding(house, config.locale), makesDay: false }),
    jobs: paymentWatch({
      // Its own: what people asked for a moment ago was read for them.
      read: createReader(),
      watches: house.store.watches,
      onCall: config.conversations.onCall,
      timeZone: config.timeZone,
    }),
  };
}

function homeParts(house: House): HomePart[] {
  const { config, people } = house;
  const opening: HomePart = (person) => {
    const mayView = people.isOn(config.people.billingViewers, person);
    return mayView ? { buttons: [{ actionId: ids.open, text: wordsOf(person.locale).payments.title }] } : {};
  };
  const findings: HomePart = async ({ locale }) => ({ findings: await readStanding(house, locale) });
  return [opening, findings];
}

async function readStanding({ store, formatOf }: House, locale: Locale): Promise<Line[]> {
  const { known } = await store.watches.get(watchName);
  return renderStanding(readKnown(known) ?? [], wordsOf(locale).payments, formatOf(locale));
}
