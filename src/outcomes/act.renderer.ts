import type { Catalogue } from "../locales/index.ts";
import { actSubject, isOfBatch } from "../operations/index.ts";
import type { Description } from "../operations/kind.ts";
import { type Answer, compose, plainAnswer, renderAnswer } from "../slack/blocks/answer.ts";
import { fillLine, type Line } from "../slack/blocks/rich-text.ts";
import { isDirectMessage, type PostLink, type RenderedPost, type Renderer } from "../slack/posts/queue.ts";
import type { Notification, Operation, Store } from "../store/index.ts";
import {
  findEditTries,
  findLaterTry,
  formatStateCounts,
  isUnresolved,
  toContradictedReport,
  triesOf,
} from "./again.ts";
import { type Card, renderCard, toCardParts, toReceiptLine } from "./card.view.ts";
import { type Presenter, toCard, toViewer, type Viewer } from "./index.ts";
import { OperationEvent, sharedConversation, ThreadEvent, wasEverUnknown } from "./notifications.ts";
import { explainOutcome, readRemedies } from "./reasons.ts";
import { renderOperationRow, renderUnknownsCard } from "./rows.view.ts";

type ActDrawing = {
  store: {
    operations: Pick<Store["operations"], "ofAct" | "get" | "list" | "unknownsCard">;
    posts: Pick<Store["posts"], "find">;
  };
  /** Presenter of a kind of operation; undefined for kinds that only another version has. */
  presenterOf: (kind: string) => Presenter | undefined;
};

const headOf = (subject: string) => subject.slice(0, subject.indexOf(":"));
const idOf = (subject: string) => subject.slice(subject.indexOf(":") + 1);

type Lead = NonNullable<Description["describedIn"]>;

type Reading = ActDrawing["store"] & { viewerOf: (operation: Operation, destination: string) => Viewer };

export function createActRenderer({ store, presenterOf }: ActDrawing): Renderer {
  const reading: Reading = {
    ...store,
    viewerOf: (operation, destination) => {
      const presenter = presenterOf(operation.kind);
      if (presenter === undefined) throw new Error(`${operation.id} is of another version`);
      return toViewer(operation, destination, presenter);
    },
  };
  return {
    async render({ subject, destination, version }) {
      if (headOf(subject) === "unknowns") return renderUnknowns(idOf(subject), destination, reading);
      return renderAct(await store.operations.ofAct(idOf(subject), version), destination, reading);
    },
    async line({ subject, destination }, stored) {
      const operation = await store.operations.get(OperationEvent.parse(stored).operation);
      if (operation === null) return null;
      const viewer = reading.viewerOf(operation, destination);
      const own = viewer.presenter.says?.(operation, stored, viewer.words) ?? null;
      if (own !== null) return own;
      const event = ThreadEvent.parse(stored);
      const ofSeveral = await lineOfSeveral(operation, event, viewer, reading);
      if (ofSeveral !== null) return renderAnswer([ofSeveral]);
      return renderThreadLine({ operation, isListed: headOf(subject) === "unknowns" }, event, viewer);
    },
  };
}

async function renderAct(
  act: readonly Operation[],
  destination: string,
  reading: Reading,
): Promise<RenderedPost | null> {
  const [first] = act;
  const last = act.at(-1);
  if (first === undefined || last === undefined) return null;
  const viewer = reading.viewerOf(last, destination);
  const { batch } = viewer.presenter;
  if (isOfBatch(first) && batch !== undefined) {
    const isOpen = act.some(({ outcome }) => outcome === null);
    const earlier = isOpen ? [] : ((await batch.earlier?.(first, reading.operations)) ?? []);
    return batch.render(act, viewer, earlier);
  }
  const card = await withLinks(
    last,
    viewer,
    viewer.presenter.describe(last, viewer.words).describedIn,
    reading,
  );
  if (first === last || !wasEverUnknown(first)) return card;
  const { presenter } = reading.viewerOf(first, destination);
  const row = renderOperationRow(toCard(first, { ...viewer, presenter }));
  return { ...card, ...compose(card, row) };
}

/** Renders on-call's card: a single unknown outcome in full, several as rows. */
async function renderUnknowns(
  id: string,
  destination: string,
  reading: Reading,
): Promise<RenderedPost | null> {
  const card = await reading.operations.unknownsCard({ unknownsCard: id });
  const [one = card.first] = card.unresolved;
  if (one === null) return null;
  const viewer: Viewer = { ...reading.viewerOf(one, destination), reader: "on-call" };
  const rendered: RenderedPost =
    card.total > 1
      ? renderUnknownsCard(card, viewer)
      : await withLinks(one, viewer, leadOf(one, viewer), reading);
  if (card.left === 0) return rendered;
  return { ...rendered, openSince: one.closedAt ?? one.createdAt, leadsTo: ["console", "runbook"] };
}

async function withLinks(
  operation: Operation,
  viewer: Viewer,
  lead: Lead | undefined,
  reading: Reading,
): Promise<RenderedPost> {
  const { words } = viewer;
  const link = lead && {
    says: words.delivery.link,
    to: await reading.posts.find(lead.subject, lead.audience),
  };
  return {
    ...renderCard(toCard(operation, viewer, lead?.conversation ?? null)),
    leadsTo: readRemedies(operation, words).needsConsole ? ["console"] : [],
    links: link === undefined ? await linksToTries(operation, viewer, reading) : [link],
  };
}

