import { storeBudgetMs } from "../../../deadline.ts";
import { wordsOf } from "../../../locales/index.ts";
import { type Notice, toNotice, withNotice } from "../../../outcomes/acknowledgement.view.ts";
import { parseReason, reasonErrors } from "../../../outcomes/repeat.slack.ts";
import { plainAnswer } from "../../../slack/blocks/answer.ts";
import { shorten } from "../../../slack/blocks/limits.ts";
import type { Click, Command, Submission } from "../../../slack/edge/interaction.ts";
import type { Person } from "../../../slack/people/people.ts";
import type { Operation } from "../../../store/index.ts";
import { readSent } from "../again.slack.ts";
import { describeMessage } from "../describe.view.ts";
import { formatIssue } from "../issues.view.ts";
import { splitRecipients } from "../quick-command.input.ts";
import { recipientNameOf, toNameKey } from "../recipients.input.ts";
import { sendKind } from "../send.ts";
import {
  formWaitMs,
  readListFacts,
  readQuotaUsage,
  readSendContext,
  type SendDeps,
  toSiblingSuffix,
} from "../send-deps.ts";
import { fillTemplate } from "../template-text.ts";
import { findWarnings } from "../warnings.ts";
import { openLibrary } from "./library.slack.ts";
import { maxSavedNameLength, readSuite } from "./library.ts";
import { findLastRun } from "./past.ts";
import { planRerun, planSuiteRun, type RunPlan, type RunPlanProblem, toRerunId } from "./plan.ts";
import { type RunContext, RunMetadata, renderRunConfirmation, renderUnsentRun } from "./run.view.ts";

export async function handleTestCommand(command: Command, deps: SendDeps): Promise<void> {
  const { person, text, words } = command;
  if (text === "") return openLibrary(command, deps);
  await command.ack();
  if (!deps.maySend(person)) return command.answer(deps.noAccess(words));
  // Some people type `release: joon`.
  const [name = text, ...typed] = splitRecipients(text.replace(/[\s:：]+/, ","));
  const suites = await deps.within(storeBudgetMs, deps.library.list("suite"));
  if (suites === undefined) return command.answer(plainAnswer(words.common.tooSlow));
  const suite = suites.find((one) => toNameKey(one.name) === toNameKey(name));
  if (suite === undefined)
    return command.answer(plainAnswer(words.runs.unknownSuite(shorten(name, maxSavedNameLength))));
  const names = [...new Set(typed)];
  await confirm(command, { suite: suite.id, ...(names.length > 0 && { names }) }, deps);
}

export async function openSuiteRun(click: Click, deps: SendDeps): Promise<void> {
  await click.ack();
  if (!deps.maySend(click.person)) return click.answer(deps.noAccess(click.words));
  await confirm(click, { suite: click.value }, deps);
}

/** Sends a run's failed messages again, or with `:all` all of them. */
export async function openRerun(click: Click, deps: SendDeps): Promise<void> {
  const own = await readSent(click, deps);
  if (own === null) return;
  const isAll = click.actionId.split(":")[1] === "all";
  await confirm(click, { again: own.act, ...(isAll && { isAll }) }, deps, own);
}

type What = RunMetadata["what"];

async function confirm(
  to: Command | Click,
  what: What,
  deps: SendDeps,
  { conversation }: { conversation: string | null } = to,
): Promise<void> {
  const { person, words } = to;
  const reading = Promise.all([readPlan(person, what, deps), newAct(person, what, deps)]);
  const read = await deps.within(storeBudgetMs, reading);
  if (read === undefined) return to.answer(plainAnswer(words.common.tooSlow));
  const [plan, act] = read;
  if ("denied" in plan) return to.answer(plainAnswer(plan.denied));
  // Names as configured: typed names may be too long for a modal's metadata.
  const shown = "names" in what ? { ...what, names: plan.recipients.map(recipientNameOf) } : what;
  const known = await findKnown(person, plan, deps);
  const options = { words, rules: deps.rules };
  await to.openModal(
    renderRunConfirmation({ ...known, plan, metadata: { act, what: shown, conversation } }, options),
  );
}

/** Act id. A rerun takes this person's first unused id for the run, so that two open confirmations can't both send. */
async function newAct({ id: person }: Person, what: What, { store, newId }: SendDeps): Promise<string> {
  if (!("again" in what)) return newId();
  for (let reruns = 0; ; reruns += 1) {
    const act = toRerunId(person, what.again, reruns);
    if ((await store.operations.get(act)) === null) return act;
  }
}

/** Plans the run as of now. `denied`: reason why nothing can be sent. */
function readPlan(person: Person, what: What, deps: SendDeps): Promise<RunPlan | { denied: string }> {
  return "again" in what ? readAgainPlan(person, what, deps) : readSuitePlan(person, what, deps);
}

