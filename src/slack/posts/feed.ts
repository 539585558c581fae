import type { ToldPost } from "../../post-queue.ts";
import type { DeliveryOptions } from "./queue.ts";
import type { Schedule } from "./schedule.ts";

/** Posts in memory; what waits beyond that is read when there is room. */
const mostKept = 5_000;
/** Another instance's announcement may be lost. */
const scanMs = 15_000;
/** What could not be rendered is tried again so often, in case it was no defect. */
const renderAgainMs = 3_600_000;
/** An edit of the instance that delivered before may land so late. */
const takeOverLandsMs = 20_000;

type Options = Pick<DeliveryOptions, "queue" | "drawers"> & {
  schedule: Schedule;
  nowMs: () => number;
  isLeading: () => boolean;
  /** There may be something to do. */
  onFed: () => void;
  /** Nothing waits of a post that is stored as waiting. */
  onDone: (told: ToldPost) => void;
  onError: (error: unknown) => void;
};

/** Brings what waits into memory: what this process told, what others announce, and what the store has. */
export class Feed {
  readonly #options: Options;
  /** More waits in the store than is in memory. */
  #hasMore = false;
  #scanning: Promise<void> | null = null;
  #isScanWanted = false;
  #scannedMs = Number.NEGATIVE_INFINITY;
  #renderedAgainMs = Number.NEGATIVE_INFINITY;
  /** Of edits that the first scan finds: nobody knows whether they left. */
  #isTakingOver = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** This instance delivers from now on. */
  begin(): void {
    this.#hasMore = false;
    this.#isTakingOver = true;
    this.#scannedMs = Number.NEGATIVE_INFINITY;
  }

  get isComplete(): boolean {
    return !this.#hasMore;
  }

  told(posts: readonly ToldPost[]): void {
    const { queue, drawers, schedule, isLeading, onFed } = this.#options;
    if (!isLeading()) return void queue.announce(posts.map(({ post }) => post.id)).catch(() => {});
    const unknown: number[] = [];
    for (const told of posts) {
      const { id, kind } = told.post;
      if (!drawers.has(kind)) continue;
      if (schedule.get(id) !== undefined || (told.isNew && !this.#isFull())) schedule.put(told);
      else unknown.push(id);
    }
    if (unknown.length > 0) void this.load(unknown);
    onFed();
  }

  /** Those that are stored are marked as leaving by this process, which knows that they didn't. */
  async perhapsTold(posts: readonly ToldPost[]): Promise<void> {
    const unsent = new Set(posts.filter(({ isMarked }) => isMarked).map(({ post }) => post.id));
    if (this.#options.isLeading()) await this.#read({ ids: posts.map(({ post }) => post.id) }, unsent);
  }

  async load(ids: readonly number[]): Promise<void> {
    if (this.#options.isLeading() && !this.#isFull()) await this.#read({ ids });
  }

  /** All that waits, unless it is too much. */
  async scan(): Promise<void> {
    if (!this.#options.isLeading()) return;
    this.#isScanWanted = true;
    this.#scanning ??= this.#scanWhileWanted();
    await this.#scanning;
  }

  async nowAndThen(): Promise<void> {
    const { queue, nowMs, onError } = this.#options;
    if (nowMs() - this.#scannedMs >= scanMs || !queue.hears()) await this.scan();
    if (nowMs() - this.#renderedAgainMs < renderAgainMs) return;
    try {
      await queue.renderAgain();
      this.#renderedAgainMs = nowMs();
    } catch (error) {
      onError(error);
    }
  }

  /** After posts left the memory. */
  refill(): void {
    if (this.#hasMore && this.#options.schedule.size < mostKept / 2) void this.scan();
  }

  async #scanWhileWanted(): Promise<void> {
    const { schedule, nowMs } = this.#options;
    while (this.#isScanWanted) {
      this.#isScanWanted = false;
      schedule.forgetIdle();
      const found = await this.#read({ limit: mostKept });
      this.#hasMore = found === mostKept;
      if (found !== null) this.#scannedMs = nowMs();
    }
    this.#scanning = null;
  }

  #isFull(): boolean {
    this.#hasMore ||= this.#options.schedule.size >= mostKept;
    return this.#hasMore;
  }

  /** How many were found; null where it failed. */
  async #read(
    of: { limit: number } | { ids: readonly number[] },
    unsent: ReadonlySet<number> = new Set(),
  ): Promise<number | null> {
    const { queue, drawers, isLeading, onFed, onError } = this.#options;
    try {
      const found = await queue.waiting([...drawers.keys()], of);
      if (!isLeading()) return null;
      for (const told of found) this.#add({ ...told, isMarked: unsent.has(told.post.id) });
      if ("limit" in of) this.#isTakingOver = false;
      onFed();
      return found.length;
    } catch (error) {
      onError(error);
      return null;
    }
  }

  #add(told: ToldPost): void {
    const { schedule, nowMs, onDone } = this.#options;
    const isKnown = schedule.get(told.post.id) !== undefined;
    const entry = schedule.put(told);
    if (isKnown) return;
    const { message, version, postedVersion } = entry.post;
    if (message !== null) {
      if (this.#isTakingOver) entry.doubtMs = takeOverLandsMs;
      // Its last edit was to be sent again.
      if (version === postedVersion && entry.lines.length === 0) entry.againMs = nowMs();
      schedule.queue(entry);
    } else if (version === postedVersion) onDone(told);
  }
}
