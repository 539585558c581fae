import type { Leaving, PostQueue } from "../../post-queue.ts";
import type { Task } from "./entry.ts";
import { NotSentError } from "./post-failure.ts";

type Batch = { posts: number[]; lines: number[]; stored: Promise<Leaving | null> };

type Options = Pick<PostQueue, "attempt"> & {
  /** Waits for the save under way, which must not undo a mark. */
  settled: () => Promise<void>;
  assertMayLeave: (task: Task) => void;
};

/** Stores that new messages and lines leave, before they do: after a kill another one says that it may be a repeat. */
export class Marks {
  readonly #options: Options;
  /** Those that come together are stored together. */
  #batch: Batch | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * False: it is gone.
   * @throws NotSentError when it may not leave
   */
  async mark(task: Task): Promise<boolean> {
    const { entry, line } = task;
    if (entry.post.message !== null && line === null) return true;
    const marked = line ?? entry;
    if (marked.isMarked) return true;
    // Before it is stored: what is saved meanwhile must not undo it.
    marked.isMarked = true;
    try {
      await this.#options.settled();
      this.#options.assertMayLeave(task);
      const isThere = await this.#store(task);
      // A statement that found the lease over says nothing of what is gone.
      if (!isThere) this.#options.assertMayLeave(task);
      return isThere;
    } catch (cause) {
      marked.isMarked = false;
      throw cause instanceof NotSentError
        ? cause
        : new NotSentError("its mark could not be stored", { cause });
    }
  }

  async #store({ entry: { post }, line }: Task): Promise<boolean> {
    this.#batch ??= this.#begin();
    const { posts, lines, stored } = this.#batch;
    (line === null ? posts : lines).push(line?.id ?? post.id);
    const marked = await stored;
    if (marked === null) throw new NotSentError("another instance delivers");
    return line === null ? marked.posts.includes(post.id) : marked.lines.includes(line.id);
  }

  #begin(): Batch {
    const posts: number[] = [];
    const lines: number[] = [];
    const stored = Promise.resolve().then(() => {
      this.#batch = null;
      return this.#options.attempt({ posts, lines });
    });
    return { posts, lines, stored };
  }
}
