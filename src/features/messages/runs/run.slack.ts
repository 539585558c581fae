import type { ModalView } from "@slack/types";
import { storeBudgetMs } from "../../../deadline.ts";
import { wordsOf } from "../../../locales/index.ts";
import { toNotice, withNotice } from "../../../outcomes/acknowledgement.view.ts";
import { plainAnswer } from "../../../slack/blocks/answer.ts";
import type { Click, Command, Submission } from "../../../slack/edge/interaction.ts";
import type { Person } from "../../../slack/people/people.ts";
import type { LibraryEntry } from "../../../store/index.ts";
import { issueWords } from "../issues.view.ts";
import { splitRecipients } from "../quick-command.input.ts";
import { closeTo, fold, nameOf } from "../recipients.input.ts";
import { sendKind } from "../send.ts";
import { findContext, findListedAs, momentMs, toPlace } from "../send-deps.ts";
import { fillTemplate } from "../template-text.ts";
import { findWarnings } from "../warnings.ts";
import { type LibraryDeps, openLibrary } from "./library.slack.ts";
import { findLastRun } from "./past.ts";
import { type Plan, type PlanProblem, toPlan } from "./plan.ts";
import { type Known, RunMetadata, renderNotRun, renderRun } from "./run.view.ts";
import { readSuite } from "./saved.ts";

/** `/msg-test` and `/msg-test <suite> [names]` */
export async function runByName(command: Command, deps: LibraryDeps): Promise<void> {
  const { person, text } = command;
  const words = wordsOf(person.locale);
  if (text === "") return openLibrary(command, deps);
  await command.ack();
  if (!deps.maySend(person)) return command.answer(deps.noAccess(words));
  const [, name = "", rest = ""] = /^(\S+)\s*(.*)$/s.exec(text) ?? [];
  const suites = await deps.within(storeBudgetMs, deps.library.list("suite"));
  if (suites === undefined) return command.answer(plainAnswer(words.common.tooSlow));
  const suite = suites.find((one) => fold(one.name) === fold(name));
  if (suite === undefined) {
    const close = closeTo(
      name,
      suites.map((one) => one.name),
    );
    return command.answer(plainAnswer(words.runs.unknownSuite(name, close)));
  }
  const names = [...new Set(splitRecipients(rest))];
  await confirm(command, { suite, names: names.length === 0 ? undefined : names }, deps);
}

/** The button beside a suite, and the one on Home, which has it behind the colon. */
export async function runListed(click: Click, deps: LibraryDeps): Promise<void> {
  const { person, actionId, value } = click;
  const words = wordsOf(person.locale);
  await click.ack();
  if (!deps.maySend(person)) return click.answer(deps.noAccess(words));
  const suite = await deps.within(storeBudgetMs, deps.library.get(actionId.split(":")[1] ?? value));
  if (suite === undefined) return click.answer(plainAnswer(words.common.tooSlow));
  if (suite === null) return click.answer(plainAnswer(words.runs.gone));
  await confirm(click, { suite, names: undefined }, deps);
}

type Wanted = { suite: LibraryEntry; names: readonly string[] | undefined };

async function confirm(to: Command | Click, { suite, names }: Wanted, deps: LibraryDeps): Promise<void> {
  const { person, conversation } = to;
  const words = wordsOf(person.locale);
  const plan = await deps.within(storeBudgetMs, readPlan(person, { suite, names }, deps));
  if (plan === undefined) return to.answer(plainAnswer(words.common.tooSlow));
  if ("problem" in plan) return to.answer(plainAnswer(planWords(plan, deps, person)));
  // However they were typed: the confirmation brings back what Slack has room for.
  const whom = names === undefined ? undefined : plan.recipients.map(nameOf);
  const asked = { act: deps.newId(), suite: suite.id, names: whom, conversation };
  await to.openModal(await renderPlan(person, { plan, asked }, deps));
}

type Planned = { plan: Plan; asked: Omit<RunMetadata, "stamp"> };

async function renderPlan(person: Person, { plan, asked }: Planned, deps: LibraryDeps): Promise<ModalView> {
  const metadata = { ...asked, stamp: plan.stamp };
  const known = await findKnown(person, plan, deps);
  const { formatOf, rules } = deps;
  const options = { words: wordsOf(person.locale), format: formatOf(person.locale), rules };
  return renderRun({ plan, metadata, ...known }, options);
}

/** As it would be run now. */
async function readPlan(
  { id: me }: Person,
  { suite, names }: Wanted,
  { library, rules, now, store }: LibraryDeps,
): Promise<Plan | PlanProblem> {
  const read = readSuite(suite);
  if (read === null) return { problem: "no_messages" };
  const [saved, ranAt] = await Promise.all([
    library.list("message"),
    findLastRun(me, suite, store.operations),
  ]);
  return toPlan({ suite: { ...suite, ...read }, saved, names, ranAt }, { ...rules, me }, now());
}

