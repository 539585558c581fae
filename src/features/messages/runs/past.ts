import { toWords } from "../../../operations/index.ts";
import type { LibraryEntry, Store } from "../../../store/index.ts";
import { readAbout } from "../stored.ts";

/** Finds the runs of one suite, whatever that is called by now: one word, however its id is written. */
export function suiteWord(id: string): string {
  return `suite${id.replace(/[^\p{L}\p{N}]/gu, "")}`;
}

/** However many others have such a word, nobody waits for a longer look. */
const mostLooks = 8;

/** When this person last ran a suite, or another one under its name; null: never, as far as is kept. */
export async function findLastRun(
  author: string,
  { id, name }: Pick<LibraryEntry, "id" | "name">,
  operations: Pick<Store["operations"], "list">,
): Promise<Date | null> {
  const found = [suiteWord(id), name].map(async (word) => {
    let to: Date | undefined;
    // One of each act: all of an act were enqueued at one time.
    for (let looks = 0; looks < mostLooks; looks += 1) {
      const filter = { author, words: toWords(word), ...(to && { to }), limit: 1 };
      const [one] = (await operations.list(filter)).operations;
      if (one === undefined) return null;
      const { suite, suiteId, failedOf } = readAbout(one.about);
      if (failedOf === undefined && (suiteId === id || suite === name)) return one.createdAt;
      to = one.createdAt;
    }
    return null;
  });
  const times = (await Promise.all(found)).flatMap((at) => at ?? []);
  return times.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;
}
