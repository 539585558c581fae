import { wordsOf } from "../../locales/index.ts";
import { operationKind } from "../../operations/index.ts";
import { openUnresolved, type ResolveDeps, resolveOutcome } from "../../outcomes/resolve.slack.ts";
import type { Guide } from "../../slack/edge/guide.ts";
import type { Click, Routes } from "../../slack/edge/interaction.ts";
import type { Person } from "../../slack/people/people.ts";
import type { Operation, StoreTransaction } from "../../store/index.ts";
import type { AppContext, Feature } from "../feature.ts";
import { openApprovalForm, submitApproval } from "./approve.slack.ts";
import { openCommentForm, reopenCommentForm, submitComment } from "./comment.slack.ts";
import { commentKind, createCommentKind } from "./comment.ts";
import { createContext, type TemplateContext } from "./context.ts";
import {
  openEditForm,
  openMoreActions,
  openRequestForm,
  submitEdit,
  submitRequest,
  withdrawProposal,
} from "./decide.slack.ts";
import {
  handleTemplateCommand,
  openTemplateOrFinder,
  showTextsToCopy,
  submitFinder,
  suggestTemplates,
} from "./find.slack.ts";
import { createTemplateSection, readDigestProposals, readOwnProposals, waitingProposals } from "./home.ts";
import { buttonListId, fields, ids, importKeyword, parseTemplateId } from "./ids.ts";
import { confirmImport, openImportForm, submitImport } from "./import.slack.ts";
import { createCommentPresenter, createTemplateRenderers, createUpdatePresenter } from "./presenters.ts";
import { openProposeForm, proposeFormChanges, submitProposal, suggestButtonTypes } from "./propose.slack.ts";
import { reportFieldIds, vendorNames } from "./report.input.ts";
import { openReportForm, submitReport, suggestStatuses } from "./report.slack.ts";
import { createProposalJobs } from "./rounds.ts";
import { createUpdateKind, readUpdate, recordUpdateEnd, updateKind } from "./update.ts";

export function createTemplates(app: AppContext): Feature {
  const context = createContext(app);
  const { config, store, people, proposals, review, teamLocale } = context;
  const notification = { review, teamLocale, onCall: config.conversations.onCall };
  const update = createUpdatePresenter(notification);
  const comment = createCommentPresenter(notification);
  const resolveBy = (presenter: ResolveDeps["presenter"]): ResolveDeps => ({
    store,
    presenter,
    isOperator: (person) => people.isOn(config.people.operators, person),
    isKnownOperator: (person) => people.isKnownToBeOn(config.people.operators, person),
  });
  const resolve = {
    updates: {
      ...resolveBy(update.presenter),
      inTransaction: (operation: Operation) => (trx: StoreTransaction) =>
        recordUpdateEnd(trx, operation, context),
    },
    comments: resolveBy(comment.presenter),
  };
  return {
    routes: routesOf(context, resolve),
    services: {
      // Lets authors and reviewers see an update's details, whoever approved it last.
      async hadPartIn({ kind, request }, person) {
        const asked = kind === updateKind ? readUpdate(request) : null;
        if (asked === null) return false;
        const proposal = await proposals.get(asked.proposal);
        const isAuthor = proposal?.revisions.some(({ by }) => by === person.id) === true;
        return isAuthor || context.toActor(person).isReviewer;
      },
    },
    presenters: { [updateKind]: update.presenter, [commentKind]: comment.presenter },
    renderers: createTemplateRenderers(context),
    home: [
      (person) => createTemplateSection(person),
      (person) => waitingProposals(person, context),
      (person) => readOwnProposals(person, context),
    ],
    digest: () => readDigestProposals(wordsOf(config.locale), context),
    jobs: createProposalJobs(context),
    kinds: [
      operationKind(
        createUpdateKind(context, {
          notificationFor: update.notificationFor,
          describe: update.presenter.describe,
        }),
      ),
      operationKind(
        createCommentKind(context, {
          notificationFor: comment.notificationFor,
          describe: comment.presenter.describe,
          quota: app.quota,
        }),
      ),
    ],
  };
}

function routesOf(context: TemplateContext, resolve: Record<"updates" | "comments", ResolveDeps>): Routes {
  const guide = (person: Person) => guideFor(person, context);
  return {
    commands: {
      [ids.command]: {
        run: (command) =>
          parseTemplateId(command.text)?.toLowerCase() === importKeyword
            ? openImportForm(command, context)
            : handleTemplateCommand(command, context),
        guide,
      },
    },
    submissions: {
      [ids.open]: (submission) => submitFinder(submission, context),
      [ids.update]: (submission) => submitProposal(submission, context),
      [ids.comment]: (submission) => submitComment(submission, context),
      [ids.report]: (submission) => submitReport(submission, context),
      [ids.import]: (submission) => submitImport(submission, context),
      [ids.confirmImport]: (submission) => confirmImport(submission, context),
      [ids.edit]: (submission) => submitEdit(submission, context),
      [ids.approve]: (submission) => submitApproval(submission, context),
      [ids.requestChanges]: (submission) => submitRequest(submission, context),
    },
    clicks: {
      [ids.open]: (click) => openTemplateOrFinder(click, context),
      [ids.update]: (click) => openProposeForm(click, context),
      [ids.comment]: (click) => openCommentForm(click, context),
      [ids.editComment]: (click) => reopenCommentForm(click, context),
      [ids.report]: (click) => openReportForm(click, context),
      [ids.import]: (click) => openImportForm(click, context),
      [ids.approve]: (click) => openApprovalForm(click, context),
      [ids.requestChanges]: (click) => openRequestForm(click, context),
      [ids.more]: (click) => openMoreActions(click, context),
      [ids.copy]: (click) => showTextsToCopy(click, context),
      [ids.edit]: (click) => openEditForm(click, context),
      [ids.withdraw]: (click) => withdrawProposal(click, context),
      [ids.resolve]: (click) => resolveOutcome(click, resolve.updates),
      [ids.unresolved]: (click) => openUnresolved(click, resolve.updates),
      [ids.resolveComment]: (click) => resolveOutcome(click, resolve.comments),
      [ids.unresolvedComments]: (click) => openUnresolved(click, resolve.comments),
      ...Object.fromEntries(
        Object.entries(proposeFormChanges).map(([id, change]) => [
          id,
          (click: Click) => change(click, context),
        ]),
      ),
    },
    suggestions: {
      [`${ids.open}/${fields.templateId}`]: (search) => suggestTemplates(search, context),
      [`${ids.update}/${buttonListId}.buttonType`]: suggestButtonTypes,
      [`${ids.edit}/${buttonListId}.buttonType`]: suggestButtonTypes,
      ...Object.fromEntries(
        vendorNames.map((vendor) => [`${ids.report}/${reportFieldIds.status}.${vendor}`, suggestStatuses]),
      ),
    },
  };
}

function guideFor(person: Person, context: TemplateContext): Guide {
  const { templates } = wordsOf(person.locale);
  const { guide } = templates;
  const mayPropose = context.isKnownToPropose(person);
  const { requiredApprovals } = context.config.templates;
  const rounds = context.review === null ? guide.noReviewChannel : guide.approvals(requiredApprovals);
  return {
    purpose: guide.purpose(mayPropose),
    denied: null,
    uses: [
      { words: "", does: guide.list },
      { words: guide.idWords, does: guide.one, example: "KA01TP260201010000000ORDERPLACED" },
      ...(mayPropose ? [{ words: importKeyword, does: guide.import }] : []),
    ],
    notes: mayPropose ? [guide.dailyComments(context.quota().limit), rounds] : [templates.notAllowed],
  };
}
