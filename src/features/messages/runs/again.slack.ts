import type { ModalView } from "@slack/types";
import { storeBudgetMs } from "../../../deadline.ts";
import { wordsOf } from "../../../locales/index.ts";
import { readOwn } from "../../../outcomes/handlers.ts";
import { parseReason, reasonField, reasonSize } from "../../../outcomes/repeat.view.ts";
import { plainAnswer } from "../../../slack/blocks/answer.ts";
import type { Click, Submission } from "../../../slack/edge/interaction.ts";
import type { Person } from "../../../slack/people/people.ts";
import type { Operation } from "../../../store/index.ts";
import { describeMessage } from "../describe.view.ts";
import { type AgainPlan, toAgainId, toAgainPlan, type Which } from "./again.ts";
import { AgainMetadata, renderAgain } from "./again.view.ts";
import type { LibraryDeps } from "./library.slack.ts";
import { type Confirmed, findKnown, sendConfirmed } from "./run.slack.ts";

const choices: ReadonlyMap<string, Which> = new Map([
  ["all", "all"],
  ["failed", "failed"],
]);

/** The buttons under a run: what would be sent, for its author. */
export async function openAgain(click: Click, deps: LibraryDeps): Promise<void> {
  const { person, actionId } = click;
  const words = wordsOf(person.locale);
  await click.ack();
  const { outcomes, repeat, edge } = words;
  const which = choices.get(actionId.split(":")[1] ?? "");
  if (which === undefined) return click.answer(plainAnswer(edge.outdated));
  const own = await readOwn(click, deps.store.operations, { ...outcomes, onlyAuthor: repeat.onlyAuthor });
  if (own === null) return;
  if (!deps.maySend(person)) return click.answer(deps.noAccess(words));
  const reading = Promise.all([
    readRun(person, { run: own.act, which }, deps),
    findAct(person, own.act, deps),
  ]);
  const read = await deps.within(storeBudgetMs, reading);
  if (read === undefined) return click.answer(plainAnswer(words.common.tooSlow));
  const [plan, act] = read;
  if ("barred" in plan) return click.answer(plainAnswer(plan.barred));
  await click.openModal(await renderPlan(person, { plan, act, run: own.act, which }, deps));
}

type Wanted = { run: string; which: Which };

/** As it would be run now; in words why not. */
async function readRun(
  person: Person,
  { run: id, which }: Wanted,
  { store, rules, now }: LibraryDeps,
): Promise<AgainPlan | { barred: string }> {
  const words = wordsOf(person.locale);
  const run = await store.operations.ofAct(id);
  if (run[0]?.author !== person.id) return { barred: words.common.gone };
  if (run.some(isOpen)) return { barred: words.runs.again.open };
  const kindOf = (operation: Operation) => describeMessage(operation, words)?.kind ?? words.outcomes.message;
  const plan = toAgainPlan({ run, which, kindOf }, { ...rules, me: person.id }, now());
  return plan ?? { barred: words.runs.again.nothing };
}

function isOpen({ outcome }: Operation): boolean {
  return outcome === null;
}

/** Behind all that this person has run again of it: each is found by its number. */
async function findAct({ id: person }: Person, run: string, { store }: LibraryDeps): Promise<string> {
  for (let reruns = 0; ; reruns += 1) {
    const act = toAgainId(person, run, reruns);
    if ((await store.operations.get(act)) === null) return act;
  }
}

type Shown = Wanted & { plan: AgainPlan; act: string };

async function renderPlan(person: Person, shown: Shown, deps: LibraryDeps): Promise<ModalView> {
  const words = wordsOf(person.locale);
  const known = await findKnown(person, shown.plan, deps);
  const options = { words, format: deps.formatOf(person.locale), rules: deps.rules };
  return renderAgain({ ...shown, ...known }, options);
}

export async function submitAgain(submission: Submission, deps: LibraryDeps): Promise<void> {
  const { person, words } = submission;
  const asked = AgainMetadata.parse(JSON.parse(submission.view.private_metadata));
  const reason = parseReason(submission.fields);
  if (asked.needsReason && reason === null && deps.maySend(person)) {
    const { shortest, longest } = reasonSize;
    return submission.ackErrors({ [reasonField]: words.repeat.reasonSize(shortest, longest) });
  }
  const confirmed: Confirmed<AgainPlan> = {
    ...asked,
    read: () => readRun(person, asked, deps),
    toPrepared: (plan) => ({ act: asked.act, conversation: plan.conversation, reason }),
    render: (plan) => renderPlan(person, { ...asked, plan }, deps),
  };
  await sendConfirmed(submission, confirmed, deps);
}
