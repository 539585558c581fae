import type { ModalView } from "@slack/types";
import { storeBudgetMs } from "../../../deadline.ts";
import { toNotice, withNotice } from "../../../outcomes/acknowledgement.view.ts";
import { readOwn } from "../../../outcomes/own.slack.ts";
import { parseReason, reasonField, reasonSize } from "../../../outcomes/repeat.input.ts";
import { plainAnswer } from "../../../slack/blocks/answer.ts";
import type { Fields } from "../../../slack/edge/fields.ts";
import type { Click, Submission } from "../../../slack/edge/interaction.ts";
import type { Person } from "../../../slack/people/people.ts";
import type { Operation } from "../../../store/index.ts";
import { describeMessage } from "../describe.view.ts";
import { fields } from "../ids.ts";
import { sendKind } from "../send.ts";
import { type AgainPlan, toAgainId, toAgainPlan, type Which } from "./again.ts";
import { AgainMetadata, renderAgain } from "./again.view.ts";
import type { LibraryDeps } from "./library.slack.ts";
import { findKnown, toPrepared } from "./run.slack.ts";
import { renderNotRun } from "./run.view.ts";

const choices: ReadonlyMap<string, Which> = new Map([
  ["all", "all"],
  ["failed", "failed"],
]);

/** The buttons under a run: what would be sent, for its author. */
export async function openAgain(click: Click, deps: LibraryDeps): Promise<void> {
  const { person, actionId } = click;
  const words = deps.wordsOf(person.locale);
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

type Wanted = { run: string; which: Which; only?: readonly string[] | undefined };

/** What of it is ticked; undefined where there is nothing to choose. */
function readOnly(form: Fields): readonly string[] | undefined {
  const ticked = form.choices(fields.again);
  return ticked.length === 0 ? undefined : ticked;
}

/** Something was ticked or not any more: the form says what would be sent then. */
export async function chooseAgain(click: Click, deps: LibraryDeps): Promise<void> {
  const { person, form } = click;
  const words = deps.wordsOf(person.locale);
  await click.ack();
  if (form === null) return;
  const only = readOnly(form.fields);
  // With none ticked it can't be submitted, and stays as it is.
  if (only === undefined) return;
  if (!deps.maySend(person)) return click.answer(deps.noAccess(words));
  const asked = { ...AgainMetadata.parse(JSON.parse(form.metadata)), only };
  const plan = await deps.within(storeBudgetMs, readRun(person, asked, deps));
  if (plan === undefined) return click.answer(plainAnswer(words.common.tooSlow));
  if ("barred" in plan) return click.answer(plainAnswer(plan.barred));
  await click.updateModal(await renderPlan(person, { ...asked, plan }, deps));
}

/** As it would be run now; in words why not. */
async function readRun(
  person: Person,
  { run: id, which, only }: Wanted,
  { store, rules, now, wordsOf }: LibraryDeps,
): Promise<AgainPlan | { barred: string }> {
  const words = wordsOf(person.locale);
  const run = await store.operations.ofAct(id);
  if (run[0]?.author !== person.id) return { barred: words.common.gone };
  if (run.some(isOpen)) return { barred: words.runs.again.open };
  const kindOf = (operation: Operation) => describeMessage(operation, words)?.kind ?? words.outcomes.message;
  const plan = toAgainPlan({ run, which, only, kindOf }, { ...rules, me: person.id }, now());
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

async function renderPlan(
  person: Person,
  shown: Shown,
  deps: LibraryDeps,
  notice?: string,
): Promise<ModalView> {
  const words = deps.wordsOf(person.locale);
  const known = await findKnown(person, shown.plan, deps);
  const options = { words, format: deps.formatOf(person.locale), rules: deps.rules };
  return renderAgain({ ...shown, ...known }, options, notice);
}

/** What was confirmed is what is sent, or nothing: where something has happened since, it is shown anew. */
export async function submitAgain(submission: Submission, deps: LibraryDeps): Promise<void> {
  const { person } = submission;
  const words = deps.wordsOf(person.locale);
  const only = readOnly(submission.fields);
  const asked = { ...AgainMetadata.parse(JSON.parse(submission.view.private_metadata)), only };
  const show = (view: ModalView) => submission.ack({ response_action: "update", view });
  if (!deps.maySend(person)) {
    return show(withNotice(renderNotRun(words), { says: [words.issues.notAllowed], steps: [] }));
  }
  const reason = parseReason(submission.fields);
  if (asked.needsReason && reason === null) {
    const { shortest, longest } = reasonSize;
    return submission.ackErrors({ [reasonField]: words.repeat.reasonSize(shortest, longest) });
  }
  const changed: { plan: AgainPlan | null } = { plan: null };
  const prepare = async () => {
    const plan = await readRun(person, asked, deps);
    if ("barred" in plan) return plan;
    if (plan.stamp === asked.stamp) {
      const { conversation } = plan;
      return await toPrepared({ act: asked.act, conversation, reason }, plan, deps);
    }
    changed.plan = plan;
    return { barred: words.runs.again.changed };
  };
  await deps.operations.perform(
    { id: asked.act, kind: sendKind, by: submission, prepare },
    async (acknowledgement) => {
      const notice = toNotice(acknowledgement, { kind: words.outcomes.message }, words);
      if (notice === null) return submission.ack({ response_action: "clear" });
      // At the last moment the store may know more than what was just read.
      if (acknowledgement.kind === "not_again") {
        const plan = await deps.within(storeBudgetMs, readRun(person, asked, deps));
        if (plan !== undefined && !("barred" in plan)) changed.plan = plan;
      }
      const { plan } = changed;
      if (plan === null || acknowledgement.kind === "duplicate")
        return show(withNotice(renderNotRun(words), notice));
      return show(await renderPlan(person, { ...asked, plan }, deps, words.runs.again.changed));
    },
  );
}
