import type { Json, NewAuditEntry, Store, Telling } from "../store/index.ts";

/** What a watch knows from now on, what is told of what is new in it, and whose doing it was, where it was somebody's. */
export type Judged = { known: object; telling: Telling; entry?: NewAuditEntry };

/**
 * Tells what has changed since a watch last looked, once over all processes: what it knows changes together with
 * what is told, and whoever comes second judges again by what the first one wrote. Null: nothing has changed. True when this
 * one put down what has.
 */
export async function tellChanges(
  watches: Store["watches"],
  name: string,
  judge: (known: Json | null) => Judged | null,
): Promise<boolean> {
  for (;;) {
    const { version, known } = await watches.get(name);
    const judged = judge(known);
    if (judged === null) return false;
    if (await watches.change(name, { version, ...judged })) return true;
  }
}
