import { pause } from "../../deadline.ts";
import type { DeliveredPost, PostQueue } from "../../post-queue.ts";
import type { Entry } from "./entry.ts";

/** A kill repeats posts of the last of these at most. */
const collectedMs = 200;
const mostCollected = 50;

/** What is to be stored of an entry beside the entry itself. */
export type News = Partial<Pick<DeliveredPost, "appeared" | "leadBack" | "said" | "unrenderableLines">>;

type Unsaved = Required<News> & { hasRequested: boolean };

type Options = Pick<PostQueue, "save"> & {
  /** Before the next try, after so many that failed. */
  pauseMs: (failures: number) => number;
  onError: (error: unknown) => void;
  /** Versions as stored by now. */
  onSaved: (saved: readonly { id: number; version: number }[], asked: readonly number[]) => void;
  /** Another instance delivers. */
  onLost: () => void;
};

/** Stores what became of posts, many at a time. */
export class Saver {
  readonly #options: Options;
  readonly #unsaved = new Map<Entry, Unsaved>();
  #isFlushing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(options: Options) {
    this.#options = options;
  }

  add(entry: Entry, news: News = {}, hasRequested = true): void {
    const before = this.#unsaved.get(entry);
    this.#unsaved.set(entry, {
      appeared: news.appeared ?? before?.appeared ?? null,
      leadBack: [...(before?.leadBack ?? []), ...(news.leadBack ?? [])],
      said: [...(before?.said ?? []), ...(news.said ?? [])],
      unrenderableLines: [...(before?.unrenderableLines ?? []), ...(news.unrenderableLines ?? [])],
      hasRequested: hasRequested || before?.hasRequested === true,
    });
    if (this.#unsaved.size >= mostCollected) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), collectedMs);
  }

  has(entry: Entry): boolean {
    return this.#unsaved.has(entry);
  }

  /** What is being stored is. */
  async settled(): Promise<void> {
    await this.#isFlushing;
  }

  /** All that is known by now. Resolves when it is stored, or somebody else delivers, or `end` was called. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#isFlushing !== null) await this.#isFlushing;
    if (this.#unsaved.size === 0) return;
    this.#isFlushing = this.#flush();
    await this.#isFlushing;
    this.#isFlushing = null;
  }

  /** What was not stored, for whoever stores it otherwise. */
  takeUnsaved(): [Entry, Unsaved][] {
    const left = [...this.#unsaved];
    this.#unsaved.clear();
    return left;
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  async #flush(): Promise<void> {
    const { save, pauseMs, onError, onSaved, onLost } = this.#options;
    for (let failures = 0; this.#unsaved.size > 0 && !this.#isOver; ) {
      const taken = [...this.#unsaved].slice(0, mostCollected);
      for (const [entry] of taken) this.#unsaved.delete(entry);
      const posts = taken.map(([entry, news]) => toDelivered(entry, news));
      try {
        const saved = await save(posts);
        if (saved === null) {
          this.#putBack(taken);
          onLost();
          return;
        }
        failures = 0;
        onSaved(
          saved,
          posts.map(({ id }) => id),
        );
      } catch (error) {
        failures += 1;
        this.#putBack(taken);
        onError(error);
        await pause(pauseMs(failures));
      }
    }
  }

  #putBack(taken: readonly [Entry, Unsaved][]): void {
    for (const [entry, news] of taken) this.add(entry, news, news.hasRequested);
  }
}

/** As the entry is by now. */
function toDelivered(
  { post, isMarked, doubtMs, againMs }: Entry,
  { appeared, leadBack, said, unrenderableLines }: Unsaved,
): DeliveredPost {
  const { id, destination, message, version, postedVersion, stateVersion, mayRepeat, error } = post;
  return {
    id,
    destination,
    message,
    version,
    postedVersion,
    stateVersion,
    error,
    mayRepeat: mayRepeat || isMarked,
    isUnrenderable: post.isUnrenderable,
    isDoubtful: againMs !== null || (doubtMs !== null && message !== null),
    appeared,
    leadBack,
    said,
    unrenderableLines,
  };
}
