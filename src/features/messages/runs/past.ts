import { toWords } from "../../../operations/index.ts";
import type { LibraryEntry, Operation, OperationFilter, Store } from "../../../store/index.ts";
import { readAbout } from "../stored.ts";

/** By which it finds those of one suite, whatever that is called by now: one word, however its id is written. */
export function suiteWord(id: string): string {
  return `suite${id.replace(/[^\p{L}\p{N}]/gu, "")}`;
}

type Operations = Pick<Store["operations"], "list" | "ofAct">;

/** However many others have such a word, nobody waits for a longer look. */
const mostLooks = 8;

/** One operation of each act that is found by these words, the newest first: all of an act were taken on at one time. */
async function* actsBefore(
  operations: Pick<Operations, "list">,
  { to: before, ...filter }: Pick<OperationFilter, "author" | "words" | "to">,
): AsyncGenerator<Operation> {
  let to = before;
  for (let looks = 0; looks < mostLooks; looks += 1) {
    const { operations: found } = await operations.list({ ...filter, ...(to && { to }), limit: 1 });
    const [one] = found;
    if (one === undefined) return;
    yield one;
    to = one.createdAt;
  }
}

/** The suite's last run before this one, whoever's; empty where there is none. A run again is none. */
export async function findEarlier(
  { about, createdAt }: Operation,
  operations: Operations,
): Promise<readonly Operation[]> {
  const { suite } = readAbout(about);
  if (suite === undefined) return [];
  for await (const one of actsBefore(operations, { words: toWords(suite), to: createdAt })) {
    const earlier = readAbout(one.about);
    if (earlier.suite === suite && earlier.rerunOf === undefined) return await operations.ofAct(one.act);
  }
  return [];
}

/** When this person last ran a suite, or another one under its name; null: never, as far as is kept. */
export async function findLastRun(
  author: string,
  { id, name }: Pick<LibraryEntry, "id" | "name">,
  operations: Pick<Operations, "list">,
): Promise<Date | null> {
  const ways = [toWords(suiteWord(id)), toWords(name)];
  const found = ways.map(async (words) => {
    for await (const { about, createdAt } of actsBefore(operations, { author, words })) {
      const { suite, suiteId, rerunOf } = readAbout(about);
      if (rerunOf === undefined && (suiteId === id || suite === name)) return createdAt;
    }
    return null;
  });
  const times = (await Promise.all(found)).flatMap((at) => at ?? []);
  return times.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;
}
