import type { Catalogue } from "../locales/index.ts";
import type { Description } from "../operations/description.ts";
import { actSubject, hadNoEffect, isOfBatch } from "../operations/index.ts";
import { plainAnswer, renderAnswer } from "../slack/blocks/answer.ts";
import { type Drawer, isDirectMessage, type Picture, type PostLink } from "../slack/posts/queue.ts";
import type { Kin, Operation, Store, Telling } from "../store/index.ts";
import { isUnsettled, sentAgainBy, triesOf } from "./again.ts";
import { renderRow } from "./batch.view.ts";
import { type Card, renderCard } from "./card.view.ts";
import { renderHappening } from "./happening.view.ts";
import { type Seen, seenAt, type Teller, toCard } from "./index.ts";
import { sharedPlace, wasUnknown } from "./places.ts";
import { needsConsole } from "./reasons.ts";
import { Happening, OfOperation } from "./telling.ts";
import { renderUnknownsCard } from "./unknowns.view.ts";

export type ActDrawing = {
  store: {
    operations: Pick<Store["operations"], "ofAct" | "get" | "list" | "listing">;
    posts: Pick<Store["posts"], "find">;
  };
  /** Undefined of a kind that is none of this version's. */
  tellerOf: (kind: string) => Teller | undefined;
};

const headOf = (subject: string) => subject.slice(0, subject.indexOf(":"));
const idOf = (subject: string) => subject.slice(subject.indexOf(":") + 1);

/** Acts, each with all that one press led to, and on-call's unknown outcomes, as they are now. */
export function createActDrawer({ store, tellerOf }: ActDrawing): Drawer {
  const known: Known = {
    store,
    tellerOf: ({ id, kind }) => {
      const teller = tellerOf(kind);
      if (teller === undefined) throw new Error(`${id} is of another version`);
      return teller;
    },
  };
  return {
    async draw({ subject, destination, version }) {
      if (headOf(subject) === "unknowns") return drawUnknowns(idOf(subject), destination, known);
      return drawAct(await store.operations.ofAct(idOf(subject), version), destination, known);
    },
    async line({ subject, destination }, event) {
      const operation = await store.operations.get(OfOperation.parse(event).operation);
      if (operation === null) return null;
      const teller = known.tellerOf(operation);
      const seen = seenAt(operation, destination, teller);
      const own = teller.says?.(operation, event, seen.words) ?? null;
      if (own !== null) return own;
      const happening = Happening.parse(event);
      if (happening.kind === "ended" && isOfBatch(operation) && teller.batch !== undefined) {
        const title = teller.batch.title(await store.operations.ofAct(operation.act), seen);
        return renderAnswer([[{ user: operation.author }, ` ${title}`]]);
      }
      if (happening.kind === "listed" && isOfBatch(operation) && teller.batch !== undefined) {
        const act = await store.operations.ofAct(operation.act);
        const unknown = act.filter(wasUnknown);
        const { title } = (teller.describe(operation, seen.words).terms ?? seen.words).outcomes.several;
        const says = title(unknown.filter(isUnsettled).length, unknown.length);
        const { author } = operation;
        return renderAnswer([
          [{ bold: says }, " · ", { user: author }, ` · ${teller.batch.title(act, seen)}`],
        ]);
      }
      const tries = triesOf(operation);
      const next = tries[tries.findIndex(({ id }) => id === operation.id) + 1] ?? null;
      const edits = happening.kind === "sent_again" ? await readEdits(operation, next, seen, store) : {};
      const isListed = headOf(subject) === "unknowns";
      return renderHappening({ operation, isListed, ...edits }, happening, seen);
    },
  };
}

type Known = Pick<ActDrawing, "store"> & { tellerOf: (operation: Operation) => Teller };

/** The last of an act says what came of it; one before it that nobody knew is beside it, and several are a list. */
async function drawAct(
  operations: readonly Operation[],
  destination: string,
  { store, tellerOf }: Known,
): Promise<Picture | null> {
  const [first] = operations;
  const last = operations.at(-1);
  if (first === undefined || last === undefined) return null;
  const seen = seenAt(last, destination, tellerOf(last));
  const { batch } = seen.teller;
  if (isOfBatch(first) && batch !== undefined) {
    const isOpen = operations.some(({ outcome }) => outcome === null);
    const earlier = isOpen ? [] : ((await batch.earlier?.(first, store.operations)) ?? []);
    return batch.render(operations, seen, earlier);
  }
  const card = await withLinks(last, seen, seen.teller.describe(last, seen.words).toldIn, store);
  if (first === last || !wasUnknown(first)) return card;
  const row = renderRow(toCard(first, { ...seen, teller: tellerOf(first) }, null));
  return { ...card, text: `${card.text}\n${row.text}`, blocks: [...card.blocks, ...row.blocks] };
}

