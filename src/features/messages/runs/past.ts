import { toWords } from "../../../operations/index.ts";
import type { LibraryEntry, Operation, OperationFilter, Store } from "../../../store/index.ts";
import { readSnapshot } from "../stored.ts";

/** Search word of a suite's runs, which stays the same when the suite is renamed. */
export function suiteSearchWord(id: string): string {
  return `suite${id.replace(/[^\p{L}\p{N}]/gu, "")}`;
}

type Operations = Pick<Store["operations"], "list" | "ofAct">;

/** Limit of queries in one search, each for the next older act; runs behind more acts aren't found. */
const maxLookups = 8;

/** Yields one operation of each act, newest act first. All operations of an act have the same `createdAt`. */
async function* actsBefore(
  operations: Pick<Operations, "list">,
  { to: before, ...filter }: Pick<OperationFilter, "author" | "words" | "to">,
): AsyncGenerator<Operation> {
  let to = before;
  for (let looks = 0; looks < maxLookups; looks += 1) {
    const { operations: found } = await operations.list({ ...filter, ...(to && { to }), limit: 1 });
    const [one] = found;
    if (one === undefined) return;
    yield one;
    to = one.createdAt;
  }
}

/** Operations of the suite's previous run, reruns excluded; empty if there is none. */
export async function findEarlierRun(
  { snapshot, createdAt }: Operation,
  operations: Operations,
): Promise<readonly Operation[]> {
  const { suite } = readSnapshot(snapshot);
  if (suite === undefined) return [];
  for await (const one of actsBefore(operations, { words: toWords(suite), to: createdAt })) {
    const earlier = readSnapshot(one.snapshot);
    if (earlier.suite === suite && earlier.rerunOf === undefined) return await operations.ofAct(one.act);
  }
  return [];
}

/** Time of this person's last run of the suite, reruns excluded; null if there is none. */
export async function findLastRun(
  author: string,
  { id, name }: Pick<LibraryEntry, "id" | "name">,
  operations: Pick<Operations, "list">,
): Promise<Date | null> {
  const ways = [toWords(suiteSearchWord(id)), toWords(name)];
  const found = ways.map(async (words) => {
    for await (const { snapshot, createdAt } of actsBefore(operations, { author, words })) {
      const { suite, suiteId, rerunOf } = readSnapshot(snapshot);
      if (rerunOf === undefined && (suiteId === id || suite === name)) return createdAt;
    }
    return null;
  });
  const times = (await Promise.all(found)).flatMap((at) => at ?? []);
  return times.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;
}
