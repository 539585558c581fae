import type { ActionsBlock, KnownBlock, ModalView } from "@slack/types";
import type { Catalogue } from "../locales/index.ts";
import { type Answer, renderAnswer } from "../slack/blocks/answer.ts";
import { plain, renderModal } from "../slack/blocks/modal.ts";
import { type Line, renderLines } from "../slack/blocks/rich-text.ts";
import type { Listing, NewPost, Operation } from "../store/index.ts";
import { reportButtons } from "./card.view.ts";
import { listingKey } from "./places.ts";
import type { PostOptions } from "./posts.view.ts";

type Options = Pick<PostOptions, "describe" | "ids">;

/** Which listing a form shows. */
export type UnsettledMetadata = { listing: string };

/** More would be read by nobody; the form behind the button has them. */
const rowsInPost = 10;
/** Slack takes 100 blocks: two for each, and the lines above and below. */
const rowsInForm = 48;

/** The posts of listings as they stand now; the one of `begun` is not there yet. */
export function renderListings(
  listings: readonly Listing[],
  options: PostOptions,
  { begun }: { begun: string | null },
): NewPost[] {
  const { places, teamLocale, wordsOf } = options;
  const { onCall } = places;
  if (onCall.length === 0) return [];
  return listings.map((listing) => ({
    kind: listing.id === begun ? "post" : "edit",
    key: listingKey(listing.id),
    destinations: [...onCall],
    author: null,
    body: renderListing(listing, options, wordsOf(teamLocale)),
  }));
}

/** Those of which nobody knows yet what became; when none is left, that, and nothing to press. */
function renderListing(listing: Listing, options: Options, words: Catalogue): Answer {
  const { id, left, total, unsettled } = listing;
  const { title, closed, ask, button } = words.outcomes.listing;
  if (left === 0) return renderAnswer([[{ bold: closed(total) }]]);
  const shown = unsettled.slice(0, rowsInPost);
  const lines: Line[] = [
    [{ bold: title(left, total) }],
    [ask(left)],
    ...shown.map((one) => rowLine(one, options, words)),
    ...moreLines(left - shown.length, words),
  ];
  return renderAnswer(lines, openButton(button, id, options));
}

function openButton(text: string, listing: string, { ids }: Options): ActionsBlock {
  const open = { type: "button" as const, action_id: ids.unsettled, text: plain(text), value: listing };
  return { type: "actions", elements: [{ ...open, style: "primary" }] };
}

/** All that a person may settle, each with its two buttons; `notice`: what came of the click before. */
export function renderUnsettled(
  listing: Listing,
  options: Options & { notice: Line | null },
  words: Catalogue,
): ModalView {
  const { id, left, unsettled } = listing;
  const { formTitle, ask, none, done } = words.outcomes.listing;
  const shown = unsettled.slice(0, rowsInForm);
  const rest = moreLines(left - shown.length, words);
  return renderModal({
    callbackId: options.ids.unsettled,
    title: formTitle,
    close: done,
    metadata: JSON.stringify({ listing: id } satisfies UnsettledMetadata),
    blocks: [
      ...(options.notice === null ? [] : [renderLines([["⚠️ ", ...options.notice]]).block]),
      renderLines([[left === 0 ? none : ask(left)]]).block,
      ...shown.flatMap((one) => formRow(one, options, words)),
      ...(rest.length === 0 ? [] : [renderLines(rest).block]),
    ],
  });
}

function formRow(operation: Operation, options: Options, words: Catalogue): KnownBlock[] {
  const name: Line = [`${words.outcomes.operationId}: ${operation.id}`];
  return [
    renderLines([rowLine(operation, options, words), name]).block,
    {
      type: "actions",
      block_id: `unsettled.${operation.id}.report`,
      elements: reportButtons(operation, options.ids, words.settle),
    },
  ];
}

/** When the request left, since that is what another system's log is searched for. */
function rowLine(operation: Operation, { describe }: Options, words: Catalogue): Line {
  const { author, createdAt, startedAt } = operation;
  const { kind, subject } = describe(operation, words);
  const at = startedAt ?? createdAt;
  return [{ bold: `${kind} · ${subject.masked}` }, " · ", { user: author }, " · ", { at, to: "second" }];
}

function moreLines(count: number, { outcomes }: Catalogue): Line[] {
  return count === 0 ? [] : [[outcomes.listing.more(count)]];
}