function planWords(problem: PlanProblem, { rules }: LibraryDeps, { locale }: Person): string {
  const words = wordsOf(locale);
  if (problem.problem === "no_messages") return words.runs.nothingToSend;
  if (problem.problem === "no_recipients") return words.recipients.nobody;
  if (problem.problem === "many") return words.runs.many(problem.count, problem.limit);
  return issueWords(problem, rules, words);
}

export async function findKnown(
  person: Person,
  { messages, recipients }: Pick<Plan, "messages" | "recipients">,
  deps: LibraryDeps,
): Promise<Known> {
  const { day, limit } = deps.quota();
  const counting = deps.store.operations.countUsed(person.id, { day, kind: sendKind }).catch(() => null);
  const countries = [...new Set(recipients.map(({ country }) => country))];
  const [usedToday, prices, contexts] = await Promise.all([
    deps.within(momentMs, counting),
    Promise.all(countries.map((country) => deps.prices(country, momentMs))),
    Promise.all(
      messages.map(async (message) => ({
        ...message,
        context: await findContext(message.body, deps, message.writtenAt),
      })),
    ),
  ]);
  return {
    usedToday: usedToday ?? null,
    limit,
    prices: prices.flatMap((list) => list?.items ?? []),
    warnings: contexts.flatMap(({ name, body, context }) =>
      findWarnings(body, context, countries).map((warning) => ({ name, warning })),
    ),
    named: contexts.map(({ body, context: { template, uploaded = [] } }) => ({
      images: new Map(uploaded.map(({ fileId, name }) => [fileId, name])),
      template: fillTemplate(body.message, template),
    })),
  };
}

export async function submitRun(submission: Submission, deps: LibraryDeps): Promise<void> {
  const { person, words } = submission;
  const asked = RunMetadata.parse(JSON.parse(submission.view.private_metadata));
  const read = async () => {
    const suite = await deps.library.get(asked.suite);
    if (suite === null) return { barred: words.runs.gone };
    const plan = await readPlan(person, { suite, names: asked.names }, deps);
    return "problem" in plan ? { barred: planWords(plan, deps, person) } : plan;
  };
  const render = (plan: Plan) => renderPlan(person, { plan, asked }, deps);
  await sendConfirmed(submission, { ...asked, read, render, toPrepared: () => asked }, deps);
}

export type Confirmed<P extends Plan> = {
  act: string;
  stamp: string;
  /** As it would be sent now; in words why not. */
  read: () => Promise<P | { barred: string }>;
  toPrepared: (plan: P) => Asked;
  render: (plan: P) => Promise<ModalView>;
};

/** What was confirmed is what is sent, or nothing: then it is asked again as it stands now. */
export async function sendConfirmed<P extends Plan>(
  submission: Submission,
  { act, stamp, read, toPrepared: toAsked, render }: Confirmed<P>,
  deps: LibraryDeps,
): Promise<void> {
  const { words } = submission;
  const show = (view: ModalView) => submission.ack({ response_action: "update", view });
  if (!deps.maySend(submission.person)) {
    return show(withNotice(renderNotRun(words), { says: [words.issues.notAllowed], steps: [] }));
  }
  const changed: { plan: P | null } = { plan: null };
  const prepare = async () => {
    const plan = await read();
    if ("barred" in plan) return plan;
    if (plan.stamp === stamp) return await toPrepared(toAsked(plan), plan, deps);
    changed.plan = plan;
    return { barred: words.runs.confirm.changed };
  };
  await deps.operations.perform(
    { id: act, kind: sendKind, by: submission, prepare },
    async (acknowledgement) => {
      const notice = toNotice(acknowledgement, { kind: words.outcomes.message }, words);
      if (notice === null) return submission.ack({ response_action: "clear" });
      // At the last moment the store may know more than what was just read.
      if (acknowledgement.kind === "not_again") {
        const plan = await deps.within(storeBudgetMs, read());
        if (plan !== undefined && !("barred" in plan)) changed.plan = plan;
      }
      // What was run already can't be run by this form once more, whatever it would send now.
      const plan = acknowledgement.kind === "duplicate" ? null : changed.plan;
      return show(withNotice(plan === null ? renderNotRun(words) : await render(plan), notice));
    },
  );
}

/** `reason`: typed for what may arrive twice. */
type Asked = Pick<RunMetadata, "act" | "conversation"> & { reason?: string | null };

async function toPrepared({ act, conversation, reason = null }: Asked, plan: Plan, deps: LibraryDeps) {
  const { agent } = deps;
  const bodies = plan.operations.map(({ request }) => request);
  const listedAs = await findListedAs(bodies, deps);
  const [first, ...others] = plan.operations.map(({ request, about, again, needsReason }) => ({
    request: { ...request, agent },
    about: { ...about, ...listedAs(request) },
    ...(again && { again: { ...again, ...(reason !== null && { reason }) } }),
    ...(again === undefined && needsReason && reason !== null && { reason }),
  }));
  if (first === undefined) return null;
  const beside = others.map((one, index) => ({ id: `${act}.${toPlace(index + 1)}`, ...one }));
  return { conversation, ...first, ...(beside.length === 0 ? {} : { beside }) };
}
