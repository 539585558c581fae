import { z } from "zod";
import { actSubject, listingSubject, questionsSubject } from "../../../src/store/index.ts";
import type { Snapshot } from "./checks.ts";
import type { Model } from "./model.ts";

const Said = z.object({
  operation: z.string(),
  transition: z.enum(["closed", "corrected"]).optional(),
  outcome: z.string().optional(),
  says: z.string().optional(),
});

/**
 * Each end is told under the post of its act in one line, each correction and each report in another; and no post stays
 * as it is when what it shows has changed.
 */
export function checkPosts(model: Model, now: Snapshot): void {
  checkLines(model, now);
  const { operations, receipts } = now;
  const told = new Map<string, string>();
  for (const { act } of operations.filter(({ outcome, waits }) => outcome !== null || waits === 1))
    told.set(actSubject(act), showAct(now, act));
  for (const { listing } of operations)
    if (listing !== null) told.set(listingSubject(listing), showListing(now, listing));
  for (const { sheet } of receipts) told.set(questionsSubject(sheet), showQuestions(now, sheet));
  checkPictures(model, now, told);
}

function checkLines(model: Model, { operations, lines }: Snapshot): void {
  const said = [...model.said, ...lines.map(({ event }) => JSON.parse(event))].map((one) => Said.parse(one));
  for (const { id, outcome } of operations) {
    const own = said.filter(({ operation }) => operation === id);
    const changes = own.filter(({ transition }) => transition !== undefined);
    const ends = changes.filter(({ transition }) => transition === "closed");
    model.holds(ends.length === (outcome === null ? 0 : 1), `${id} is ${outcome}: told ${ends.length} times`);
    const last = changes.at(-1)?.outcome;
    if (outcome !== null) model.holds(last === outcome, `${id} is ${outcome}: told ${last}`);
    model.holds(changes.length <= 2, `${id} was told of ${changes.length} times`);
    const reports = own.length - changes.length;
    const given = model.reportsOf(id);
    model.holds(reports === given, `${id}: ${given} reports were given, ${reports} told`);
  }
}

/** `told`: by subject, what its post shows. */
function checkPictures(model: Model, { posts, lines }: Snapshot, told: ReadonlyMap<string, string>): void {
  const pictures = new Map<string, { wanted: number; shows: string }>();
  for (const [subject, shows] of told) {
    const own = posts.filter((post) => post.subject === subject);
    model.holds(own.length === 1, `${subject} has ${own.length} posts`);
    for (const { wanted } of own) {
      const before = model.pictures.get(subject);
      if (before?.wanted === wanted)
        model.holds(before.shows === shows, `${subject} shows ${before.shows}, and is ${shows}`);
      pictures.set(subject, { wanted, shows });
    }
  }
  model.pictures = pictures;
  for (const { id, subject, wanted, shown, since } of posts) {
    const isWaiting = wanted !== shown || lines.some(({ post_id }) => post_id === id);
    model.holds(isWaiting === (since !== null), `${subject} shows ${shown} of ${wanted}, since ${since}`);
  }
}

/** How all of it stands, and what became of whatever tries the same. */
function showAct({ operations, receipts }: Snapshot, act: string): string {
  const roots = new Set(operations.filter((one) => one.act === act).map(({ root }) => root));
  const shown = operations
    .filter((one) => one.act === act || roots.has(one.root))
    .map(({ id, outcome, settled_as, waits, state, act: its }) => {
      const said = receipts.find((one) => one.operation_id === id)?.received_as ?? null;
      const own = its === act ? [state, waits] : [];
      return outcome === null && its !== act ? null : [id, outcome, settled_as, said, ...own];
    });
  return JSON.stringify(shown.filter((one) => one !== null));
}

/** Which entries it has, and which of them are open. */
function showListing({ operations }: Snapshot, listing: string): string {
  const accepted = new Set(
    operations.filter(({ outcome }) => outcome === "accepted").map(({ root }) => root),
  );
  const entries = operations
    .filter((one) => one.listing === listing)
    .map(({ id, outcome, settled_as, root }) => {
      const isOpen = outcome === "unknown" && settled_as === null && !accepted.has(root);
      return [id, outcome, settled_as, isOpen];
    });
  return JSON.stringify(entries);
}

function showQuestions({ operations, receipts }: Snapshot, sheet: string): string {
  const asked = receipts
    .filter((one) => one.sheet === sheet)
    .map(({ operation_id, received_as }) => {
      const outcome = operations.find(({ id }) => id === operation_id)?.outcome;
      return [operation_id, outcome, received_as];
    });
  return JSON.stringify(asked);
}
