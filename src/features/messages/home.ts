import type { HomePart, House } from "../feature.ts";
import { ids } from "./ids.ts";
import { type KindOf, renderAsked } from "./receipts.view.ts";

/** More than Home shows at once: the rest is counted. */
const mostAsked = 50;

/** Sending, for who may, and the messages of which this person is asked whether they arrived. */
export function homePart(
  { config, people, store, wordsOf }: Pick<House, "config" | "people" | "store" | "wordsOf">,
  kindOf: KindOf,
): HomePart {
  return async (person) => {
    const words = wordsOf(person.locale);
    const maySend = people.isKnownToBeOn(config.people.senders, person);
    const isStopped = await store.receipts.isStopped(person.id);
    const asked = await store.receipts.waiting(person.id, mostAsked);
    return {
      buttons: [
        ...(maySend ? [{ actionId: ids.open, text: words.send.title }] : []),
        ...(isStopped ? [{ actionId: `${ids.receipts}:resume`, text: words.receipts.resume }] : []),
      ],
      firstSteps: maySend ? words.home.sending : [],
      waiting: asked.map((operation) => renderAsked(operation, kindOf, words)),
    };
  };
}
