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
  /** Like `isOperator`, but false instead of an error while the right is unknown: for what is only shown. */
  isKnownOperator: (person: Person) => boolean;
  presenter: Presenter;
  inTransaction?: InTransaction;
};

/**
 * Records a person's report on an unknown outcome. The first report counts; the answer to a later one says who was first.
 * A recorded report is answered only if neither post nor form shows it.
 */
export async function resolveOutcome(click: Click, deps: ResolveDeps): Promise<void> {
  await click.ack();
  const notice = await resolve(click, deps);
  if (click.form !== null) {
    const { unknownsCard } = click.form.carried(UnresolvedMetadata);
    // The report is stored by now, so a group whose members are unknown must not cause an error.
    const left = await readFor(click.person, unknownsCard, { ...deps, isOperator: deps.isKnownOperator });
    await click.updateModal(formFor(click.person, left, notice, deps));
  } else if (notice !== null) await click.answer(renderAnswer([notice]));
}

/** Opens the form with all outcomes that this person may resolve. */
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

/** Reads the unknown outcomes of a card or act: all for an operator, else the person's own. */
async function readFor(person: Person, id: string, deps: ResolveDeps): Promise<UnknownsCard> {
  const { store, isOperator } = deps;
  const [head, act = ""] = id.split(/:(.*)/s);
  const of = head === "act" ? { act } : { unknownsCard: id };
  return { ...(await store.operations.unknownsCard(of, isOperator(person) ? undefined : person.id)), id };
}

/** Line to answer: why the report was not recorded, or the new title if the click's post is ephemeral; else null. */
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
