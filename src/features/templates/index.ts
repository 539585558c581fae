import { wordsOf } from "../../locales/index.ts";
import { operationKind } from "../../operations/index.ts";
import { openUnsettled, type SettleDeps, settleOutcome } from "../../outcomes/settle.slack.ts";
import type { Click, Routes, Search } from "../../slack/edge/interaction.ts";
import { renderNoRight } from "../../slack/people/no-access.ts";
import { eitherOf, NotKnownError, type Person } from "../../slack/people/people.ts";
import { createImports } from "../../store/imports.ts";
import type { Operation } from "../../store/index.ts";
import { createProposals } from "../../store/proposals/proposals.ts";
import { createSightings } from "../../store/sightings/sightings.ts";
import type { Feature, House } from "../feature.ts";
import { clickApprove, submitApproval } from "./approve.slack.ts";
import { backToCommentForm, openCommentAgain, openCommentForm, submitComment } from "./comment.slack.ts";
import { type CommentDeps, commentKind, commentOperation } from "./comment.ts";
import {
  clickWithdraw,
  openEditForm,
  openMore,
  openRequestForm,
  submitEdit,
  submitRequest,
} from "./decide.slack.ts";
import { clickOpen, copyForConsole, openTemplates, submitFinder, suggestTemplates } from "./find.slack.ts";
import { templateGuide } from "./guide.view.ts";
import { didElsewhere, proposedBy, templateButton, waitingForApproval, waitingProposals } from "./home.ts";
import { buttonList, fields, ids, importWord, parseTemplateId } from "./ids.ts";
import { confirmImport, type ImportFormDeps, openImportForm, submitImport } from "./import.slack.ts";
import { formChanges, openProposeForm, submitProposal, suggestButtonTypes } from "./propose.slack.ts";
import { reportFields, vendors } from "./report.input.ts";
import { openReportForm, reportReview, submitReport, suggestStatuses } from "./report.slack.ts";
import { createRounds } from "./rounds.ts";
import { createCommentTeller, createDrawers, createUpdateTeller, tellSeen, tellUpdateEnded } from "./tell.ts";
import type { TemplateDeps } from "./templates-deps.ts";
import { readUpdate, tellProposal, type UpdateDeps, updateKind, updateOperation } from "./update.ts";

/** What was seen of messenger templates, and changing them with a colleague's approval. */
export function createTemplates(house: House): Feature {
  const deps = toDeps(house);
  const { config, platform, store, people } = house;
  const telling = {
    ...{ ...deps, onCall: config.conversations.onCall },
  };
  const update = createUpdateTeller(telling);
  const comment = createCommentTeller(telling);
  const updating: Omit<UpdateDeps, "platform"> = {
    ...deps,
    tellEnded: (trx, ended) => tellUpdateEnded(trx, ended, deps),
  };
  const settleBy = (teller: SettleDeps["teller"]): SettleDeps => ({
    ...{ store, teller },
    isOperator: (person) => people.isOn(config.people.operators, person),
    isKnownOperator: (person) => people.isKnownToBeOn(config.people.operators, person),
  });
  const also: SettleDeps["also"] = (trx, operation) => tellProposal(trx, operation, updating);
  const settle = {
    updates: { ...settleBy(update.teller), also },
    comments: settleBy(comment.teller),
  };
  const tellChanged: CommentDeps["tellChanged"] = (trx, { operation, sighting, recorded }) => {
    const { id, author: by, locale } = operation;
    const name = sighting.vendors[0]?.content.name ?? null;
    const template = { templateId: sighting.templateId, name };
    return tellSeen(trx, recorded, { id, template, by, locale, review: deps.review }, deps);
  };
  return {
    routes: routesOf(deps, settle, house.quota().limit),
    offers: {
      hadPartIn: (operation, person) => hadPartIn(operation, person, deps),
      didElsewhere: (person) => didElsewhere(person, deps),
    },
    tellers: { [updateKind]: update.teller, [commentKind]: comment.teller },
    drawers: createDrawers(deps),
    home: [
      (person) => templateButton(person),
      (person) => waitingProposals(person, deps),
      (person) => proposedBy(person, deps),
    ],
    digest: () => waitingForApproval(wordsOf(config.locale), deps),
    jobs: createRounds({ ...deps, timeZone: config.timeZone }),
    kinds: [
      operationKind(
        updateOperation({ platform, ...updating }, { tells: update.tells, describe: update.teller.describe }),
      ),
      operationKind(
        commentOperation(
          { platform, ...deps, tellChanged },
          { tells: comment.tells, describe: comment.teller.describe, quota: house.quota },
        ),
      ),
    ],
  };
}

/** Its card is theirs to follow, whoever approved it last. */
async function hadPartIn(
  { kind, request }: Operation,
  person: Person,
  { toActor, proposals }: TemplateDeps,
): Promise<boolean> {
  const asked = kind === updateKind ? readUpdate(request) : null;
  if (asked === null) return false;
  const proposal = await proposals.get(asked.proposal);
  return proposal?.revisions.some(({ by }) => by === person.id) === true || toActor(person).isReviewer;
}

