import type { NotifiedPost } from "../../post-queue.ts";
import type { DeliveryOptions } from "./queue.ts";
import type { Schedule, ScheduledPost } from "./schedule.ts";

/** Most posts in memory; others wait in the store until half of these are gone. */
const maxKept = 5_000;
/** Interval of scans, which find posts whose announcement was lost. */
const scanMs = 15_000;
/** Delays after which a post is edited again: a previous deliverer's edit may reach Slack this late. */
const takeOverLandsMs = [20_000, 60_000];

type Options = Pick<DeliveryOptions, "queue" | "renderers"> & {
  schedule: Schedule;
  nowMs: () => number;
  isLeading: () => boolean;
  isSaved: (entry: ScheduledPost) => boolean;
  onFed: () => void;
  /** Called for a post that the store has as waiting, but that has nothing to send. */
  onDone: (entry: ScheduledPost) => void;
  onError: (error: unknown) => void;
};

export class Feed {
  readonly #options: Options;
  /** Set if the store has more waiting posts than memory holds; `lacksNew` if some of them have no Slack message. */
  #hasMore = false;
  #lacksNew = false;
  #scanning: Promise<void> | null = null;
  #isScanWanted = false;
  #scannedMs = Number.NEGATIVE_INFINITY;
  #scans = 0;
  /** Set until the first scan after a take-over: edits of the previous deliverer may still reach Slack. */
  #isTakingOver = false;

  constructor(options: Options) {
    this.#options = options;
  }

  get scans(): number {
    return this.#scans;
  }

  begin(): void {
    this.#scans += 2;
    this.#hasMore = false;
    this.#lacksNew = false;
    this.#isTakingOver = true;
    this.#scannedMs = Number.NEGATIVE_INFINITY;
  }

  get isTakingOver(): boolean {
    return this.#isTakingOver;
  }

  get hasAllNew(): boolean {
    return !this.#lacksNew && !this.#isTakingOver;
  }

  notified(posts: readonly NotifiedPost[]): void {
    const { queue, renderers, schedule, isLeading, onFed } = this.#options;
    if (!isLeading()) return void queue.announce(posts.map(({ post }) => post.id)).catch(() => {});
    const unknown: number[] = [];
    for (const one of posts) {
      const { id, kind } = one.post;
      if (!renderers.has(kind)) continue;
      const isNew = one.post.version === 1 && !this.#lacksNew;
      if (isNew || schedule.get(id) !== undefined) schedule.put(one, isLeaving(one));
      else unknown.push(id);
    }
    if (unknown.length > 0) void this.load(unknown);
    onFed();
  }

  /** Loads posts of a commit whose answer was lost. The store may have them as leaving, but none has left. */
  async perhapsNotified(posts: readonly NotifiedPost[]): Promise<void> {
    const unsent = new Set(posts.filter(isLeaving).map(({ post }) => post.id));
    if (this.#options.isLeading()) await this.#read({ ids: posts.map(({ post }) => post.id) }, unsent);
  }

  async load(ids: readonly number[]): Promise<void> {
    if (this.#options.isLeading() && !this.#isFull()) await this.#read({ ids });
  }

  async scan(): Promise<void> {
    if (!this.#options.isLeading()) return;
    this.#isScanWanted = true;
    this.#scanning ??= this.#scanWhileWanted();
    await this.#scanning;
  }

  async nowAndThen(): Promise<void> {
    const { queue, nowMs } = this.#options;
    if (nowMs() - this.#scannedMs >= scanMs || !queue.hears()) await this.scan();
  }

  refill(): void {
    if (this.#hasMore && this.#options.schedule.size < maxKept / 2) void this.scan();
  }

  async #scanWhileWanted(): Promise<void> {
    const { schedule, nowMs, isSaved } = this.#options;
    while (this.#isScanWanted) {
      this.#isScanWanted = false;
      this.#scans += 1;
      schedule.forgetIdle(isSaved);
      const found = await this.#read({ limit: maxKept });
      if (found === null) continue;
      this.#hasMore = found.length === maxKept;
      this.#lacksNew = this.#hasMore && found.at(-1)?.post.message === null;
      this.#scannedMs = nowMs();
    }
    this.#scanning = null;
  }

  #isFull(): boolean {
    this.#hasMore ||= this.#options.schedule.size >= maxKept;
    return this.#hasMore;
  }

  /** Returns null if reading failed, or another instance delivers. */
  async #read(
    of: { limit: number } | { ids: readonly number[] },
    unsent: ReadonlySet<number> = new Set(),
  ): Promise<readonly NotifiedPost[] | null> {
    const { queue, renderers, isLeading, onFed, onError } = this.#options;
    try {
      const found = await queue.waiting([...renderers.keys()], of);
      if (!isLeading()) return null;
      for (const one of found) this.#add(one, unsent.has(one.post.id));
      if ("limit" in of) this.#isTakingOver = false;
      onFed();
      return found;
    } catch (error) {
      onError(error);
      return null;
    }
  }

  #add(one: NotifiedPost, isMarked: boolean): void {
    const { schedule, nowMs, onDone, isSaved } = this.#options;
    const isKnown = schedule.get(one.post.id) !== undefined;
    const entry = schedule.put(one, isMarked);
    if (isKnown) {
      // Posted by another instance or under an earlier lease, and stored late.
      const isStale = entry.post.message === null && isSaved(entry) && !schedule.isUnderWay(entry);
      if (!isStale || one.post.message === null) return;
      const { message, postedVersion, mayRepeat } = one.post;
      Object.assign(entry.post, { message, postedVersion, mayRepeat });
      schedule.queue(entry);
      return;
    }
    const { message, version, postedVersion } = entry.post;
    if (message !== null) {
      if (this.#isTakingOver) entry.doubtsMs = takeOverLandsMs;
      // The post waits only because its last edit has to be repeated.
      if (version === postedVersion && entry.lines.length === 0) entry.againMs = [nowMs()];
      schedule.queue(entry);
    } else if (version === postedVersion) onDone(entry);
  }
}

function isLeaving({ post }: NotifiedPost): boolean {
  return post.version === 1 && post.mayRepeat;
}