/** Links to the result of a newer try, unless that result is a direct message. */
async function linksToTries(
  operation: Operation,
  { words }: Viewer,
  { posts }: Reading,
): Promise<PostLink[]> {
  const later = findLaterTry(operation);
  const found = later && (await posts.find(actSubject(later.act), "result"));
  const to = isDirectMessage(found?.channel ?? null) ? null : found;
  const earlier = triesOf(operation).findLast(({ createdAt }) => createdAt < operation.createdAt);
  return [
    ...(later === null ? [] : [{ says: words.delivery.newer, to }]),
    // Shows nothing here, but makes the earlier try's post render again with a link to this one.
    ...(earlier === undefined ? [] : [{ says: "", to: null, leadsBack: actSubject(earlier.act) }]),
  ];
}

/** Thread line about a whole act or all its unknown outcomes; null for events of a single operation. */
async function lineOfSeveral(
  operation: Operation,
  { kind }: ThreadEvent,
  viewer: Viewer,
  { operations }: Reading,
): Promise<Line | null> {
  const { batch, describe } = viewer.presenter;
  if (!isOfBatch(operation) || batch === undefined || (kind !== "ended" && kind !== "listed")) return null;
  const act = await operations.ofAct(operation.act);
  const title = batch.title(act, viewer);
  const author = { user: operation.author };
  if (kind === "ended") return [author, ` ${title}`];
  const unknown = act.filter(wasEverUnknown);
  const { several } = (describe(operation, viewer.words).terms ?? viewer.words).outcomes;
  const says = several.title(unknown.filter(isUnresolved).length, unknown.length);
  return [{ bold: says }, " · ", author, ` · ${title}`];
}

/** Link target for on-call's card: the operation's proposal or result, unless it is a direct message. */
function leadOf(operation: Operation, { presenter, words }: Viewer): Lead | undefined {
  const { describedIn } = presenter.describe(operation, words);
  const conversation = sharedConversation(operation, presenter.audiences);
  if (describedIn !== undefined || conversation === null) return describedIn;
  return { subject: actSubject(operation.act), audience: "result", conversation };
}

export const plainPostKind = "plain";

/** Direct message that shows the author how the act ended. Pure. */
export function notificationOfPlainPost({ act, author }: Operation): Notification {
  const post = { subject: actSubject(act), audience: "result", kind: plainPostKind, destinations: [author] };
  return { posts: [post] };
}

export function createPlainRenderer(deps: {
  store: { operations: Pick<Store["operations"], "ofAct"> };
  words: Catalogue;
}): Renderer {
  const { store, words } = deps;
  return {
    async render({ subject }) {
      const last = (await store.operations.ofAct(idOf(subject))).at(-1);
      if (last === undefined) return null;
      const state = words.outcomes.states[last.outcome ?? "unknown"];
      return plainAnswer(words.edge.plainOutcome(last.kind, last.id, state));
    },
  };
}

function renderThreadLine(
  { operation, isListed }: { operation: Operation; isListed: boolean },
  event: ThreadEvent,
  viewer: Viewer,
): Answer {
  const card = toCard(operation, viewer);
  const { title } = toCardParts(card);
  const says = sentence(event, card);
  if (event.kind === "ended") return renderAnswer([[...says, ` ${title}`]]);
  // A reply below several operations has to name its own.
  const isNamed = event.kind !== "all_arrived" && (isListed || isOfBatch(operation));
  // Other sentences already say the new state, so the name omits it.
  const name = event.kind === "listed" ? title : `${card.description.kind} · ${card.subject}`;
  return renderAnswer([isNamed ? [{ bold: name }, " · ", ...says] : says]);
}

function sentence(event: ThreadEvent, card: Card): Line {
  const { operation, description, words } = card;
  const { outcomes, receipts } = words;
  const { author, receipt } = operation;
  const saidBy = (by: string, said: Line): Line =>
    by === author ? said : [{ user: author }, outcomes.to, ...said];
  switch (event.kind) {
    case "ended":
    case "listed":
      return [{ user: author }];
    case "reported":
      return saidBy(event.by, [{ user: event.by }, outcomes.says[event.as]]);
    case "receipt": {
      if (receipt === null) return [{ user: author }];
      const said = { ...receipt, as: event.as, words: event.words };
      return saidBy(receipt.phoneOwner, toReceiptLine(said, description.contents, words) ?? []);
    }
    case "all_arrived":
      return saidBy(event.by, [{ user: event.by }, receipts.says.allArrived(event.count)]);
    case "sent_again": {
      const several = findEditTries(operation);
      if (several.length > 0)
        return [{ user: event.by }, outcomes.triedAgain(formatStateCounts(several, outcomes.message, words))];
      return [{ user: event.by }, outcomes.triedAgain(outcomes.states[event.outcome])];
    }
    case "late":
      return [{ user: author }, ...lateWords(card)];
  }
}

function lateWords({ operation, description, words }: Card): Line {
  const { outcome } = operation;
  const { states, late, had, sentTwice } = words.outcomes;
  const explained = explainOutcome(operation, description.contents, words);
  const report = toContradictedReport(operation);
  return [
    late(states[outcome === "unknown" || outcome === null ? "not_sent" : outcome]),
    explained === null ? "" : ` ${explained.says}`,
    ...(report === null ? [] : [" ", ...fillLine(had[report.as], { by: { user: report.by } })]),
    outcome === "accepted" && findLaterTry(operation) !== null ? ` ${sentTwice}` : "",
  ];
}
