import type { QueuedLine, QueuedPost } from "../../src/post-queue.ts";
import type { Store } from "../../src/store/index.ts";

export type Taken = QueuedPost & { line: QueuedLine | null };

/** All that waits, in the order in which it leaves, as if Slack took it: new messages and edits, and the lines under them. */
export async function takeAll({ posts }: Pick<Store, "posts">, kinds: readonly string[]): Promise<Taken[]> {
  const taken: Taken[] = [];
  if (!(await posts.lead(60_000))) throw new Error("another instance delivers");
  const told = await posts.waiting(kinds, { limit: 1000 });
  if (told.length === 0) return [];
  for (const { post, lines } of told) {
    if (post.message === null || post.version > post.postedVersion) taken.push({ ...post, line: null });
    taken.push(...lines.map((line) => ({ ...post, line })));
  }
  await posts.save(
    told.map(({ post, lines }) => ({
      ...post,
      message: post.message ?? { channel: post.destination, ts: `${post.id}.0` },
      postedVersion: post.version,
      mayRepeat: false,
      error: null,
      isDoubtful: false,
      appeared: post.message === null ? post.subject : null,
      leadBack: [],
      said: lines.map(({ id }) => id),
    })),
  );
  return [...taken, ...(await takeAll({ posts }, kinds))];
}
