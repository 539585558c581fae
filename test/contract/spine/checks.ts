import { z } from "zod";
import {
  actSubject,
  hadNoEffect,
  listingSubject,
  type Outcome,
  questionsSubject,
  type SettledAs,
  type Store,
} from "../../../src/store/index.ts";
import { Content } from "./kinds.ts";
import type { Model, Operation, Telling } from "./model.ts";
import { checkPosts } from "./pictures.ts";

/** What the store holds, read behind its back. */
export type Snapshot = {
  operations: readonly {
    id: string;
    kind: string;
    act: string;
    root: string;
    author: string;
    state: string;
    waits: number;
    settled_as: SettledAs | null;
    listing: string | null;
    outcome: Outcome | null;
    result: string | null;
    closed_at: number | null;
    quota_day: string | null;
    request: string;
  }[];
  posts: readonly {
    id: number;
    subject: string;
    place: string;
    wanted: number;
    shown: number;
    since: number | null;
    changed_at: number;
  }[];
  lines: readonly { post_id: number; event: string }[];
  receipts: readonly { operation_id: string; sheet: string; received_as: string | null }[];
  quotas: readonly { person: string; day: string; used: number }[];
};

export function readSnapshot(store: Store): Promise<Snapshot> {
  return store.open(async ({ connection: { db } }) => ({
    operations: await db
      .selectFrom("operations")
      .select(["id", "kind", "act", "root", "author", "state", "waits", "settled_as", "listing"])
      .select(["outcome", "result", "closed_at", "quota_day", "request"])
      .orderBy("id")
      .execute(),
    posts: await db
      .selectFrom("posts")
      .select(["id", "subject", "place", "wanted", "shown", "since", "changed_at"])
      .orderBy("id")
      .execute(),
    lines: await db.selectFrom("post_lines").select(["post_id", "event"]).orderBy("id").execute(),
    receipts: await db
      .selectFrom("receipts")
      .select(["operation_id", "sheet", "received_as"])
      .orderBy("operation_id")
      .execute(),
    quotas: await db.selectFrom("quotas").selectAll().execute(),
  }));
}

type Row = Snapshot["operations"][number];

/** All that must be so whenever nothing is under way. */
export function check(model: Model, now: Snapshot): void {
  const rows = new Map(now.operations.map((row) => [row.id, row]));
  for (const row of now.operations)
    model.holds(model.operations.has(row.id), `${row.id} is stored, and nobody was answered so`);
  for (const operation of model.all) {
    if (operation.isGone) continue;
    const row = rows.get(operation.id);
    model.holds(row !== undefined, `${operation.id} is gone`);
    if (row !== undefined) checkOutcome(model, operation, row.outcome);
  }
  checkOpen(model, now);
  checkPosts(model, now);
  checkQuotas(model, now);
  for (const telling of model.tellings) checkAnswer(model, telling, rows);
}

/** An end comes once, a correction of an unknown aside, and says what the platform got. */
function checkOutcome(model: Model, operation: Operation, outcome: Outcome | null): void {
  const { id, requests, outcome: before } = operation;
  if (before !== null && before !== "unknown")
    model.holds(outcome === before, `${id} was ${before}, and is ${outcome}`);
  if (before === "unknown") model.holds(outcome !== null, `${id} had ended, and is open`);
  operation.outcome = outcome;
  const [status] = operation.happened.filter((one) => one.outcome !== undefined).slice(-1);
  model.holds((status?.outcome ?? null) === outcome, `${id} is ${outcome}, and was to be ${status?.outcome}`);
  if (hadNoEffect(outcome))
    model.holds(
      requests.every(({ known }) => known === "none"),
      `${id} is ${outcome}, and its request may have had its effect`,
    );
  if (outcome === "accepted")
    model.holds(
      requests.some(({ known }) => known === "accepted"),
      `${id} is accepted, and the platform never was heard to say so`,
    );
  if (outcome === "refused") model.holds(requests.length > 0, `${id} was refused without a request`);
}

function checkOpen(model: Model, { operations }: Snapshot): void {
  const open = operations.filter(({ closed_at }) => closed_at === null).map(({ root }) => root);
  model.holds(new Set(open).size === open.length, `two tries of one root are open: ${open}`);
}

