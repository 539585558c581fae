import { z } from "zod";
import { type Locale, wordsOf } from "../../locales/index.ts";
import { createPresenter, type Presenter } from "../../outcomes/index.ts";
import { notificationOfEnd } from "../../outcomes/notifications.ts";
import { readEnd } from "../../outcomes/reasons.ts";
import type { Renderer } from "../../slack/posts/queue.ts";
import type {
  Notification,
  Operation,
  Proposal,
  Recorded,
  Store,
  StoreTransaction,
  Transition,
} from "../../store/index.ts";
import { renderProposalCard } from "./card.view.ts";
import type { ApprovalRules } from "./card-title.view.ts";
import type { TemplateContext } from "./context.ts";
import { describeComment, describeUpdate, renderShown } from "./describe.view.ts";
import { ids } from "./ids.ts";
import { proposalKind, proposalSubject } from "./proposal.ts";
import { endedEvents, notificationOfEvents, ProposalEvent, renderEvent } from "./proposal-lines.view.ts";
import { findShowing, readCard } from "./sent.ts";
import type { Shown } from "./shown.ts";
import { isTransition } from "./status.view.ts";
import {
  importKind,
  notificationOfTransitions,
  renderImported,
  renderTransition,
  statusKind,
  type TransitionOptions,
} from "./status-post.view.ts";

export type TemplatePresenterOptions = {
  review: string | null;
  onCall: readonly string[];
  teamLocale: Locale;
};

const noWay = { repeat: null, edit: null, another: null };

/**
 * An update is shown on its proposal's card; only an unknown one has posts of its own, for its last approver and on-call.
 */
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

/** A comment is posted where proposals are reviewed, with its reply in the thread. */
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
        // Other words are no way out of a right that is missing.
        const isEdited = told === null || !readEnd(operation, told.terms ?? words).needsConsole;
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
    // Rendered when sent: only their number is fixed here.
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

/** The end of the update and each vendor's review on its card; other cards of the template show them too. */
export async function notificationOfUpdate(
  trx: StoreTransaction,
  { proposal, recorded, shown }: { proposal: Proposal; recorded: readonly Recorded[]; shown: Shown | null },
  { proposals }: Pick<TemplateContext, "proposals">,
): Promise<Notification> {
  const { cards } = await findShowing(proposals, proposal.templateId, trx);
  const changed = cards.map(({ id }) => proposalSubject(id));
  return { ...notificationOfEvents(proposal, ...endedEvents(proposal, recorded, shown)), changed };
}

/** Refreshes the template's cards. A changed status is a line under the change that was sent last, or a post of its own. */
export async function notificationOfObservation(
  trx: StoreTransaction,
  recorded: readonly Recorded[],
  options: TransitionOptions,
  { proposals }: Pick<TemplateContext, "proposals">,
): Promise<Notification> {
  const { cards, sent } = await findShowing(proposals, options.template.templateId, trx);
  const changed = cards.map(({ id }) => proposalSubject(id));
  if (sent === null || options.review === null)
    return { ...notificationOfTransitions(recorded, options), changed };
  const events = recorded.filter(isTransition).map((vendor) => ({ kind: "vendor" as const, vendor }));
  return { ...notificationOfEvents(sent, ...events), changed };
}

type Drawing = Pick<TemplateContext, "proposals" | "observations" | "teamLocale" | "toConsole"> & {
  rules: ApprovalRules;
  store: { operations: Pick<Store["operations"], "get"> };
};

export function createRenderers(context: Drawing): Record<string, Renderer> {
  const { proposals, store, rules, teamLocale, toConsole } = context;
  const wordsAt = (destination: string, { proposer, locale }: Proposal) =>
    wordsOf(destination === proposer ? (locale ?? teamLocale) : teamLocale);
  const find = (subject: string) => proposals.get(subject.slice(subject.indexOf(":") + 1));
  return {
    [proposalKind]: {
      async render({ subject, destination }) {
        const proposal = await find(subject);
        if (proposal === null) return null;
        const card = await readCard(proposal, context);
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
      render: async (post) => renderTransition(post, (person) => wordsOf(person ?? teamLocale)),
    },
    [importKind]: {
      render: async (post) => renderImported(post, (person) => wordsOf(person ?? teamLocale)),
    },
  };
}

/** A late reply corrected the end while its line waited: the reply has a line of its own. */
function isOvertaken(event: ProposalEvent, operation: Operation | null): boolean {
  if (event.kind !== "ended" || event.outcome === undefined) return false;
  return operation !== null && operation.outcome !== event.outcome;
}
