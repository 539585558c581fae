import { type Kysely, type NotNull, sql } from "kysely";
import { recordEvents, subjectOf } from "./audit/record.ts";
import type { StoreContext, StoreTransaction, Tables } from "./database/tables.ts";
import { transact, transactional, write } from "./database/transact.ts";
import { withoutNulOrNull } from "./database/values.ts";
import { readDocument, writeDocument } from "./documents.ts";
import { notifyOfChange } from "./operations/finish.ts";
import { isOfBatch, lockFamily, readAct, readOperations, toOperations } from "./operations/read.ts";
import { hadNoEffect, type Operation, type PhoneOwnerAnswer, questionsSubject } from "./operations/table.ts";
import type { Notification } from "./posts/table.ts";

/** Time after the last question in which the next joins its direct message, up to `maxJoined` questions. */
const joinedWithinMs = 5 * 60_000;
const maxJoined = 10;
const waitsMs = 24 * 60 * 60_000;

/** `subject`: that of the questionnaire's post. */
export type AskedOwner = { subject: string; phoneOwner: string };

export type AnswerRequest = {
  by: string;
  as: PhoneOwnerAnswer;
  words: string | null;
  notificationFor: (operation: Operation) => Notification;
};

export type AnswerResult =
  | { kind: "answered" | "already"; operation: Operation }
  /** The message was refused or not sent meanwhile. */
  | { kind: "overtaken"; operation: Operation }
  /** The phone is somebody else's, or nobody was asked. */
  | { kind: "not_asked" };

export type AllArrived = { by: string; notificationFor: (answered: readonly Operation[]) => Notification };

export function createReceipts(context: StoreContext) {
  const { db } = context.connection;
  return {
    ask: ask.bind(null, context),
    questionnaire: readQuestionnaire.bind(null, db),
    answer: transactional(context, takeAnswer),
    allArrived: transactional(context, takeAllArrived),

    /** Lists open questions of the last day, newest first; none for people who opted out. */
    async waiting(phoneOwner: string, limit: number): Promise<Operation[]> {
      const rows = await db
        .selectFrom("operations")
        .selectAll()
        .where("phone_owner", "=", phoneOwner)
        .where("asked_at", ">", context.now().getTime() - waitsMs)
        .where(isUnanswered)
        .where(mayBeAsked(phoneOwner))
        .orderBy("asked_at", "desc")
        .limit(limit)
        .execute();
      return toOperations(db, rows);
    },

    stop: (person: string): Promise<boolean> =>
      transact(context, (trx) =>
        writeDocument(context, trx, { kind: "receipt_stop", id: person, version: 0 }, { body: {} }),
      ),

    async resume(person: string): Promise<void> {
      await write(context, (trx) => trx.deleteFrom("documents").where(isStopOf(person)).execute());
    },

    isStopped: async (person: string): Promise<boolean> =>
      (await readDocument(db, "receipt_stop", person)) !== null,
  };
}

/** Matches the document that stores a person's wish not to be asked. */
const isStopOf = (person: string) =>
  sql<boolean>`documents.kind = 'receipt_stop' and documents.id = ${person}`;

/** Whether a message may have arrived; false for refused, unsent and unfinished messages. */
export function canHaveArrived({ outcome }: Pick<Operation, "outcome">): boolean {
  return outcome !== null && !hadNoEffect(outcome);
}

/** Uses "not in": with "in", SQLite would choose the index of outcomes and read every accepted operation. */
const isUnanswered = sql<boolean>`received_as is null and outcome not in ('refused', 'not_sent')`;

const mayBeAsked = (person: string) =>
  sql<boolean>`not exists (select 1 from documents where ${isStopOf(person)})`;

/** Reads the messages of a questionnaire in order; empty if they were removed. */
async function readQuestionnaire(
  db: Kysely<Tables>,
  phoneOwner: string,
  questionnaire: string,
): Promise<Operation[]> {
  const rows = await db
    .selectFrom("operations")
    .selectAll()
    .where("phone_owner", "=", phoneOwner)
    .where("questionnaire", "=", questionnaire)
    .orderBy("asked_at")
    .orderBy("id")
    .execute();
  return toOperations(db, rows);
}

/**
 * Asks a phone's owner whether a message arrived, never twice or after an opt-out. Messages of one act are asked
 * about together, after the last has ended; questions join the owner's questionnaire of the last minutes.
 */
