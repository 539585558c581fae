import { dailyAt } from "../../jobs/daily-at.ts";
import { wordsOf } from "../../locales/index.ts";
import type { LibraryTable, Operation } from "../../store/index.ts";
import type { HomePart, House } from "../feature.ts";
import { costOf } from "./cost.ts";
import { ids } from "./ids.ts";
import { type KindOf, renderAsked } from "./receipts.view.ts";
import { lastSuites } from "./runs/past.ts";
import { sendKind } from "./send.ts";
import type { SendDeps } from "./send-deps.ts";
import { readAbout, readSendable } from "./stored.ts";

/** More than Home shows at once: the rest is counted. */
const mostAsked = 50;

/** Of no more direct messages Home shows a question. */
const mostQuestionnaires = 3;

/** As many as one runs day by day. */
const mostSuites = 3;

/** What somebody sends more of in a day has no sum. */
const mostPriced = 100;

/** Sending, for who may, and apart from it the messages of which this person is asked whether they arrived. */
export function homeParts(
  house: House,
  send: Pick<SendDeps, "quota" | "prices"> & { library: Pick<LibraryTable, "find"> },
  kindOf: KindOf,
): HomePart[] {
  const { config, people, store } = house;
  const { library } = send;
  const sending: HomePart = async (person) => {
    const words = wordsOf(person.locale);
    if (!people.isOn(config.people.senders, person)) return { barred: words.issues.notAllowed };
    const button = { actionId: ids.open, text: words.send.title, style: "primary" as const };
    const tests = { actionId: ids.library, text: words.runs.title };
    const names = await lastSuites(person.id, mostSuites, store.operations);
    const suites = await Promise.all(names.map((name) => library.find("suite", name)));
    const runs = suites.flatMap((suite) =>
      suite === null ? [] : [{ actionId: `${ids.run}:${suite.id}`, text: words.runs.runOf(suite.name) }],
    );
    return { buttons: [button, tests, ...runs], firstSteps: words.home.sending };
  };
  const today: HomePart = async (person) => {
    if (!people.isKnownToBeOn(config.people.senders, person)) return {};
    const { day, limit } = send.quota();
    const used = await store.operations.countUsed(person.id, { day, kind: sendKind });
    if (used === 0) return {};
    const format = house.formatOf(person.locale);
    const cost = await costToday(person.id, house, send);
    const words = wordsOf(person.locale);
    const { home } = words;
    const sent = home.today(format.number(used), format.number(limit));
    return { today: [cost === null ? sent : `${sent} · ${home.costs(words.common.won(cost))}`] };
  };
  const receipts: HomePart = async (person) => {
    const words = wordsOf(person.locale);
    const isStopped = await store.receipts.isStopped(person.id);
    const asked = await store.receipts.waiting(person.id, mostAsked);
    const named = [...new Set(asked.map(questionnaireOf))].slice(0, mostQuestionnaires);
    const read = await Promise.all(named.map((one) => store.receipts.questionnaire(person.id, one)));
    return {
      buttons: isStopped ? [{ actionId: `${ids.receipts}:resume`, text: words.receipts.resume }] : [],
      waiting: asked.map((operation) =>
        renderAsked(operation, read[named.indexOf(questionnaireOf(operation))] ?? [], { kindOf, words }),
      ),
    };
  };
  return [sending, today, receipts];
}

function questionnaireOf({ receipt }: Operation): string {
  return receipt?.questionnaire ?? "";
}

/** What a person's messages of today cost, as far as all of them have a price that is known at this moment; else null. */
async function costToday(
  author: string,
  { config, store, now }: House,
  { prices }: Pick<SendDeps, "prices">,
): Promise<number | null> {
  const began = dailyAt(0, config.timeZone)(now());
  const page = await store.operations.list({ author, limit: mostPriced });
  const isOfToday = ({ createdAt }: Operation) => createdAt >= began;
  if (page.next !== null && page.operations.every(isOfToday)) return null;
  const costs = page.operations
    .filter(isPaid)
    .filter(isOfToday)
    .map(async ({ request, about }) => {
      const { cost } = readAbout(about);
      if (cost !== null) return cost.price;
      const message = readSendable(request)?.message;
      const list = message === undefined ? null : await prices(message.country ?? "82", 0);
      return message === undefined || list === null ? null : costOf(message, list.items).price;
    });
  return (await Promise.all(costs)).reduce(
    (sum, cost) => (sum === null || cost === null ? null : sum + cost),
    0,
  );
}

/** What counts against the limit of the day. */
function isPaid({ kind, outcome }: Operation): boolean {
  return kind === sendKind && outcome !== "refused" && outcome !== "not_sent";
}
