import { z } from "zod";
import { shortenId, toShownId } from "../../foreign-id.ts";
import { type Catalogue, type Locale, wordsOf } from "../../locales/index.ts";
import { withTerms } from "../../locales/terms.ts";
import { type Description, toUnnamedFact } from "../../operations/kind.ts";
import { createPresenter, type Presenter } from "../../outcomes/index.ts";
import { notificationOfEnd } from "../../outcomes/notifications.ts";
import { readRemedies } from "../../outcomes/reasons.ts";
import { type Answer, renderAnswer } from "../../slack/blocks/answer.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import type { Renderer } from "../../slack/posts/queue.ts";
import type {
  Notification,
  ObservedComment,
  ObservedVendor,
  Operation,
  Proposal,
  Store,
  Transition,
} from "../../store/index.ts";
import { renderProposalCard } from "./card.view.ts";
import type { ApprovalRules } from "./card-title.view.ts";
import { changedFields, toTemplateContent } from "./change.view.ts";
import { readComment } from "./comment.ts";
import type { TemplateContext } from "./context.ts";
import { ids } from "./ids.ts";
import { proposalKind, proposalSubject } from "./proposal.ts";
import { ProposalEvent, renderEvent } from "./proposal-lines.view.ts";
import { readProposalSummary } from "./sent.ts";
import { readTemplateReply } from "./shown.ts";
import { deviationLines, maskAndShorten, renderStatus, sortByDate } from "./status.view.ts";
import { importKind, renderImportPost, renderStatusChange, statusKind } from "./status-post.view.ts";
import { readUpdate } from "./update.ts";

export type TemplatePresenterOptions = {
  review: string | null;
  onCall: readonly string[];
  teamLocale: Locale;
};

const noWay = { repeat: null, edit: null, another: null };

/** Presents an update on its proposal's card. An unknown outcome also gets posts for last approver and on-call. */
export function createUpdatePresenter({ onCall, ...options }: TemplatePresenterOptions) {
  const presenter = createPresenter({
    ...options,
    audiences: { results: null, onCall },
    describe: (operation, words) => describeUpdate(operation, words, options.review),
    ids: { resolve: ids.resolve, unresolved: ids.unresolved, ...noWay },
  });
  const notificationFor = (operation: Operation, transition: Transition): Notification =>
    transition === "closed" && operation.outcome !== "unknown"
      ? {}
      : notificationOfEnd(operation, transition, presenter);
  return { presenter, notificationFor };
}

const VendorShown = z.object({ kind: z.literal("shown"), index: z.number() });

/** Presents a comment in the review conversation; the reply's content follows in the thread. */
export function createCommentPresenter(options: TemplatePresenterOptions) {
  const { review, onCall, teamLocale } = options;
  const ways = {
    resolve: ids.resolveComment,
    unresolved: ids.unresolvedComments,
    ...noWay,
    edit: ids.editComment,
  };
  const presenter: Presenter = {
    ...createPresenter({
      ...options,
      audiences: { results: review, onCall },
      describe: (operation, words) => {
        const told = describeComment(operation, words);
        // The label isn't "edit" if a right or key has to be changed in the console: another text wouldn't help.
        const isEdited = told === null || !readRemedies(operation, told.terms ?? words).needsConsole;
        return isEdited ? told : { ...told, ways: { ...ways, editLabel: words.templates.comment.again } };
      },
      ids: ways,
    }),
    says: (operation, event, words) => {
      const { data } = VendorShown.safeParse(event);
      return data === undefined ? null : (renderShown(operation, words)[data.index] ?? null);
    },
  };
  const notificationFor = (operation: Operation, transition: Transition): Notification => {
    const told = notificationOfEnd(operation, transition, presenter);
    // Only the number of replies is fixed here; they are rendered when they are posted.
    const shown = operation.outcome === "accepted" ? renderShown(operation, wordsOf(teamLocale)) : [];
    const seen = shown.map((_, index) => ({
      subject: `act:${operation.act}`,
      audience: "result",
      event: { kind: "shown", index, operation: operation.id },
    }));
    return { ...told, lines: [...(told.lines ?? []), ...seen] };
  };
  return { presenter, notificationFor };
}

type Drawing = Pick<TemplateContext, "proposals" | "observations" | "teamLocale" | "toConsole"> & {
  rules: ApprovalRules;
  store: { operations: Pick<Store["operations"], "get"> };
};

