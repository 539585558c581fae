import type { ModalView } from "@slack/types";
import { type Catalogue, wordsOf } from "../locales/index.ts";
import { plainAnswer, renderAnswer } from "../slack/blocks/answer.ts";
import { type Line, toCommandLine } from "../slack/blocks/rich-text.ts";
import type { Click } from "../slack/edge/interaction.ts";
import type { Person } from "../slack/people/people.ts";
import type { InTransaction, Operation, Store, UnknownsCard } from "../store/index.ts";
import { toReport } from "./again.ts";
import { formatCardTitle } from "./card.view.ts";
import type { Presenter } from "./index.ts";
import { notificationOfChange } from "./notifications.ts";
import { renderUnknownsForm, UnresolvedMetadata } from "./rows.view.ts";

export type ResolveDeps = {
  store: { operations: Pick<Store["operations"], "get" | "resolve" | "unknownsCard"> };
  isOperator: (person: Person) => boolean;
  /** Returns false if `isOperator` would throw because the right is unknown; used only for display. */
  isKnownOperator: (person: Person) => boolean;
  presenter: Presenter;
  inTransaction?: InTransaction;
};

/** Records a person's report, of which the first is final. It is answered only if no post or form shows it. */
export async function resolveOutcome(click: Click, deps: ResolveDeps): Promise<void> {
  await click.ack();
  const notice = await resolve(click, deps);
  if (click.form !== null) {
    const { unknownsCard } = click.form.carried(UnresolvedMetadata);
    // The report is stored by now, so unknown group members must not cause an error.
    const left = await readFor(click.person, unknownsCard, { ...deps, isOperator: deps.isKnownOperator });
    await click.updateModal(formFor(click.person, left, notice, deps));
  } else if (notice !== null) await click.answer(renderAnswer([notice]));
}

export async function openUnresolved(click: Click, deps: ResolveDeps): Promise<void> {
  const { person, words } = click;
  await click.ack();
  const unknownsCard = await readFor(person, click.value, deps);
  if (unknownsCard.left > 0) return void (await click.openModal(formFor(person, unknownsCard, null, deps)));
  const hasSome = deps.isOperator(person) || unknownsCard.total > 0;
  await click.answer(plainAnswer(hasSome ? words.outcomes.unknownsCard.none : words.resolve.notYours));
}

function formFor(
  { id, locale }: Person,
  unknownsCard: UnknownsCard,
  notice: Line | null,
  deps: ResolveDeps,
): ModalView {
  return renderUnknownsForm(unknownsCard, { presenter: deps.presenter, notice, reader: id }, wordsOf(locale));
}

/** Reads the unknown outcomes of a card or act: all for an operator, else only the person's own. */
async function readFor(person: Person, id: string, deps: ResolveDeps): Promise<UnknownsCard> {
  const { store, isOperator } = deps;
  const [head, act = ""] = id.split(/:(.*)/s);
  const of = head === "act" ? { act } : { unknownsCard: id };
  return { ...(await store.operations.unknownsCard(of, isOperator(person) ? undefined : person.id)), id };
}

/** Returns why the report was not recorded, or the new title for an ephemeral post; null if there is nothing to say. */
async function resolve(click: Click, deps: ResolveDeps): Promise<Line | null> {
  const { person, actionId, value } = click;
  const words = wordsOf(person.locale);
  const [, as] = actionId.split(":");
  if (as !== "arrived" && as !== "did_not_arrive") return [words.edge.outdated];
  const operation = await deps.store.operations.get(value);
  if (operation === null) return toCommandLine(words.outcomes.noLonger);
  if (operation.author !== person.id && !deps.isOperator(person)) return [words.resolve.notYours];
  const resolved = await deps.store.operations.resolve(operation.id, {
    by: person.id,
    as,
    inTransaction: deps.inTransaction,
    notificationFor: (one) =>
      notificationOfChange(one, { kind: "reported", operation: one.id, by: person.id, as }),
  });
  if (resolved.kind === "already") return tooLate(resolved.operation, deps, words);
  return click.isEphemeral === true ? [titleOf(resolved.operation, deps, words)] : null;
}

function tooLate(operation: Operation, deps: ResolveDeps, words: Catalogue): Line {
  const report = toReport(operation);
  if (report === null) return [words.resolve.overtaken, { bold: titleOf(operation, deps, words) }];
  const { by, as, at } = report;
  return [words.resolve.already, { user: by }, words.outcomes.says[as], " ", { at }];
}

function titleOf(operation: Operation, { presenter }: ResolveDeps, words: Catalogue): string {
  return formatCardTitle(operation, presenter.describe(operation, words), words);
}
