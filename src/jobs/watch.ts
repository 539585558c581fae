import type { Json, NewPost, Store } from "../store/index.ts";

/** What a watch knows from now on, and the posts that tell what is new in it. */
export type Judged = { known: object; posts: NewPost[] };

/**
 * Tells what has changed since a watch last looked, once over all processes: what it knows changes together with the
 * posts, and whoever comes second judges again by what the first one wrote. Null: nothing has changed. True when this
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
