import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import type { Telling } from "../posts/table.ts";
import { tell } from "../posts/tell.ts";
import type { Operation } from "./table.ts";

/** What people see of an act: of all that one press led to. */
export function actSubject(act: string): string {
  return `act:${act}`;
}

/** What on-call sees of the unknown outcomes of a kind that came in a row. */
export function listingSubject(listing: string): string {
  return `unknowns:${listing}`;
}

/** What the owner of a phone is asked at once. */
export function questionsSubject(questionnaire: string): string {
  return `questions:${questionnaire}`;
}

/** What has become of operations is to be seen from this transaction on, wherever they or other tries of them show. */
export async function tellChange(
  context: StoreContext,
  trx: StoreTransaction,
  operations: readonly Operation[],
  tellings: readonly (Telling | null | undefined)[],
): Promise<void> {
  await tell(context, trx, await toTelling(trx, operations, tellings));
}

export async function toTelling(
  trx: StoreTransaction,
  operations: readonly Operation[],
  tellings: readonly (Telling | null | undefined)[],
): Promise<Telling> {
  const edited = await actsEditedInto(trx, operations);
  const changed = tellings.flatMap((telling) => telling?.changed ?? []);
  return {
    posts: tellings.flatMap((telling) => telling?.posts ?? []),
    changed: [...operations.flatMap(subjectsOf), ...edited.map(actSubject), ...changed],
    lines: tellings.flatMap((telling) => telling?.lines ?? []),
  };
}

function subjectsOf(operation: Operation): string[] {
  const all = [operation, ...operation.tries];
  return [
    ...all.map(({ act }) => actSubject(act)),
    ...all.flatMap(({ unknownsCard }) => (unknownsCard === null ? [] : listingSubject(unknownsCard))),
    ...(operation.receipt === null ? [] : [questionsSubject(operation.receipt.questionnaire)]),
  ];
}

/** Acts that each of several says the end of, too: those whose edit brought them, beside a further try. */
async function actsEditedInto(trx: StoreTransaction, operations: readonly Operation[]): Promise<string[]> {
  const roots = operations
    .filter(({ id, root }) => id === root)
    .flatMap(({ siblings }) => siblings.filter((one) => one.step === 0 && one.root !== one.id))
    .map(({ root }) => root);
  if (roots.length === 0) return [];
  const rows = await trx
    .selectFrom("operations")
    .select("act")
    .distinct()
    .where("root", "in", roots)
    .execute();
  return rows.map(({ act }) => act);
}
