import { z } from "zod";
import { tellChanges } from "../../jobs/index.ts";
import type { Catalogue, Locale } from "../../locales/index.ts";
import { type Answer, plainAnswer, renderAnswer } from "../../slack/blocks/answer.ts";
import type { Click } from "../../slack/edge/interaction.ts";
import type { Person } from "../../slack/people/people.ts";
import type { NewAuditEntry, Store } from "../../store/index.ts";
import type { CardValue } from "./oncall.view.ts";
import {
  type Cards,
  type Change,
  type Owner,
  type OwnerEvent,
  readCards,
  take,
  watchName,
} from "./owners.ts";

export type OncallDeps = {
  watches: Store["watches"];
  isOperator: (person: Person) => boolean;
  /** Why somebody may not, and whom to ask. */
  refusal: (locale: Locale) => Answer;
  /** Whether the card of a subject still needs somebody. */
  isOpen: (subject: string) => Promise<boolean>;
  now: () => Date;
};

const Value = z.object({ subject: z.string(), owner: z.string().nullable() });

function readValue(value: string): CardValue | null {
  try {
    return Value.parse(JSON.parse(value));
  } catch {
    return null;
  }
}

/** "I'm on it": the first counts, and whoever pressed a card that was older by then is told who that is. */
export async function clickTake(click: Click, deps: OncallDeps): Promise<void> {
  const { person, words } = click;
  await click.ack();
  const card = readValue(click.value);
  if (card === null) return click.answer(plainAnswer(words.edge.outdated));
  if (!deps.isOperator(person)) return click.answer(deps.refusal(person.locale));
  const { subject, owner: shown } = card;
  if (!(await deps.isOpen(subject))) return click.answer(plainAnswer(words.oncall.over));
  let first: Owner | null = null;
  await change(subject, deps, (cards) => {
    const decided = take(cards, { subject, by: person.id, shown, now: deps.now() });
    first = "owner" in decided ? decided.owner : null;
    return "owner" in decided ? null : decided;
  });
  if (first !== null) await click.answer(tellFirst(first, person, words.oncall));
}

function tellFirst({ person: first, at }: Owner, person: Person, words: Catalogue["oncall"]): Answer {
  if (first === person.id) return plainAnswer(words.yours);
  return renderAnswer([[{ user: first }, words.first, " · ", { at: new Date(at) }]]);
}

/** A reminder by the clock is nobody's doing. */
function toEntry(subject: string, { oncall, by, other }: OwnerEvent): NewAuditEntry | null {
  if (oncall === "nobody") return null;
  return { event: "taken", person: by, subject: `card:${subject}`, outcome: other };
}

/** Decides by the newest that is known, and commits that together with the card's change. */
export function change(
  subject: string,
  { watches }: Pick<OncallDeps, "watches">,
  decide: (cards: Cards) => Change | null,
): Promise<boolean> {
  return tellChanges(watches, watchName, (known) => {
    const decided = decide(readCards(known));
    if (decided === null) return null;
    const { cards, event } = decided;
    const entry = toEntry(subject, event);
    return {
      known: { cards },
      telling: { changed: [subject], lines: [{ subject, place: "on-call", event }] },
      ...(entry && { entry }),
    };
  });
}
