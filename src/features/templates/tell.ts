import type { Catalogue, Locale } from "../../locales/index.ts";
import type { Told } from "../../operations/index.ts";
import { createTeller, tellEnd } from "../../outcomes/index.ts";
import { placeKey } from "../../outcomes/places.ts";
import type { NewPost, Operation, Proposal, Recorded } from "../../store/index.ts";
import { readComment } from "./comment.ts";
import { describeComment, describeUpdate, renderShown } from "./describe.view.ts";
import { ids } from "./ids.ts";
import { type ProposalPostOptions, tellChange } from "./proposal-posts.view.ts";
import { readShown, type Shown } from "./shown.ts";
import { tellTransitions } from "./status.view.ts";

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
  const posts = (operation: Operation, told: Told): NewPost[] =>
    told.transition === "closed" && operation.outcome !== "unknown" ? [] : tellEnd(operation, told, teller);
  return { teller, posts };
}

/** A comment is told where proposals are reviewed, with what its reply showed in its thread. */
export function createCommentTeller(options: TellingOptions) {
  const { review, onCall, teamLocale, wordsOf } = options;
  const teller = createTeller({
    ...options,
    places: { results: review, onCall },
    describe: describeComment,
    ids: {
      ...{ settle: ids.settleComment, unsettled: ids.unsettledComments },
      ...noWay,
      edit: ids.editComment,
    },
  });
  const posts = (operation: Operation, told: Told): NewPost[] => {
    const { author } = operation;
    const place = { kind: "line" as const, key: placeKey(operation, { name: "result" }), author };
    const destinations = review === null ? [author] : [review, author];
    const words = wordsOf(review === null ? (operation.locale ?? teamLocale) : teamLocale);
    const lines = operation.outcome === "accepted" ? renderShown(operation, words) : [];
    return [
      ...tellEnd(operation, told, teller),
      ...lines.map((body): NewPost => ({ ...place, destinations, body })),
    ];
  };
  return { teller, posts };
}

/** On the card: the end of its update, and each vendor as the reply showed it. */
export function tellUpdateEnded(
  proposal: Proposal,
  { recorded, shown }: { recorded: readonly Recorded[]; shown: Shown | null },
  options: ProposalPostOptions,
): NewPost[] {
  return tellChange(proposal, { kind: "ended", vendors: recorded, shown }, options);
}

/** What somebody's comment showed to have changed since. */
export function tellSeenChanges(
  { author, locale, request, result }: Operation,
  recorded: readonly Recorded[],
  { review, teamLocale, wordsOf }: Pick<TellingOptions, "review" | "teamLocale" | "wordsOf">,
): NewPost[] {
  const words = wordsOf(review === null ? (locale ?? teamLocale) : teamLocale);
  const templateId = readComment(request)?.templateId ?? "";
  const name = readShown(result)?.vendors[0]?.content.name ?? null;
  return tellTransitions(recorded, { template: { templateId, name }, by: author, review, words });
}
