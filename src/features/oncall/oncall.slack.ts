import { z } from "zod";
import { tellChanges } from "../../jobs/watch.ts";
import type { Catalogue, Locale } from "../../locales/index.ts";
import { type Answer, plainAnswer, renderAnswer } from "../../slack/blocks/answer.ts";
import type { Click, Submission } from "../../slack/edge/interaction.ts";
import type { Person } from "../../slack/people/people.ts";
import type { NewAuditEntry, Store } from "../../store/index.ts";
import { type CardValue, personField, renderHandOver } from "./oncall.view.ts";
import {
  type Cards,
  type Change,
  handOver,
  type Owner,
  type OwnerEvent,
  readCards,
  type Taking,
  take,
  watchName,
} from "./owners.ts";

export type OncallDeps = {
  watches: Store["watches"];
  isOperator: (person: Person) => boolean;
  /** Whether somebody who need not be here may take it on. */
  mayTakeOn: (id: string) => Promise<boolean>;
  /** Why somebody may not, and whom to ask. */
  refusal: (locale: Locale) => Answer;
  /** Whether the card of a subject still needs somebody. */
  isOpen: (subject: string) => Promise<boolean>;
  wordsOf: (locale: Locale) => Catalogue;
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
  await click.ack();
  const card = await readCard(click, deps);
  if (card === null) return;
  await changeOwner(click, card, deps, take);
}

/** Opens the form that asks to whom. */
export async function clickHandOver(click: Click, deps: OncallDeps): Promise<void> {
  await click.ack();
  const card = await readCard(click, deps);
  if (card === null) return;
  const { person } = click;
  const words = deps.wordsOf(person.locale).oncall;
  const { owner = null } = readCards((await deps.watches.get(watchName)).known)[card.subject] ?? {};
  if (owner !== null && owner.person !== person.id) return click.answer(tellFirst(owner, person, words));
  await click.openModal(renderHandOver(click.value, words));
}

export async function submitHandOver(submission: Submission, deps: OncallDeps): Promise<void> {
  const { person, fields, view } = submission;
  const words = deps.wordsOf(person.locale);
  const card = readValue(view.private_metadata);
  const to = fields.user(personField);
  if (card === null || to === undefined) {
    return submission.ackErrors({ [personField]: words.oncall.handOver.nobody });
  }
  if (!deps.isOperator(person)) return submission.ackErrors({ [personField]: words.oncall.notAllowed });
  if (!(await deps.mayTakeOn(to))) {
    return submission.ackErrors({ [personField]: words.oncall.handOver.notOperator });
  }
  await submission.ack();
  if (!(await deps.isOpen(card.subject))) return submission.answer(plainAnswer(words.oncall.over));
  await changeOwner(submission, card, deps, (cards, taking) => handOver(cards, { ...taking, to }));
}

/** By who was on it on the card that was pressed; whoever comes too late is told who is first. */
async function changeOwner(
  { person, answer }: Pick<Click | Submission, "person" | "answer">,
  { subject, owner: shown }: CardValue,
  deps: OncallDeps,
  decide: (cards: Cards, taking: Taking) => Change | { owner: Owner },
): Promise<void> {
  const taking = { subject, by: person.id, shown, now: deps.now() };
  let first: Owner | null = null;
  await change(subject, deps, (cards) => {
    const decided = decide(cards, taking);
    first = "owner" in decided ? decided.owner : null;
    return "owner" in decided ? null : decided;
  });
  if (first !== null) await answer(tellFirst(first, person, deps.wordsOf(person.locale).oncall));
}

/** The card of a button, for who may and while there is something to do; anybody else is told. */
async function readCard(click: Click, deps: OncallDeps): Promise<CardValue | null> {
  const { person } = click;
  const words = deps.wordsOf(person.locale);
  const card = readValue(click.value);
  if (card === null) await click.answer(plainAnswer(words.edge.outdated));
  else if (!deps.isOperator(person)) await click.answer(deps.refusal(person.locale));
  else if (!(await deps.isOpen(card.subject))) await click.answer(plainAnswer(words.oncall.over));
  else return card;
  return null;
}

/** What the clock finds is nobody's doing. */
function toEntry(subject: string, { oncall, by, other }: OwnerEvent): NewAuditEntry | null {
  if (oncall === "nobody" || oncall === "left") return null;
  const event = oncall === "took" ? "taken" : "handed_over";
  return { event, person: by, subject: `card:${subject}`, outcome: other };
}

function tellFirst({ person: first, at }: Owner, person: Person, words: Catalogue["oncall"]): Answer {
  if (first === person.id) return plainAnswer(words.yours);
  return renderAnswer([[{ user: first }, words.first, " · ", { at: new Date(at) }]]);
}

/** What is decided by the newest that is known, told together with what it changes. */
export function change(
  subject: string,
  { watches }: Pick<OncallDeps, "watches">,
  decide: (cards: Cards) => Change | null,
): Promise<boolean> {
  return tellChanges(watches, watchName, (known) => {
    const decided = decide(readCards(known));
    if (decided === null) return null;
    const { cards, event } = decided;
    const lines = event === null ? [] : [{ subject, place: "on-call", event }];
    const entry = event && toEntry(subject, event);
    return { known: { cards }, telling: { changed: [subject], lines }, ...(entry && { entry }) };
  });
}
