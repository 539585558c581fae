import { createPlatformList } from "../../lists/read-list.ts";
import { readAllPayments } from "../../platform/index.ts";
import type { Feature, House } from "../feature.ts";
import { ids } from "./ids.ts";
import { type PaymentDeps, showPayments, turnPage } from "./payments.slack.ts";
import { paymentGuide } from "./payments.view.ts";

/** The account's payment methods: to the asker alone, and only to those who may see them. */
export function createPayments({ config, people, platform, wordsOf, formatOf, now }: House): Feature {
  const deps: PaymentDeps = {
    read: createPlatformList((signal) => readAllPayments(platform, {}, { signal }), now),
    mayView: (person) => people.isOn(config.people.billingViewers, person),
    operators: config.people.operators,
    wordsOf,
    formatOf,
    timeZone: config.timeZone,
    now,
  };
  return {
    routes: {
      commands: {
        [ids.command]: {
          run: (command) => showPayments(command, 0, deps),
          guide: (person) => paymentGuide(wordsOf(person.locale), deps.mayView(person)),
        },
      },
      clicks: { [ids.page]: (click) => turnPage(click, deps) },
    },
  };
}
