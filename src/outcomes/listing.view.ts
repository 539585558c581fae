import type { Button, KnownBlock, ModalView } from "@slack/types";
import { shortenId } from "../foreign-id.ts";
import type { Catalogue } from "../locales/index.ts";
import { type Fact, inItself } from "../operations/description.ts";
import { type Answer, renderAnswer } from "../slack/blocks/answer.ts";
import { actions } from "../slack/blocks/buttons.ts";
import { renderModal } from "../slack/blocks/modal.ts";
import { type Line, renderLines } from "../slack/blocks/rich-text.ts";
import type { Listing, Operation } from "../store/index.ts";
import { sentAgainBy } from "./again.ts";
import { settleForm } from "./batch.view.ts";
import type { Seen, Teller } from "./index.ts";
import { sharedPlace } from "./places.ts";
import { factsLine, sentGlance } from "./sent.view.ts";
import { nextSteps, reportButtons } from "./steps.view.ts";

type Telling = Pick<Teller, "describe" | "ids" | "places">;

/** Which listing, act, or author's a form shows. */
export type UnsettledMetadata = { listing: string };

const authors = "by";

/** In the place of a listing's id: all of that kind that an author sent. */
export function ofAuthor({ author, kind }: Pick<Operation, "author" | "kind">): string {
  return [authors, author, kind].join(":");
}

/** Null of a listing or an act. */
export function toAuthor(id: string): Pick<Operation, "author" | "kind"> | null {
  const [head, author = "", ...kind] = id.split(":");
  return head === authors ? { author, kind: kind.join(":") } : null;
}

/** More would be read by nobody; the form behind the button has them. */
const rowsInPost = 10;
/** Slack takes 100 blocks: two for each, one for its heading, and the lines above and below. */
const rowsInForm = 32;

/** Those of which nobody knows yet what became; when none is left, that, and nothing to press. */
export function renderListing(listing: Listing, { teller, words }: Seen): Answer {
  const { id, left, total, unsettled } = listing;
  const [one] = unsettled;
  if (left === 0 || one === undefined)
    return renderAnswer([[{ bold: words.outcomes.listing.closed(total) }]]);
  const terms = teller.describe(one, words).terms ?? words;
  const { several, mayBeSent, ask } = terms.outcomes;
  const shown = inOrder(unsettled).slice(0, rowsInPost);
  const { place, groups } = group(shown, { teller, reader: null, words });
  const lines: Line[] = [
    [{ bold: several.title(left, total) }],
    [left === 1 ? `${mayBeSent} ${ask}` : several.ask],
    ...place,
    ...groups.flatMap(({ heading, rows: [row, ...rows] }) =>
      rows.length === 0
        ? [[...heading, " · ", ...(row?.line ?? [])]]
        : [heading, ...[row, ...rows].flatMap((one) => (one ? [one.line] : []))],
    ),
    ...moreLines(left - shown.length, words),
  ];
  // One has its buttons on the post, several have a form.
  const ways =
    left === 1
      ? actions(reportButtons(one, { ...teller.ids, of: teller.describe(one, words) }, terms.settle))
      : settleForm(id, teller.ids, terms);
  return renderAnswer(lines, ...ways);
}

/** All that a person may settle, each with its buttons; `notice`: what came of the click before. */
export function renderUnsettled(
  { id, left, unsettled }: Listing,
  { notice, reader, ...teller }: Telling & { notice: Line | null; reader: string },
  words: Catalogue,
): ModalView {
  const { none, done } = words.outcomes.listing;
  const [one] = unsettled;
  const { outcomes } = (one && teller.describe(one, words).terms) ?? words;
  const { formTitle, formAsk } = outcomes.several;
  const shown = inOrder(unsettled).slice(0, rowsInForm);
  const { place, groups } = group(shown, { teller, reader, words });
  const rest = moreLines(left - shown.length, words);
  return renderModal({
    callbackId: teller.ids.unsettled,
    title: formTitle,
    close: done,
    metadata: JSON.stringify({ listing: id } satisfies UnsettledMetadata),
    blocks: [
      ...(notice === null ? [] : [renderLines([["⚠️ ", ...notice]]).block]),
      renderLines([[left === 0 ? none : formAsk], ...place]).block,
      ...groups.flatMap(formBlocks),
      ...(rest.length === 0 ? [] : [renderLines(rest).block]),
    ],
  });
}

/** `reader`: of a form; null of a post, which is nobody's own. */
type Reading = { teller: Telling; reader: string | null; words: Catalogue };

type Row = { id: string; line: Line; steps: Button[] };

/** What one person sent to one recipient: what is true of all of it is said once. */
type Group = { heading: Line; facts: Line[]; rows: Row[] };

