import type { Description } from "../operations/description.ts";
import { actSubject } from "../operations/index.ts";
import { renderAnswer } from "../slack/blocks/answer.ts";
import type { Drawer, Picture } from "../slack/posts/queue.ts";
import type { Operation, Store } from "../store/index.ts";
import { batchTitle, renderBatch, renderRow } from "./batch.view.ts";
import { renderCard } from "./card.view.ts";
import { renderHappening } from "./happening.view.ts";
import { renderListing } from "./listing.view.ts";
import { usualPlaces, wasUnknown } from "./places.ts";
import { type Seen, seenAt, toCard } from "./seen.ts";
import { isOfBatch } from "./state.ts";
import { Happening, OfOperation, type Teller } from "./telling.ts";

export type ActDrawing = {
  store: {
    operations: Pick<Store["operations"], "ofAct" | "get" | "listing">;
    posts: Pick<Store["posts"], "find">;
  };
  /** Undefined of a kind that is none of this version's. */
  tellerOf: (kind: string) => Teller | undefined;
};

const headOf = (subject: string) => subject.slice(0, subject.indexOf(":"));
const idOf = (subject: string) => subject.slice(subject.indexOf(":") + 1);

/** Acts, each with all that one press led to, and on-call's unknown outcomes, as they are now. */
export function createActDrawer(drawing: ActDrawing): Drawer {
  return {
    async draw({ subject, destination, kind }) {
      if (headOf(subject) === "unknowns") return drawListing(idOf(subject), destination, drawing);
      const operations = await drawing.store.operations.ofAct(idOf(subject));
      const teller = drawing.tellerOf(operations.at(-1)?.kind ?? kind);
      if (operations.length === 0) return null;
      if (teller === undefined) throw new Error(`${subject} is of another version`);
      return drawAct(operations, destination, { ...drawing, teller });
    },
    async line({ subject, destination }, event) {
      const operation = await drawing.store.operations.get(OfOperation.parse(event).operation);
      if (operation === null) return null;
      const teller = drawing.tellerOf(operation.kind);
      if (teller === undefined) throw new Error(`${subject} is of another version`);
      const seen = seenAt(operation, destination, teller);
      const own = teller.says?.(operation, event, seen.words) ?? null;
      if (own !== null) return own;
      const happening = Happening.parse(event);
      if (happening.kind === "ended" && isOfBatch(operation)) {
        const title = batchTitle(await drawing.store.operations.ofAct(operation.act), seen);
        return renderAnswer([[{ user: operation.author }, ` ${title}`]]);
      }
      const told = { operation, isListed: headOf(subject) === "unknowns" };
      return renderHappening(told, happening, seen);
    },
  };
}

/** The last of an act says what came of it; one before it that nobody knew is beside it, and several are a list. */
async function drawAct(
  operations: readonly Operation[],
  destination: string,
  { teller, tellerOf, store }: ActDrawing & { teller: Teller },
): Promise<Picture | null> {
  const [first] = operations;
  const last = operations.at(-1);
  if (first === undefined || last === undefined) return null;
  const seen = seenAt(last, destination, teller);
  if (isOfBatch(first)) return renderBatch(operations, seen);
  const lead = teller.describe(last, seen.words).toldIn;
  const card = await withLead(last, seen, lead, store);
  const before = first === last || !wasUnknown(first) ? undefined : tellerOf(first.kind);
  if (before === undefined) return card;
  const row = renderRow(toCard(first, { ...seen, teller: before }, null), { ...seen, teller: before });
  return { ...card, text: `${card.text}\n${row.text}`, blocks: [...card.blocks, ...row.blocks] };
}

/** As on-call reads it: alone whole, among others a line. */
async function drawListing(
  id: string,
  destination: string,
  { store, tellerOf }: ActDrawing,
): Promise<Picture | null> {
  const listing = await store.operations.listing({ listing: id });
  const { first, total, unsettled } = listing;
  const [one = first] = unsettled;
  if (one === null) return null;
  const teller = tellerOf(one.kind);
  if (teller === undefined) throw new Error(`${one.id} is of another version`);
  const seen: Seen = { ...seenAt(one, destination, teller), reader: "on-call" };
  if (total > 1) return renderListing(listing, seen);
  return withLead(one, seen, teller.describe(one, seen.words).toldIn ?? resultOf(one, teller), store);
}

type Lead = NonNullable<Description["toldIn"]>;

/** An operation's card, and where it leads to once that is there. */
async function withLead(
  operation: Operation,
  seen: Seen,
  lead: Lead | undefined,
  { posts }: ActDrawing["store"],
): Promise<Picture> {
  const card = renderCard(toCard(operation, seen, lead?.conversation ?? null), seen.words);
  return lead === undefined ? card : { ...card, link: await posts.find(lead.subject, lead.place) };
}

/** Unless it stands in somebody's direct message. */
function resultOf(operation: Operation, { places }: Teller): Lead | undefined {
  const [conversation] = usualPlaces(operation, places);
  const subject = actSubject(operation.act);
  return /^[CG]/.test(conversation) ? { subject, place: "result", conversation } : undefined;
}
