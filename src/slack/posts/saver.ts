import { pause } from "../../deadline.ts";
import { type DeliveredPost, notRendered, type PostQueue, type SavedPost } from "../../post-queue.ts";
import { NotSentError } from "./post-failure.ts";
import { isSetAside, type ScheduledPost, type Task, type TaskResult } from "./schedule.ts";

/** Time in which results are collected into one statement; a killed process repeats at most its posts. */
const collectedMs = 200;
const maxCollected = 50;

/** `hasRequested`: whether a request was sent to Slack. */
export type UnsavedResult = Required<TaskResult> & { entry: ScheduledPost; hasRequested: boolean };

type Marks = { posts: number[]; lines: number[]; stored: ReturnType<PostQueue["attempt"]> };

type Options = {
  queue: Pick<PostQueue, "save" | "attempt">;
  pauseMs: (failures: number) => number;
  onError: (error: unknown) => void;
  /** Called with the stored versions of those posts in `asked` that still exist. */
  onSaved: (saved: readonly { id: number; version: number }[], asked: readonly number[]) => void;
  isLeading: () => boolean;
  /** Called with results of an earlier lease, which this class doesn't store. */
  onLost: (unsaved: readonly UnsavedResult[]) => void;
};

export class Saver {
  readonly #options: Options;
  readonly #unsaved = new Map<ScheduledPost, UnsavedResult>();
  #isFlushing: Promise<void> | null = null;
  #saving: readonly UnsavedResult[] = [];
  #statement: Promise<void> = Promise.resolve();
  #marks: Marks | null = null;
  /** Number of the lease, raised when unsaved results are taken: a save under way then belongs to an earlier lease. */
  #lead = 0;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(options: Options) {
    this.#options = options;
  }

  add(entry: ScheduledPost, news: TaskResult = {}, hasRequested = true): void {
    const before = this.#unsaved.get(entry);
    this.#unsaved.set(entry, {
      appeared: news.appeared ?? before?.appeared ?? null,
      leadBack: [...(before?.leadBack ?? []), ...(news.leadBack ?? [])],
      said: [...(before?.said ?? []), ...(news.said ?? [])],
      hasRequested: hasRequested || before?.hasRequested === true,
      entry,
    });
    if (this.#unsaved.size >= maxCollected) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), collectedMs);
  }

  isSaved(entry: ScheduledPost): boolean {
    return !this.#unsaved.has(entry) && !this.#saving.some((one) => one.entry === entry);
  }

  /** Saves all results. Resolves when they are stored, another instance delivers, or `end` was called. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#isFlushing !== null) await this.#isFlushing;
    if (this.#unsaved.size === 0) return;
    this.#isFlushing = this.#flush();
    await this.#isFlushing;
    this.#isFlushing = null;
  }

  /** Removes and returns results that are neither stored nor being stored. */
  takeUnsaved(): UnsavedResult[] {
    this.#lead += 1;
    const left = [...this.#unsaved.values()];
    this.#unsaved.clear();
    return left;
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  /** Marks a new post or reply as leaving: a killed process posts it again, with a note. False if it was deleted. */
  async mark({ entry, line }: Task, assertMayLeave: () => void): Promise<boolean> {
    if (entry.post.message !== null && line === null) return true;
    const marked = line ?? entry;
    if (marked.isMarked) return true;
    // Set before it is stored, so that a concurrent save doesn't undo it.
    marked.isMarked = true;
    try {
      // Waits for a save under way, which would undo the mark.
      await this.#statement.catch(() => {});
      assertMayLeave();
      const isThere = await this.#storeMark(entry.post.id, line?.id);
      // A post that isn't found after a lost lease may still exist.
      if (!isThere) assertMayLeave();
      return isThere;
    } catch (cause) {
      marked.isMarked = false;
      throw cause instanceof NotSentError
        ? cause
        : new NotSentError("its mark could not be stored", { cause });
    }
  }

  async #storeMark(post: number, line: number | undefined): Promise<boolean> {
    this.#marks ??= this.#beginMarks();
    const { posts, lines, stored } = this.#marks;
    if (line === undefined) posts.push(post);
    else lines.push(line);
    const marked = await stored;
    if (marked === null) throw new NotSentError("another instance delivers");
    return line === undefined ? marked.posts.includes(post) : marked.lines.includes(line);
  }

  #beginMarks(): Marks {
    const posts: number[] = [];
    const lines: number[] = [];
    const stored = Promise.resolve().then(() => {
      this.#marks = null;
      return this.#options.queue.attempt({ posts, lines });
    });
    return { posts, lines, stored };
  }

  async #flush(): Promise<void> {
    const { pauseMs, onError } = this.#options;
    for (let failures = 0; this.#unsaved.size > 0 && !this.#isOver; ) {
      this.#saving = [...this.#unsaved.values()].slice(0, maxCollected);
      for (const { entry } of this.#saving) this.#unsaved.delete(entry);
      try {
        this.#statement = this.#save(this.#saving);
        await this.#statement;
        failures = 0;
      } catch (error) {
        failures += 1;
        onError(error);
        await pause(pauseMs(failures));
      } finally {
        this.#saving = [];
      }
    }
  }

  async #save(taken: readonly UnsavedResult[]): Promise<void> {
    const { queue, isLeading, onSaved, onLost } = this.#options;
    const lead = this.#lead;
    const posts = taken.map(toDelivered);
    let saved: SavedPost[] | null;
    try {
      saved = await queue.save(posts);
    } catch (error) {
      if (lead !== this.#lead) onLost(taken);
      else for (const { entry, hasRequested, ...news } of taken) this.add(entry, news, hasRequested);
      throw error;
    }
    // A post that isn't found after a lost lease may still exist.
    const isSure = saved !== null && (saved.length >= posts.length || isLeading());
    if (lead !== this.#lead || !isSure) return onLost(taken);
    const asked = posts.map(({ id }) => id);
    onSaved(saved ?? [], asked);
  }
}

function toDelivered({ entry, appeared, leadBack, said }: UnsavedResult): DeliveredPost {
  const { post, isMarked, doubtsMs, againMs } = entry;
  const { id, destination, message, postedVersion, stateVersion, mayRepeat, error } = post;
  return {
    id,
    destination,
    message,
    postedVersion,
    stateVersion,
    error: isSetAside(entry) ? notRendered : error,
    mayRepeat: mayRepeat || isMarked,
    isDoubtful: message !== null && againMs.length + doubtsMs.length > 0,
    appeared,
    leadBack,
    said,
  };
}