/** As on-call reads it: alone whole, among others a line. */
async function drawUnknowns(
  id: string,
  destination: string,
  { store, tellerOf }: Known,
): Promise<Picture | null> {
  const listing = await store.operations.listing({ listing: id });
  const { first, total, unsettled } = listing;
  const [one = first] = unsettled;
  if (one === null) return null;
  const teller = tellerOf(one);
  const seen: Seen = { ...seenAt(one, destination, teller), reader: "on-call" };
  const lead = teller.describe(one, seen.words).toldIn ?? resultOf(one, teller);
  const picture: Picture =
    total > 1 ? renderUnknownsCard(listing, seen) : await withLinks(one, seen, lead, store);
  if (listing.left === 0) return picture;
  return { ...picture, openSince: one.closedAt ?? one.createdAt, leadsTo: ["console", "runbook"] };
}

type Lead = NonNullable<Description["toldIn"]>;

/** An operation's card, and where it leads to once that is there. */
async function withLinks(
  operation: Operation,
  seen: Seen,
  lead: Lead | undefined,
  store: ActDrawing["store"],
): Promise<Picture> {
  const edits = await readEdits(operation, sentAgainBy(operation), seen, store);
  const card = renderCard({ ...toCard(operation, seen, lead?.conversation ?? null), ...edits });
  const leadsTo: Picture["leadsTo"] = needsConsole(operation, seen.words) ? ["console"] : [];
  const { link: says } = seen.words.delivery;
  const link = lead && { says, to: await store.posts.find(lead.subject, lead.place) };
  const tries = lead === undefined ? await linksToTries(operation, seen, store) : [];
  return { ...card, leadsTo, links: [...(link === undefined ? [] : [link]), ...tries] };
}

/** To the result of a newer try, unless somebody alone reads that. */
async function linksToTries(
  operation: Operation,
  { words: { delivery } }: Seen,
  { posts }: ActDrawing["store"],
): Promise<PostLink[]> {
  const later = sentAgainBy(operation);
  const found = later && (await posts.find(actSubject(later.act), "result"));
  const earlier = triesOf(operation).findLast(({ createdAt }) => createdAt < operation.createdAt);
  return [
    ...(later === null
      ? []
      : [{ says: delivery.newer, to: isDirectMessage(found?.channel ?? null) ? null : found }]),
    // Nothing is shown: the earlier post is rendered again with its link to this one.
    ...(earlier === undefined ? [] : [{ says: "", to: null, leadsBack: actSubject(earlier.act) }]),
  ];
}

/** What a later try has otherwise, of one that had no effect. */
async function readEdits(
  operation: Operation,
  later: Kin | null,
  seen: Seen,
  { operations }: ActDrawing["store"],
): Promise<Pick<Card, "edits">> {
  const { edits } = seen.teller;
  if (later === null || edits === undefined || !hadNoEffect(operation.outcome)) return {};
  const newer = await operations.get(later.id);
  if (newer === null) return {};
  const all = edits(toCard(operation, seen, null), toCard(newer, seen, null));
  // Of several no part's new value is the one.
  const isOne = operation.editedBeside.length === 0;
  return { edits: isOne ? all : all.map(({ name }) => ({ name, says: name })) };
}

/** Unless it stands in somebody's direct message. */
function resultOf(operation: Operation, { places }: Teller): Lead | undefined {
  const conversation = sharedPlace(operation, places);
  const subject = actSubject(operation.act);
  return conversation === null ? undefined : { subject, place: "result", conversation };
}

/** Of posts that no feature here can draw: another version stored them, or their feature has a defect. */
export const plainKind = "plain";

/** To its author, that it ended and how. Pure. */
export function tellsPlainly({ act, author }: Operation): Telling {
  return {
    posts: [{ subject: actSubject(act), place: "result", kind: plainKind, destinations: [author] }],
  };
}

export function createPlainDrawer({
  store,
  words,
}: {
  store: { operations: Pick<Store["operations"], "ofAct"> };
  words: Catalogue;
}): Drawer {
  return {
    async draw({ subject }) {
      const operation = (await store.operations.ofAct(idOf(subject))).at(-1);
      if (operation === undefined) return null;
      const { kind, id, outcome } = operation;
      return plainAnswer(words.edge.plainOutcome(kind, id, outcome ?? "unknown"));
    },
  };
}
