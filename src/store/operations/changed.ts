import type { Operation } from "./types.ts";

/** What people see of an act: of all that one press led to. */
export function actSubject(act: string): string {
  return `act:${act}`;
}

/** What on-call sees of the unknown outcomes of a kind that came in a row. */
export function listingSubject(listing: string): string {
  return `unknowns:${listing}`;
}

/** What the holder of a phone is asked at once. */
export function questionsSubject(sheet: string): string {
  return `questions:${sheet}`;
}

/** All that says something else now, where something became of one: of whatever tries the same effect. */
export function changedWith(operation: Operation): string[] {
  const { tries, receipt } = operation;
  const all = [operation, ...tries];
  const listings = all.flatMap(({ listing }) => listing ?? []);
  return [
    ...new Set([
      ...all.map(({ act }) => actSubject(act)),
      ...listings.map(listingSubject),
      ...(receipt === null ? [] : [questionsSubject(receipt.sheet)]),
    ]),
  ];
}