function toDeps(house: House): ImportFormDeps {
  const { config, log, people, store, operations, within, newId, now } = house;
  const { senders, reviewers, operators } = config.people;
  const proposers = eitherOf(senders, reviewers);
  return {
    ...{ operations, store, within, newId, now },
    sightings: store.open(createSightings),
    proposals: store.open(createProposals),
    imports: store.open(createImports),
    readFile: house.slackFiles,
    onFileFailure: (error) => log.warn({ err: error }, "a file of a form could not be read"),
    review: config.conversations.review,
    rules: {
      required: config.templates.requiredApprovals,
      mayReview: () => people.namedOn(reviewers),
      hasLeft: people.isKnownOutsider,
    },
    expiresHours: config.templates.proposalExpiresHours,
    reviewReminderDays: config.templates.reviewReminderDays,
    mayPropose: (person) => people.isOn(proposers, person),
    isKnownToPropose: (person) => people.isKnownToBeOn(proposers, person),
    mayApprove: (person, { proposer, revisions, approvals }) =>
      people.isKnownToBeOn(reviewers, person) &&
      person.id !== proposer &&
      [...revisions, ...approvals].every(({ by }) => by !== person.id),
    noAccess: (words) => renderNoRight(words.templates.notAllowed, operators, words.common.access),
    toConsole: (words) => house.offers().toConsole?.(words) ?? [],
    toActor: (person) => ({
      id: person.id,
      get isReviewer() {
        return people.isOn(reviewers, person);
      },
      get mayPropose() {
        return people.isOn(proposers, person);
      },
      get isOperator() {
        return people.isOn(operators, person);
      },
      get mayProposeOrOperates() {
        return people.isOn(eitherOf(proposers, operators), person);
      },
    }),
    toRules: () => ({ required: config.templates.requiredApprovals, now: now(), isReviewer: () => true }),
    toApprovalRules: async ({ approvals }, actor) => {
      const ids = new Set([actor, ...approvals.map(({ by }) => by)]);
      const known = await people.reread([...ids], reviewers);
      if (known.some(({ id, standing }) => id === actor && standing === "not_known")) {
        throw new NotKnownError("Slack did not say in time who approves");
      }
      // An earlier approval doesn't count while Slack doesn't say whose it is; the next approval asks again.
      const isReviewer = (id: string) =>
        known.some((person) => person.id === id && people.isOn(reviewers, person));
      return { required: config.templates.requiredApprovals, now: now(), isReviewer };
    },
    onStoreFailure: (error) => log.error({ err: error }, "a form could not be stored"),
    teamLocale: config.locale,
  };
}

function routesOf(
  deps: ImportFormDeps,
  settle: Record<"updates" | "comments", SettleDeps>,
  dailyLimit: number,
): Routes {
  const guide = (person: Person) =>
    templateGuide(
      {
        required: deps.rules.required,
        reviewReminderDays: deps.reviewReminderDays,
        isReviewed: deps.review !== null,
        mayPropose: deps.isKnownToPropose(person),
        dailyLimit,
      },
      wordsOf(person.locale),
    );
  return {
    commands: {
      [ids.command]: {
        run: (command) =>
          parseTemplateId(command.text)?.toLowerCase() === importWord
            ? openImportForm(command, deps)
            : openTemplates(command, deps),
        guide,
      },
    },
    submissions: {
      [ids.open]: (submission) => submitFinder(submission, deps),
      [ids.update]: (submission) => submitProposal(submission, deps),
      [ids.comment]: (submission) => submitComment(submission, deps),
      [ids.report]: (submission) => submitReport(submission, deps),
      [ids.import]: (submission) => submitImport(submission, deps),
      [ids.confirmImport]: (submission) => confirmImport(submission, deps),
      [ids.edit]: (submission) => submitEdit(submission, deps),
      [ids.approve]: (submission) => submitApproval(submission, deps),
      [ids.requestChanges]: (submission) => submitRequest(submission, deps),
    },
    clicks: {
      [ids.open]: (click) => clickOpen(click, deps),
      [ids.update]: (click) => openProposeForm(click, deps),
      [ids.comment]: (click) => openCommentForm(click, deps),
      [ids.editComment]: (click) => openCommentAgain(click, deps),
      [ids.back]: (click) => backToCommentForm(click, deps),
      [ids.report]: (click) => openReportForm(click, deps),
      [ids.import]: (click) => openImportForm(click, deps),
      [ids.review]: (click) => reportReview(click, deps),
      [ids.approve]: (click) => clickApprove(click, deps),
      [ids.requestChanges]: (click) => openRequestForm(click, deps),
      [ids.more]: (click) => openMore(click, deps),
      [ids.copy]: (click) => copyForConsole(click, deps),
      [ids.edit]: (click) => openEditForm(click, deps),
      [ids.withdraw]: (click) => clickWithdraw(click, deps),
      [ids.settle]: (click) => settleOutcome(click, settle.updates),
      [ids.unsettled]: (click) => openUnsettled(click, settle.updates),
      [ids.settleComment]: (click) => settleOutcome(click, settle.comments),
      [ids.unsettledComments]: (click) => openUnsettled(click, settle.comments),
      ...mapValues(formChanges, (change) => (click: Click) => change(click, deps)),
    },
    suggestions: {
      [`${ids.open}/${fields.templateId}`]: (search) => suggestTemplates(search, deps),
      [`${ids.update}/${buttonList}.buttonType`]: (search) => suggestButtonTypes(search, deps),
      [`${ids.edit}/${buttonList}.buttonType`]: (search) => suggestButtonTypes(search, deps),
      ...Object.fromEntries(
        vendors.map((vendor) => [
          `${ids.report}/${reportFields.status}.${vendor}`,
          (search: Search) => suggestStatuses(search, deps),
        ]),
      ),
    },
  };
}

function mapValues<T, R>(record: Readonly<Record<string, T>>, to: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]));
}