/** That of sending. */
function inOrder(unsettled: readonly Operation[]): Operation[] {
  return unsettled.toSorted((a, b) => sentAt(a).getTime() - sentAt(b).getTime() || a.step - b.step);
}

/** When the request left, since that is what another system's log is searched for. */
function sentAt({ startedAt, createdAt }: Operation): Date {
  return startedAt ?? createdAt;
}

/** `place`: where the results of several groups all are; a group of its own has that in its heading. */
function group(operations: readonly Operation[], reading: Reading): { place: Line[]; groups: Group[] } {
  const all = operations.map((operation) => toListed(operation, reading));
  const groups = Map.groupBy(all, ({ operation, subject }) => JSON.stringify([operation.author, subject]));
  const place = groups.size > 1 ? sharedLine(all, reading.words) : null;
  return {
    place: place === null ? [] : [place],
    groups: [...groups.values()].map((told) => toGroup(told, { ...reading, isPlaced: place !== null })),
  };
}

type Listed = ReturnType<typeof toListed>;

function toListed(operation: Operation, { teller, reader, words }: Reading) {
  const description = teller.describe(operation, words);
  const { subject, facts, toldIn } = description;
  const isOwn = operation.author === reader;
  const glance = isOwn ? sentGlance(description) : null;
  return {
    ...{ operation, description, isOwn },
    subject: isOwn ? subject.inFull : subject.masked,
    facts: [...facts.slice(0, 3), ...(glance === null ? [] : [inItself("", glance)])],
    conversation: toldIn?.conversation ?? sharedPlace(operation, teller.places),
  };
}

/** Where the results of all of them are; null where that isn't one conversation. */
function sharedLine(told: readonly Listed[], words: Catalogue): Line | null {
  const [first, ...others] = told;
  const { conversation = null } = first ?? {};
  if (first === undefined || conversation === null) return null;
  if (others.some((one) => one.conversation !== conversation)) return null;
  return [`${(first.description.terms ?? words).outcomes.resultIn} `, { conversation }];
}

function toGroup(told: readonly Listed[], { isPlaced, ...reading }: Reading & { isPlaced: boolean }): Group {
  const [first] = told;
  const place = isPlaced ? null : sharedLine(told, reading.words);
  const isShared = (fact: Fact) => told.every(({ facts }) => facts.some((one) => isSame(one, fact)));
  const shared = factsLine((first?.facts ?? []).filter(isShared));
  const others = (facts: readonly Fact[]) => facts.filter((fact) => !isShared(fact));
  return {
    heading: [
      { bold: first?.subject ?? "" },
      ...(first === undefined || first.isOwn ? [] : [" · ", { user: first.operation.author }]),
      ...(place === null ? [] : [" · ", ...place]),
    ],
    facts: shared === "" ? [] : [[shared]],
    rows: told.map((one) => toRow(one, others(one.facts), reading)),
  };
}

function isSame(one: Fact, other: Fact): boolean {
  return one.name === other.name && one.value === other.value && one.says === other.says;
}

/** `facts`: what only this one has, which a post has no room for. */
function toRow(
  { operation, description, isOwn }: Listed,
  facts: readonly Fact[],
  { teller, reader, words }: Reading,
): Row {
  const { kind, terms = words } = description;
  const { outcomes } = terms;
  const isAgain = sentAgainBy(operation) !== null;
  const parts = [
    // What the platform didn't say the kind of is a message like all of them.
    kind === words.outcomes.message ? "" : kind,
    reader === null ? "" : factsLine(facts),
    `${outcomes.operationId} ${shortenId(operation.id)}`,
    isAgain ? outcomes.listing.again : "",
  ].filter((part) => part !== "");
  // The newer try is the one to send again.
  const steps =
    isOwn && !isAgain
      ? nextSteps({ operation, description, reader: "author", words })
      : reportButtons(operation, teller.ids, terms.settle);
  return {
    id: operation.id,
    line: [{ at: sentAt(operation), to: "second" }, ...parts.map((part) => ` · ${part}`)],
    // None of them is the way that most want.
    steps: steps.map(({ style, ...step }) => (style === "danger" ? { ...step, style } : step)),
  };
}

function formBlocks({ heading, facts, rows: [first, ...rows] }: Group): KnownBlock[] {
  if (first === undefined) return [];
  const head = [heading, ...facts];
  if (rows.length === 0) return [renderLines([...head, first.line]).block, ...stepBlock(first)];
  return [
    renderLines(head).block,
    ...[first, ...rows].flatMap((row) => [renderLines([row.line]).block, ...stepBlock(row)]),
  ];
}

function stepBlock({ id, steps }: Row): KnownBlock[] {
  return actions(steps).map((block) => ({ ...block, block_id: `unsettled.${id}.report` }));
}

function moreLines(count: number, { outcomes }: Catalogue): Line[] {
  return count === 0 ? [] : [[outcomes.listing.more(count)]];
}