async function ask(
  { now }: StoreContext,
  trx: StoreTransaction,
  operation: Operation,
  phoneOwnerOf: (operation: Operation) => string | null,
): Promise<AskedOwner[]> {
  const isRun = isOfBatch(operation);
  if (isRun && operation.siblings.some(({ outcome }) => outcome === null)) return [];
  const ended = isRun ? await readAct(trx, operation.act) : [operation];
  const unasked = ended.filter((one) => one.receipt === null && canHaveArrived(one));
  const all: AskedOwner[] = [];
  for (const [phoneOwner, theirs] of Map.groupBy(unasked, phoneOwnerOf)) {
    if (phoneOwner === null) continue;
    const ids = theirs.map((one) => one.id);
    const [begun = ""] = ids;
    const asked_at = now().getTime();
    const [row] = await trx
      .updateTable("operations")
      .set({
        phone_owner: phoneOwner,
        questionnaire: isRun ? begun : sql`coalesce(${joined(phoneOwner, asked_at)}, ${begun})`,
        asked_at,
      })
      .where("id", "in", ids)
      .where(mayBeAsked(phoneOwner))
      .returning("questionnaire")
      .$narrowType<{ questionnaire: NotNull }>()
      .execute();
    if (row !== undefined) all.push({ subject: questionsSubject(row.questionnaire), phoneOwner });
  }
  return all;
}

/** Newest questionnaire, if it is recent, with room and an open question. Concurrent transactions may begin two. */
function joined(phoneOwner: string, nowMs: number) {
  return sql<string | null>`(
    select questionnaire from operations as asked
    where phone_owner = ${phoneOwner} and asked_at > ${nowMs - maxJoined * joinedWithinMs}
    group by questionnaire
    having max(asked_at) > ${nowMs - joinedWithinMs} and count(*) < ${maxJoined}
      and count(received_as) < count(*)
    order by max(asked_at) desc limit 1)`;
}

/** Stores the first answer, which also resolves an unknown outcome; "did not arrive" may be changed to "arrived". */
async function takeAnswer(
  context: StoreContext,
  trx: StoreTransaction,
  of: string,
  { notificationFor, ...answer }: AnswerRequest,
): Promise<AnswerResult> {
  await lockFamily(context, trx, of);
  const [operation] = await readOperations(trx, [of]);
  if (operation?.receipt?.phoneOwner !== answer.by) return { kind: "not_asked" };
  if (!canHaveArrived(operation)) return { kind: "overtaken", operation };
  const { as } = operation.receipt;
  if (as !== null && !(as === "did_not_arrive" && answer.as === "arrived"))
    return { kind: "already", operation };
  const [answered = operation] = await writeAnswer(context, trx, [operation], answer);
  await notifyOfChange(context, trx, [answered], [notificationFor(answered)]);
  return { kind: "answered", operation: answered };
}

async function takeAllArrived(
  context: StoreContext,
  trx: StoreTransaction,
  questionnaire: string,
  { by, notificationFor }: AllArrived,
): Promise<Operation[]> {
  const ids = (await readQuestionnaire(trx, by, questionnaire)).map(({ id }) => id);
  if (ids.length === 0) return [];
  await lockFamily(context, trx, ...ids);
  const open = (await readOperations(trx, ids)).filter(
    (one) => one.receipt?.as === null && canHaveArrived(one),
  );
  if (open.length === 0) return [];
  const answered = await writeAnswer(context, trx, open, { by, as: "arrived", words: null });
  await notifyOfChange(context, trx, answered, [notificationFor(answered)]);
  return answered;
}

/** Stores answers and resolves unresolved unknown outcomes; owners may change their own "did not arrive". */
async function writeAnswer(
  context: StoreContext,
  trx: StoreTransaction,
  operations: readonly Operation[],
  { by, as, words }: Omit<AnswerRequest, "notificationFor">,
): Promise<Operation[]> {
  const nowMs = context.now().getTime();
  // "Looks wrong" resolves as arrived.
  const resolved_as = as === "did_not_arrive" ? as : "arrived";
  for (const operation of operations) {
    const { id, outcome, resolvedAs, resolvedBy } = operation;
    const isOwn = resolvedBy === by && resolvedAs === "did_not_arrive";
    const resolves = outcome === "unknown" && (resolvedAs === null || isOwn);
    await trx
      .updateTable("operations")
      .set({ received_as: as, received_at: nowMs, received_words: withoutNulOrNull(words) })
      .$if(resolves, (row) => row.set({ resolved_by: by, resolved_as, resolved_at: nowMs }))
      .where("id", "=", id)
      .execute();
    await recordEvents(context, trx, [
      { event: "received", person: by, subject: subjectOf.receipt(id), outcome: as },
      ...(resolves
        ? [{ event: "resolved" as const, person: by, subject: subjectOf.operation(id), outcome: resolved_as }]
        : []),
    ]);
  }
  return readOperations(
    trx,
    operations.map(({ id }) => id),
  );
}
