import { createMonitorJobs } from "../../jobs/index.ts";
import { createPlatformList } from "../../lists/readings.ts";
import { PageNumber } from "../../lists/show-list.ts";
import { type Catalogue, type Locale, wordsOf } from "../../locales/index.ts";
import { readAllPayments } from "../../platform/index.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import type { Guide } from "../../slack/edge/guide.ts";
import { renderNoAccess } from "../../slack/people/no-access.ts";
import type { Person } from "../../slack/people/people.ts";
import type { AppContext, Feature, ReadHomeSection } from "../feature.ts";
import { listCommand } from "../list-command.ts";
import {
  createPaymentRenderers,
  expiryAlertLines,
  judgeMethods,
  paymentMonitorName,
  readKnownMethods,
} from "./monitor.view.ts";
import { ids, renderPayments } from "./payments.view.ts";

/** Limit of monitored methods, more than accounts have, since each may become a post. */
const maxMonitored = 100;

export function createPayments(app: AppContext): Feature {
  const { config, people, platform, formatOf, services, now } = app;
  const { timeZone, locale } = config;
  const { onCall } = config.conversations;
  const createReader = () => createPlatformList((call) => readAllPayments(platform, {}, call), now);
  const mayView = (person: Person) => people.isOn(config.people.billingViewers, person);
  return {
    ...listCommand(app, {
      ids,
      query: PageNumber,
      parse: () => 0,
      guide: (person) => toGuide(wordsOf(person.locale), mayView(person)),
      title: ({ payments }) => payments.title,
      // Checked again for each page.
      refuse: ({ person, words: { payments, common } }) =>
        mayView(person) ? null : renderNoAccess(payments.notAllowed, config.people.operators, common.access),
      read: createReader(),
      render: (reading, page, { words, format }) =>
        renderPayments(reading, page, {
          words,
          format,
          timeZone,
          now: now(),
          toConsole: services().toConsole?.(words) ?? [],
        }),
    }),
    renderers: createPaymentRenderers(wordsOf(locale).payments, formatOf(locale)),
    home: homeParts(app, mayView),
    digest: async () => ({ says: await readStanding(app, locale), makesDay: false }),
    // The monitor has its own reader, and shares no cached reading with people.
    jobs: createMonitorJobs(paymentMonitorName, app, createReader(), ({ value, at }, known) => {
      const { items, isCut, hasGaps } = value;
      const isPart = isCut || hasGaps || items.length > maxMonitored;
      const listed = { methods: items.slice(0, maxMonitored), isPart, now: at, timeZone };
      return judgeMethods(listed, known, onCall);
    }),
  };
}

function toGuide({ payments }: Catalogue, mayView: boolean): Guide {
  const { guide, notAllowed } = payments;
  return mayView ? guide : { ...guide, denied: notAllowed, notes: [] };
}

function homeParts(app: AppContext, mayView: (person: Person) => boolean): ReadHomeSection[] {
  const opening: ReadHomeSection = (person) => {
    const { title } = wordsOf(person.locale).payments;
    return mayView(person) ? { buttons: [{ actionId: ids.open, text: title }] } : {};
  };
  const alerts: ReadHomeSection = async ({ locale }) => ({ alerts: await readStanding(app, locale) });
  return [opening, alerts];
}

async function readStanding({ store, formatOf }: AppContext, locale: Locale): Promise<Line[]> {
  const { known } = await store.monitors.get(paymentMonitorName);
  return expiryAlertLines(readKnownMethods(known) ?? [], wordsOf(locale).payments, formatOf(locale));
}
