import { z } from "zod";
import type { Catalogue, Locale } from "../../locales/index.ts";
import { createTeller, type Teller } from "../../outcomes/index.ts";
import { tellEnd } from "../../outcomes/telling.ts";
import type { Drawer } from "../../slack/posts/queue.ts";
import type { Operation, Proposal, Recorded, Store, Telling, Transition } from "../../store/index.ts";
import { type ApprovalRules, renderProposalCard } from "./card.view.ts";
import { readComment } from "./comment.ts";
import { describeComment, describeUpdate, renderShown } from "./describe.view.ts";
import { ids } from "./ids.ts";
import { pendingKind, renderPending } from "./pending.view.ts";
import { proposalKind } from "./proposal.ts";
import { endedEvents, ProposalEvent, renderEvent, tellChange } from "./proposal-lines.view.ts";
import { readShown, type Shown } from "./shown.ts";
import { drawTransition, statusKind, tellTransitions } from "./status.view.ts";
import type { TemplateDeps } from "./templates-deps.ts";

export type TellingOptions = {
  review: string | null;
  onCall: readonly string[];
  teamLocale: Locale;
  wordsOf: (locale: Locale) => Catalogue;
};

const noWay = { repeat: null, edit: null, anew: null };

/**
 * An update is told on its proposal's card; only where nobody knows what became of it do whoever approved it last and
 * on-call have a post of their own.
 */
export function createUpdateTeller({ onCall, ...options }: TellingOptions) {
  const teller = createTeller({
    ...options,
    places: { results: null, onCall },
    describe: (operation, words) => describeUpdate(operation, words, options.review),
    ids: { settle: ids.settle, unsettled: ids.unsettled, ...noWay },
  });
  const tells = (operation: Operation, transition: Transition): Telling =>
    transition === "closed" && operation.outcome !== "unknown" ? {} : tellEnd(operation, transition, teller);
  return { teller, tells };
}

const VendorShown = z.object({ kind: z.literal("shown"), index: z.number() });

/** A comment is told where proposals are reviewed, with what its reply showed in its thread. */
export function createCommentTeller(options: TellingOptions) {
  const { review, onCall, teamLocale, wordsOf } = options;
  const teller: Teller = {
    ...createTeller({
      ...options,
      places: { results: review, onCall },
      describe: describeComment,
      ids: {
        ...{ settle: ids.settleComment, unsettled: ids.unsettledComments },
        ...noWay,
        edit: ids.editComment,
      },
    }),
    says: (operation, event, words) => {
      const { data } = VendorShown.safeParse(event);
      return data === undefined ? null : (renderShown(operation, words)[data.index] ?? null);
    },
  };
  const tells = (operation: Operation, transition: Transition): Telling => {
    const told = tellEnd(operation, transition, teller);
    // Each is drawn when it is sent: what is told here is how many.
    const shown = operation.outcome === "accepted" ? renderShown(operation, wordsOf(teamLocale)) : [];
    const seen = shown.map((_, index) => ({
      ...{ subject: `act:${operation.act}`, place: "result" },
      event: { kind: "shown", index, operation: operation.id },
    }));
    return { ...told, lines: [...(told.lines ?? []), ...seen] };
  };
  return { teller, tells };
}

/** On the card: the end of its update, and each vendor as the reply showed it. */
export function tellUpdateEnded(
  proposal: Proposal,
  recorded: readonly Recorded[],
  shown: Shown | null,
): Telling {
  return tellChange(proposal, ...endedEvents(proposal, recorded, shown));
}

/** What somebody's comment showed to have changed since. */
export function tellSeenChanges(
  { id, author, locale, request, result }: Operation,
  recorded: readonly Recorded[],
  { review }: Pick<TellingOptions, "review">,
): Telling {
  const templateId = readComment(request)?.templateId ?? "";
  const name = readShown(result)?.vendors[0]?.content.name ?? null;
  return tellTransitions(recorded, { id, template: { templateId, name }, by: author, locale, review });
}

type Drawing = Pick<TemplateDeps, "proposals" | "teamLocale" | "wordsOf"> & {
  rules: ApprovalRules;
  store: { operations: Pick<Store["operations"], "get"> };
};

/** Proposals' cards with their lines, vendors' changed statuses, and questions what vendors decided. */
export function createDrawers({
  proposals,
  store,
  rules,
  teamLocale,
  wordsOf,
}: Drawing): Record<string, Drawer> {
  const wordsAt = (destination: string, { proposer, locale }: Proposal) =>
    wordsOf(destination === proposer ? (locale ?? teamLocale) : teamLocale);
  const find = (subject: string) => proposals.get(subject.slice(subject.indexOf(":") + 1));
  return {
    [proposalKind]: {
      async draw({ subject, destination }) {
        const proposal = await find(subject);
        return proposal && renderProposalCard(proposal, rules, wordsAt(destination, proposal));
      },
      async line({ subject, destination }, told) {
        const event = ProposalEvent.parse(told);
        const proposal = await find(subject);
        const operation = event.kind === "ended" ? await store.operations.get(event.operation) : null;
        return proposal && renderEvent({ proposal, operation }, event, wordsAt(destination, proposal));
      },
    },
    [statusKind]: {
      draw: async (post) => drawTransition(post, (person) => wordsOf(person ?? teamLocale)),
    },
    [pendingKind]: {
      async draw({ subject }) {
        const proposal = await find(subject);
        return proposal === null ? null : renderPending(proposal, wordsOf(proposal.locale ?? teamLocale));
      },
    },
  };
}