export function createTemplateRenderers(context: Drawing): Record<string, Renderer> {
  const { proposals, store, rules, teamLocale, toConsole } = context;
  const wordsAt = (destination: string, { proposer, locale }: Proposal) =>
    wordsOf(destination === proposer ? (locale ?? teamLocale) : teamLocale);
  const find = (subject: string) => proposals.get(subject.slice(subject.indexOf(":") + 1));
  return {
    [proposalKind]: {
      async render({ subject, destination }) {
        const proposal = await find(subject);
        if (proposal === null) return null;
        const card = await readProposalSummary(proposal, context);
        const words = wordsAt(destination, proposal);
        return renderProposalCard({ ...card, rules, toConsole: toConsole(words) }, words);
      },
      async line({ subject, destination }, told) {
        const event = ProposalEvent.parse(told);
        const proposal = await find(subject);
        const operation = event.kind === "ended" ? await store.operations.get(event.operation) : null;
        if (isOvertaken(event, operation)) return null;
        if (proposal === null) return null;
        const words = wordsAt(destination, proposal);
        return renderEvent({ proposal, operation }, event, words, toConsole(words));
      },
    },
    [statusKind]: {
      render: async (post) => renderStatusChange(post, (person) => wordsOf(person ?? teamLocale)),
    },
    [importKind]: {
      render: async (post) => renderImportPost(post, (person) => wordsOf(person ?? teamLocale)),
    },
  };
}

/** True if a late reply has corrected the outcome before this line is posted; the correction has its own line. */
function isOvertaken(event: ProposalEvent, operation: Operation | null): boolean {
  if (event.kind !== "ended" || event.outcome === undefined) return false;
  return operation !== null && operation.outcome !== event.outcome;
}

/** Describes a comment, and the vendors' conversations in which the reply showed it; null if unreadable. */
export function describeComment(operation: Operation, words: Catalogue): Description | null {
  const asked = readComment(operation.request);
  if (asked === null) return null;
  const { templateId, name, comment } = asked;
  const { label, inConversation } = words.templates.comment;
  const where = (readTemplateReply(operation.result)?.vendors ?? [])
    .filter(({ comments }) => isNewest(comment, comments ?? []))
    .map(({ vendor }) => maskAndShorten(vendor));
  const facts = [
    { name: label, value: comment, says: `“${comment}”` },
    ...(where.length === 0 ? [] : [toUnnamedFact("", inConversation(where.join(", ")))]),
  ];
  return describe(operation, { templateId, name, kind: "comment", facts }, words);
}

/** Whether the newest comment is the sent one; an older comment with the same text is a different comment. */
function isNewest(comment: string, comments: readonly ObservedComment[]): boolean {
  const newest = sortByDate(comments).at(-1);
  return newest?.isAdmin === false && newest.content === comment;
}

function describeUpdate(operation: Operation, words: Catalogue, review: string | null): Description | null {
  const asked = readUpdate(operation.request);
  if (asked === null) return null;
  const { templateId, body, proposal } = asked;
  const facts = changedFields(toTemplateContent(null), body, words).map(({ field, after }) => ({
    name: words.templates.fieldNames[field],
    value: after === "" ? words.proposals.card.noButtons : after,
  }));
  const card = { subject: proposalSubject(proposal), audience: "review" };
  const describedIn = review === null ? undefined : { ...card, conversation: review };
  const { name = null } = body;
  return { ...describe(operation, { templateId, name, kind: "update", facts }, words), describedIn };
}

type Asked = {
  templateId: string;
  kind: "update" | "comment";
  facts: Description["facts"];
  name: string | null;
};

function describe(operation: Operation, asked: Asked, words: Catalogue): Description {
  const { templates } = words;
  const id = toShownId(asked.templateId) ?? "";
  const name = shorten(nameShown(operation) ?? asked.name ?? shortenId(id), maxNameLength);
  return {
    kind: templates.kind[asked.kind],
    subject: { inFull: name, masked: name },
    facts: asked.facts,
    contents: [],
    ids: id === "" ? [] : [{ name: templates.templateId, id }],
    terms: withTerms(words, asked.kind),
  };
}

const maxNameLength = 100;

function nameShown({ result }: Operation): string | null {
  const name = readTemplateReply(result)?.vendors[0]?.content.name ?? null;
  return name === "" ? null : name;
}

const noDeviations = { missing: [], others: [], differing: [] };

/** Thread replies of a comment: deviations of the reply from the API document, then each vendor's review. */
function renderShown({ id, author, result, closedAt, createdAt }: Operation, words: Catalogue): Answer[] {
  const from = { kind: "comment" as const, by: author, operationId: id, at: closedAt ?? createdAt };
  const shown = readTemplateReply(result);
  const vendors = (shown?.vendors ?? [])
    .filter(({ vendor }) => vendor !== "")
    .map(
      (seen): ObservedVendor => ({
        ...seen,
        comments: seen.comments ?? [],
        statusFrom: from,
        commentsFrom: from,
        reason: null,
      }),
    );
  const deviations = deviationLines(shown ?? noDeviations, words);
  return [
    ...(deviations.length === 0 ? [] : [renderAnswer(deviations)]),
    ...vendors.map((vendor) => renderStatus(vendor, words)),
  ];
}
