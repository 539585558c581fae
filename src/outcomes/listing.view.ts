import type { KnownBlock, ModalView } from "@slack/types";
import { shortenId } from "../foreign-id.ts";
import type { Catalogue } from "../locales/index.ts";
import { type Answer, renderAnswer } from "../slack/blocks/answer.ts";
import { actions } from "../slack/blocks/buttons.ts";
import { renderContext } from "../slack/blocks/context.ts";
import { renderModal } from "../slack/blocks/modal.ts";
import { type Line, renderLines } from "../slack/blocks/rich-text.ts";
import type { Listing, Operation } from "../store/index.ts";
import { settleForm } from "./batch.view.ts";
import { reportButtons } from "./card.view.ts";
import type { Seen, Teller } from "./index.ts";
import { sharedPlace } from "./places.ts";
import { factsLine } from "./sent.view.ts";

type Telling = Pick<Teller, "describe" | "ids" | "places">;

/** Which listing, or act, a form shows. */
export type UnsettledMetadata = { listing: string };

/** More would be read by nobody; the form behind the button has them. */
const rowsInPost = 10;
/** Slack takes 100 blocks: three for each, and the lines above and below. */
const rowsInForm = 32;

/** Those of which nobody knows yet what became; when none is left, that, and nothing to press. */
export function renderListing(listing: Listing, { teller, words }: Seen): Answer {
  const { id, left, total, unsettled } = listing;
  const [one] = unsettled;
  if (left === 0 || one === undefined)
    return renderAnswer([[{ bold: words.outcomes.listing.closed(total) }]]);
  const terms = teller.describe(one, words).terms ?? words;
  const { several, mayBeSent, ask } = terms.outcomes;
  const shown = unsettled.slice(0, rowsInPost);
  const lines: Line[] = [
    [{ bold: several.title(left, total) }],
    [left === 1 ? `${mayBeSent} ${ask}` : several.ask],
    ...shown.map((each) => [...rowLine(each, teller, words), ` · ${shortenId(each.id)}`]),
    ...moreLines(left - shown.length, words),
  ];
  // One has its buttons on the post, several have a form.
  const ways =
    left === 1 ? actions(reportButtons(one, teller.ids, terms.settle)) : settleForm(id, teller.ids, terms);
  return renderAnswer(lines, ...ways);
}

/** All that a person may settle, each with its two buttons; `notice`: what came of the click before. */
export function renderUnsettled(
  { id, left, unsettled }: Listing,
  { notice, ...teller }: Telling & { notice: Line | null },
  words: Catalogue,
): ModalView {
  const { none, done } = words.outcomes.listing;
  const [one] = unsettled;
  const { outcomes } = (one && teller.describe(one, words).terms) ?? words;
  const { formTitle, formAsk } = outcomes.several;
  const shown = unsettled.slice(0, rowsInForm);
  const rest = moreLines(left - shown.length, words);
  return renderModal({
    callbackId: teller.ids.unsettled,
    title: formTitle,
    close: done,
    metadata: JSON.stringify({ listing: id } satisfies UnsettledMetadata),
    blocks: [
      ...(notice === null ? [] : [renderLines([["⚠️ ", ...notice]]).block]),
      renderLines([[left === 0 ? none : formAsk]]).block,
      ...shown.flatMap((one) => formRow(one, teller, words)),
      ...(rest.length === 0 ? [] : [renderLines(rest).block]),
    ],
  });
}

function formRow(operation: Operation, teller: Telling, words: Catalogue): KnownBlock[] {
  const { facts: all, terms = words, toldIn } = teller.describe(operation, words);
  const facts = factsLine(all.slice(0, 3));
  const lines = [rowLine(operation, teller, words), ...(facts === "" ? [] : [[facts]])];
  const { outcomes } = terms;
  const conversation = toldIn?.conversation ?? sharedPlace(operation, teller.places);
  const name = renderContext([
    ...(conversation === null ? [] : [[`${outcomes.resultIn} `, { conversation }]]),
    [`${outcomes.operationId} ${shortenId(operation.id)}`],
  ]);
  const reports = actions(reportButtons(operation, teller.ids, terms.settle));
  return [
    renderLines(lines).block,
    name.block,
    ...reports.map((block) => ({ ...block, block_id: `unsettled.${operation.id}.report` })),
  ];
}

/** When the request left, since that is what another system's log is searched for. */
function rowLine(operation: Operation, { describe }: Telling, words: Catalogue): Line {
  const { author, createdAt, startedAt } = operation;
  const { kind, subject } = describe(operation, words);
  const at = startedAt ?? createdAt;
  // What the platform didn't say the kind of is a message like all of them.
  const known = kind === words.outcomes.message ? "" : `${kind} · `;
  return [{ bold: subject.masked }, ` · ${known}`, { user: author }, " · ", { at, to: "second" }];
}

function moreLines(count: number, { outcomes }: Catalogue): Line[] {
  return count === 0 ? [] : [[outcomes.listing.more(count)]];
}