/** What retention removed counts on, as long as its day's counter is kept. */
function checkQuotas(model: Model, { quotas }: Snapshot): void {
  const counted = model.all.filter(({ outcome, quotaDay }) => quotaDay !== null && !hadNoEffect(outcome));
  for (const { person, day, used } of quotas) {
    if (day < model.quotasSince) continue;
    const count = counted.filter(({ quotaDay, act }) => quotaDay === day && act.author === person).length;
    model.holds(used === count, `${person} has used ${used} on ${day}, and ${count} count`);
  }
}

const nothingStored = new Set(["busy", "barred", "gone", "over_limit", "overtaken", "not_again"]);

/** An answer claims what is stored, or what was decided before anything was. */
function checkAnswer(model: Model, telling: Telling, rows: ReadonlyMap<string, Row>): void {
  const { answer, act, id, script } = telling;
  const stored = model.operations.get(act.id);
  const row = rows.get(act.id);
  const isOwn = stored?.telling === telling;
  const at = (promise: string) => `${id} of ${act.id} was told ${answer?.kind}: ${promise}`;
  if (answer === null) return;
  if (answer.kind === "stored")
    model.holds(stored?.telling.delivery === telling.delivery, at("another delivery stored it, or none"));
  if (answer.kind === "duplicate")
    model.holds(
      stored !== undefined && answer.operation.id === act.id && !isOwn,
      at("none was there before"),
    );
  const wasNeverStored = nothingStored.has(answer.kind) || ["before", "preparing"].includes(script.heldUp);
  if (wasNeverStored) model.holds(!isOwn, at("it is stored"));
  if (answer.kind === "too_slow" && isOwn && row !== undefined)
    model.holds(row.outcome === null || row.outcome === "not_sent", at(`it is ${row.outcome}`));
}

/** `before`: as of when a purge of what ended before `sinceMs` began. */
export function checkPurged(model: Model, before: Snapshot, after: Snapshot, sinceMs: number): void {
  const left = new Set(after.operations.map(({ id }) => id));
  const waiting = new Set(before.posts.filter(({ since }) => since !== null).map(({ subject }) => subject));
  for (const row of before.operations) {
    const root = before.operations.filter((one) => one.root === row.root);
    const isWanted = root.some(
      ({ act, closed_at }) => closed_at === null || closed_at >= sinceMs || waiting.has(actSubject(act)),
    );
    model.holds(left.has(row.id) === isWanted, `${row.id} was ${isWanted ? "wanted" : "old"} at the purge`);
    const operation = model.operations.get(row.id);
    if (operation !== undefined && !left.has(row.id)) operation.isGone = true;
  }
  const told = new Set([
    ...after.operations.map(({ act }) => actSubject(act)),
    ...after.operations.flatMap(({ listing }) => (listing === null ? [] : listingSubject(listing))),
    ...after.receipts.map(({ sheet }) => questionsSubject(sheet)),
  ]);
  const keptPosts = new Set(after.posts.map(({ id }) => id));
  for (const { id, subject, since, changed_at } of before.posts) {
    const isWanted = told.has(subject) || since !== null || changed_at >= sinceMs;
    model.holds(keptPosts.has(id) === isWanted, `the post of ${subject} was ${isWanted ? "wanted" : "old"}`);
  }
  model.holds(
    after.lines.every(({ post_id }) => keptPosts.has(post_id)),
    "a line is left without its post",
  );
}

/** What nothing kept from running ran: not sent for want of an answer, or of its process, is only what lacked one. */
export function checkRan(model: Model, { operations }: Snapshot, isLost: (owner: string) => boolean): void {
  for (const { id, result, request, outcome } of operations) {
    const code = z.object({ code: z.string() }).safeParse(JSON.parse(result ?? "null")).data?.code;
    const telling = model.tellings.find((one) => one.id === Content.parse(JSON.parse(request)).telling);
    if (telling === undefined || isLost(telling.owner)) continue;
    const { answer, ack, storedMs, answeredMs, askedMs } = telling;
    const isTold = ack === "reached" && (answer?.kind === "stored" || answer?.kind === "storing");
    const isInTime = storedMs !== null && Math.max(storedMs, answeredMs ?? 0) - askedMs <= 45_000;
    const isDropped = ["ProcessEnded", "NotAcknowledged", "TookTooLong"].includes(code ?? "");
    model.holds(
      !(isTold && isInTime && outcome === "not_sent" && isDropped),
      `${id} was told ${answer?.kind}, and is ${outcome}: ${code}`,
    );
  }
}
