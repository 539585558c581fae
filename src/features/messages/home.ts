import type { HomePart, House } from "../feature.ts";
import { ids } from "./ids.ts";
import { type KindOf, renderAsked } from "./receipts.view.ts";

/** More than Home shows at once: the rest is counted. */
const mostAsked = 50;

/** Sending, for who may, and apart from it the messages of which this person is asked whether they arrived. */
export function homeParts(
  { config, people, store, wordsOf }: Pick<House, "config" | "people" | "store" | "wordsOf">,
  kindOf: KindOf,
): HomePart[] {
  const sending: HomePart = (person) => {
    const words = wordsOf(person.locale);
    if (!people.isOn(config.people.senders, person)) return { barred: words.issues.notAllowed };
    return { buttons: [{ actionId: ids.open, text: words.send.title }], firstSteps: words.home.sending };
  };
  const receipts: HomePart = async (person) => {
    const words = wordsOf(person.locale);
    const isStopped = await store.receipts.isStopped(person.id);
    const asked = await store.receipts.waiting(person.id, mostAsked);
    return {
      buttons: isStopped ? [{ actionId: `${ids.receipts}:resume`, text: words.receipts.resume }] : [],
      waiting: asked.map((operation) => renderAsked(operation, kindOf, words)),
    };
  };
  return [sending, receipts];
}
