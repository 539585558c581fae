import type { Catalogue, Locale } from "../../locales/index.ts";
import { type Answer, plainAnswer, renderAnswer } from "../../slack/blocks/answer.ts";
import type { Click } from "../../slack/edge/interaction.ts";
import type { Person } from "../../slack/people/people.ts";
import type { Operation, SettledAs, Store } from "../../store/index.ts";
import { ids } from "./ids.ts";
import { type PostOptions, renderReportPosts, renderUsedPost } from "./posts.view.ts";
import { renderReport, toReport } from "./report.view.ts";
import { nameMessage } from "./result.view.ts";

export type SettleDeps = {
  store: { operations: Pick<Store["operations"], "get" | "settle"> };
  /** May say what became of anybody's message. */
  isOperator: (person: Person) => boolean;
  posts: PostOptions;
  wordsOf: (locale: Locale) => Catalogue;
  now: () => Date;
};

const reports: ReadonlyMap<string, SettledAs> = new Map([
  [`${ids.settle}:arrived`, "arrived"],
  [`${ids.settle}:did_not_arrive`, "did_not_arrive"],
]);

/** A person says what became of an unknown outcome. The first one counts, and later ones are told who that was. */
export async function settleOutcome(click: Click, deps: SettleDeps): Promise<void> {
  const { person } = click;
  const { store, posts } = deps;
  const words = deps.wordsOf(person.locale);
  await click.ack();
  const as = reports.get(click.actionId);
  if (as === undefined) return click.answer(plainAnswer(words.edge.outdated));
  const operation = await store.operations.get(click.value);
  if (operation === null) return click.answer(plainAnswer(words.result.noLonger));
  if (operation.author !== person.id && !deps.isOperator(person)) {
    return click.answer(plainAnswer(words.settle.notYours));
  }
  const report = { by: person.id, as, at: deps.now() };
  const settled = await store.operations.settle(operation.id, {
    by: person.id,
    as,
    posts: renderReportPosts(operation, report, posts),
  });
  const used = renderUsedPost(settled.operation, posts);
  if (settled.kind === "already") {
    await click.answer(renderTooLate(settled.operation, deps, words));
    await click.replace(used).catch(() => {});
    return;
  }
  // The report is stored and told by posts of its own: a clicked post that can't be replaced takes nothing from it.
  await click.replace(used).catch(() => click.answer(renderAnswer([renderReport(report, words)])));
}

function renderTooLate(operation: Operation, { posts }: SettleDeps, words: Catalogue): Answer {
  const report = toReport(operation);
  if (report !== null) return renderAnswer([[words.settle.already, ...renderReport(report, words)]]);
  const { kind, to } = nameMessage(operation, { ...posts, words });
  return renderAnswer([
    [words.settle.overtaken],
    [{ bold: words.result.heading[operation.outcome ?? "unknown"](kind, to) }],
  ]);
}
