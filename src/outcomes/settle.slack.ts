import type { Catalogue, Locale } from "../locales/index.ts";
import { type Answer, plainAnswer, renderAnswer } from "../slack/blocks/answer.ts";
import type { Click } from "../slack/edge/interaction.ts";
import type { Person } from "../slack/people/people.ts";
import type { Operation, SettledAs, Store } from "../store/index.ts";
import { cardTitle } from "./card.view.ts";
import { type PostOptions, renderChange } from "./posts.view.ts";
import { toReport } from "./report.ts";

export type SettleDeps = {
  store: { operations: Pick<Store["operations"], "get" | "settle"> };
  /** May say what became of anybody's operation. */
  isOperator: (person: Person) => boolean;
  posts: PostOptions;
  wordsOf: (locale: Locale) => Catalogue;
};

const reports: ReadonlyMap<string, SettledAs> = new Map([
  ["arrived", "arrived"],
  ["did_not_arrive", "did_not_arrive"],
]);

/**
 * A person says what became of an unknown outcome. The first one counts, and later ones are told who that was; the
 * answer to the first is the post itself, which changes wherever it stands, and words where the button stands in none.
 */
export async function settleOutcome(click: Click, deps: SettleDeps): Promise<void> {
  const { person } = click;
  const words = deps.wordsOf(person.locale);
  await click.ack();
  const as = reports.get(click.actionId.split(":")[1] ?? "");
  if (as === undefined) return click.answer(plainAnswer(words.edge.outdated));
  const operation = await deps.store.operations.get(click.value);
  if (operation === null) return click.answer(plainAnswer(words.outcomes.noLonger));
  if (operation.author !== person.id && !deps.isOperator(person)) {
    return click.answer(plainAnswer(words.settle.notYours));
  }
  const settled = await deps.store.operations.settle(operation.id, {
    by: person.id,
    as,
    posts: (reported) => {
      const report = toReport(reported);
      return report === null ? [] : renderChange(reported, { kind: "reported", report }, deps.posts);
    },
  });
  if (settled.kind === "already") return click.answer(renderTooLate(settled.operation, deps, words));
  if (click.isEphemeral !== true) return;
  await click.answer(plainAnswer(titleOf(settled.operation, deps, words)));
}

function renderTooLate(operation: Operation, deps: SettleDeps, words: Catalogue): Answer {
  const report = toReport(operation);
  if (report !== null) {
    const { by, as, at } = report;
    return renderAnswer([[words.settle.already, { user: by }, words.outcomes.says[as], " ", { at }]]);
  }
  return renderAnswer([[words.settle.overtaken, { bold: titleOf(operation, deps, words) }]]);
}

function titleOf(operation: Operation, { posts }: SettleDeps, words: Catalogue): string {
  return cardTitle(operation, posts.describe(operation, words), words);
}