async function readSuitePlan(
  { id: me, locale }: Person,
  { suite: suiteId, names }: Extract<What, { suite: string }>,
  { library, rules, now, store }: SendDeps,
): Promise<RunPlan | { denied: string }> {
  const words = wordsOf(locale);
  const suite = await library.get(suiteId);
  if (suite === null) return { denied: words.runs.gone };
  const read = readSuite(suite);
  if (read === null) return { denied: words.runs.nothingToSend };
  const [saved, ranAt] = await Promise.all([
    library.list("message"),
    findLastRun(me, suite, store.operations),
  ]);
  const plan = planSuiteRun({ suite: { ...suite, ...read }, saved, names, ranAt }, { ...rules, me }, now());
  if (!("problem" in plan)) return plan;
  const says = (problem: RunPlanProblem) => {
    if (problem.problem === "no_messages") return words.runs.nothingToSend;
    if (problem.problem === "no_recipients") return words.recipients.nobody;
    if (problem.problem === "many") return words.runs.many(problem.count, problem.limit);
    return formatIssue(problem, rules, words);
  };
  return { denied: says(plan) };
}

async function readAgainPlan(
  { id: me, locale }: Person,
  { again: act, isAll = false }: Extract<What, { again: string }>,
  { store, rules, now }: SendDeps,
): Promise<RunPlan | { denied: string }> {
  const words = wordsOf(locale);
  const run = await store.operations.ofAct(act);
  if (run[0]?.author !== me) return { denied: words.common.gone };
  if (run.some(({ outcome }) => outcome === null)) return { denied: words.runs.again.open };
  const kindOf = (operation: Operation) => describeMessage(operation, words)?.kind ?? words.outcomes.message;
  const plan = planRerun({ run, isAll, kindOf }, { ...rules, me }, now());
  return plan ?? { denied: words.runs.again.nothing };
}

async function findKnown(
  person: Person,
  { messages, recipients }: Pick<RunPlan, "messages" | "recipients">,
  deps: SendDeps,
): Promise<RunContext> {
  const countries = [...new Set(recipients.map(({ country }) => country))];
  const [used, prices, contexts] = await Promise.all([
    readQuotaUsage(person, deps),
    Promise.all(countries.map((country) => deps.prices(country, formWaitMs))),
    Promise.all(
      messages.map(async (message) => ({
        ...message,
        context: await readSendContext(message.body, deps, message.writtenAt),
      })),
    ),
  ]);
  return {
    ...used,
    prices: prices.flatMap((list) => list?.items ?? []),
    warnings: contexts.flatMap(({ name, body, context }) =>
      findWarnings(body, context, countries).map((warning) => ({ name, warning })),
    ),
    named: contexts.map(({ body, context: { template, images } }) => ({
      images,
      template: fillTemplate(body.message, template),
    })),
  };
}

/** Sends exactly the confirmed messages, or nothing if the plan has changed since. */
export async function submitRun(submission: Submission, deps: SendDeps): Promise<void> {
  const { person, words } = submission;
  const show = (notice: Notice) =>
    submission.ack({ response_action: "update", view: withNotice(renderUnsentRun(words), notice) });
  if (!deps.maySend(person)) return show({ says: [words.issues.notAllowed], steps: [] });
  const asked = submission.carried(RunMetadata);
  const reason = parseReason(submission.fields);
  if (asked.needsReason && reason === null) return submission.ackErrors(reasonErrors(words));
  const prepare = async () => {
    const plan = await readPlan(person, asked.what, deps);
    if ("denied" in plan) return plan;
    if (plan.stamp !== asked.stamp) return { denied: words.runs.confirm.changed };
    return await toPrepared({ ...asked, reason }, plan, deps);
  };
  await deps.operations.perform(
    { id: asked.act, kind: sendKind, by: submission, prepare },
    (acknowledgement) => {
      const notice = toNotice(acknowledgement, { kind: words.outcomes.message }, words);
      return notice === null ? submission.ack({ response_action: "clear" }) : show(notice);
    },
  );
}

/** `reason`: typed reason to send messages that may arrive twice. */
async function toPrepared(
  { act, conversation, reason }: Pick<RunMetadata, "act" | "conversation"> & { reason: string | null },
  plan: RunPlan,
  deps: SendDeps,
) {
  const listedAs = await readListFacts(
    plan.operations.map(({ request }) => request),
    deps,
  );
  const [first, ...others] = plan.operations.map(({ request, snapshot, again, needsReason }) => ({
    request: { ...request, agent: deps.agent },
    snapshot: { ...snapshot, ...listedAs(request) },
    ...(again && { again: { ...again, ...(reason !== null && { reason }) } }),
    ...(again === undefined && needsReason === true && reason !== null && { reason }),
  }));
  if (first === undefined) return null;
  const siblings = others.map((one, index) => ({ id: `${act}.${toSiblingSuffix(index + 1)}`, ...one }));
  return { conversation, ...first, ...(siblings.length === 0 ? {} : { siblings }) };
}
