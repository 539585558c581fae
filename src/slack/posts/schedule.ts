import type { Message, ToldPost } from "../../post-queue.ts";
import type { Entry, Task } from "./entry.ts";
import type { Pace } from "./queue.ts";

/** `task`: under way. */
type Conversation = { queue: Entry[]; task: Task | null; freeMs: number };

/** What the store says may lag behind the memory by less than this. */
const keptMs = 60_000;

/** What waits for Slack, by conversation: one request at a time in each, the first first, at Slack's pace. */
export class Schedule {
  readonly #pace: Pace;
  readonly #nowMs: () => number;
  readonly #entries = new Map<number, Entry>();
  readonly #bySubject = new Map<string, Entry>();
  #conversations = new Map<string, Conversation>();
  /** No request of a conversation that is not in the map before this. */
  #startMs = 0;
  /** Up to when edits are booked. */
  #editsMs = 0;

  constructor(pace: Pace, nowMs: () => number) {
    this.#pace = pace;
    this.#nowMs = nowMs;
  }

  /** Another process may have posted, and edited, until just now. */
  clear(): void {
    this.#entries.clear();
    this.#bySubject.clear();
    this.#conversations.clear();
    this.#startMs = this.#nowMs() + this.#pace.postMs;
    this.#editsMs = this.#startMs + this.#pace.editMs * (this.#pace.editBurst - 1);
  }

  get size(): number {
    return this.#entries.size;
  }

  get(id: number): Entry | undefined {
    return this.#entries.get(id);
  }

  find(subject: string, place: string): Message | null {
    return this.#bySubject.get(`${subject}\n${place}`)?.post.message ?? null;
  }

  has(entry: Entry): boolean {
    return this.#entries.get(entry.post.id) === entry;
  }

  /** Whether a new message would leave at once. */
  takesNow(destination: string): boolean {
    const nowMs = this.#nowMs();
    const found = this.#conversations.get(destination);
    if (found === undefined) return this.#startMs <= nowMs;
    return found.queue.length === 0 && found.task === null && found.freeMs <= nowMs;
  }

  isUnderWay(entry: Entry): boolean {
    return this.#at(entry.post.destination).task?.entry === entry;
  }

  /** Memory wins, except for what others change: version, facts and lines. */
  put({ post, lines, isMarked }: ToldPost): Entry {
    const known = this.#entries.get(post.id);
    const entry: Entry = known ?? {
      post: { ...post, mayRepeat: post.mayRepeat && !isMarked },
      lines: [],
      isMarked,
      attempts: 0,
      doubtsMs: [],
      againMs: [],
      said: new Set(),
      idleSinceMs: this.#nowMs(),
    };
    if (known !== undefined && post.version > known.post.version) {
      const { version, facts } = post;
      const stateVersion = Math.max(known.post.stateVersion, post.stateVersion);
      Object.assign(known.post, { version, stateVersion, facts });
    }
    this.#entries.set(post.id, entry);
    this.#bySubject.set(`${post.subject}\n${post.place}`, entry);
    for (const line of lines) {
      const own = entry.lines.find(({ id }) => id === line.id);
      // Its words may be forgotten by now.
      if (own !== undefined) own.event = line.event;
      else if (!entry.said.has(line.id)) entry.lines.push({ ...line, isMarked: false });
    }
    entry.lines.sort((a, b) => a.id - b.id);
    this.queue(entry);
    return entry;
  }

  /** Behind all others of its conversation, unless it is there. */
  queue(entry: Entry): void {
    if (this.#readyMs(entry) === Number.POSITIVE_INFINITY) return;
    const { queue } = this.#at(entry.post.destination);
    if (!queue.includes(entry)) queue.push(entry);
  }

  /** Before its destination changes. */
  remove(entry: Entry): void {
    const { queue } = this.#at(entry.post.destination);
    const at = queue.indexOf(entry);
    if (at >= 0) queue.splice(at, 1);
  }

  /** At most so many that may leave now. Their conversations are busy until `free`. */
  take(limit: number): Task[] {
    const nowMs = this.#nowMs();
    const tasks: Task[] = [];
    for (const [name, conversation] of [...this.#conversations]) {
      if (tasks.length >= limit) break;
      if (conversation.task !== null || conversation.freeMs > nowMs) continue;
      const entry = conversation.queue.find((one) => this.#readyMs(one) <= nowMs);
      if (entry === undefined) {
        if (conversation.queue.length === 0) this.#conversations.delete(name);
        continue;
      }
      const line = this.#lineOf(entry, nowMs);
      if (line === null && entry.post.message !== null) this.#bookEdit(nowMs);
      conversation.task = { entry, line, destination: name };
      // Conversations take turns.
      this.#conversations.delete(name);
      this.#conversations.set(name, conversation);
      tasks.push(conversation.task);
    }
    return tasks;
  }

  /**
   * Its request is over; nothing else leaves there for so long. `isBehind`: others there go before what is left of it. Does
   * nothing where the task is not the conversation's any more.
   */
  free(task: Task, { afterMs = 0, isBehind = false } = {}): void {
    const { entry, destination } = task;
    const conversation = this.#at(destination);
    if (conversation.task !== task) return;
    conversation.task = null;
    conversation.freeMs = this.#nowMs() + afterMs;
    const { queue } = conversation;
    const isDone = this.#readyMs(entry) === Number.POSITIVE_INFINITY || !this.has(entry);
    const at = queue.indexOf(entry);
    if (at >= 0 && (isDone || isBehind)) queue.splice(at, 1);
    if (isDone) entry.idleSinceMs = this.#nowMs();
    else this.queue(entry);
  }

  pauseEdits(ms: number): void {
    this.#editsMs = Math.max(this.#editsMs, this.#nowMs() + ms + this.#burstMs());
  }

  /** When something may leave next, by the monotonic clock; infinitely late when nothing waits. */
  nextMs(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { queue, task, freeMs } of this.#conversations.values()) {
      if (task !== null) continue;
      for (const entry of queue) next = Math.min(next, Math.max(freeMs, this.#readyMs(entry)));
    }
    return next;
  }

  /** Forgets entries that have been idle for a minute and are saved. */
  forgetIdle(isSaved: (entry: Entry) => boolean): void {
    const beforeMs = this.#nowMs() - keptMs;
    for (const [id, entry] of this.#entries) {
      const isIdle = this.#readyMs(entry) === Number.POSITIVE_INFINITY && entry.idleSinceMs < beforeMs;
      if (isIdle && isSaved(entry) && !this.isUnderWay(entry)) this.forget(id);
    }
  }

  forget(id: number): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.remove(entry);
    this.#entries.delete(id);
    this.#bySubject.delete(`${entry.post.subject}\n${entry.post.place}`);
  }

  #at(destination: string): Conversation {
    const known = this.#conversations.get(destination);
    if (known !== undefined) return known;
    const made = { queue: [], task: null, freeMs: this.#startMs };
    this.#conversations.set(destination, made);
    return made;
  }

  /** When a request for it may leave as far as edits have a budget; infinitely late when there is none to be made. */
  #readyMs({ post, lines, againMs }: Entry): number {
    const isChanged = post.version > post.postedVersion;
    if (post.message === null) return isChanged ? 0 : Number.POSITIVE_INFINITY;
    if (lines.length > 0) return 0;
    if (isChanged) return this.#editMs();
    const [nextMs] = againMs;
    return nextMs === undefined ? Number.POSITIVE_INFINITY : Math.max(nextMs, this.#editMs());
  }

  /** The edit goes before its line, unless edits have to wait. */
  #lineOf({ post, lines, againMs }: Entry, nowMs: number): Task["line"] {
    const [line = null] = lines;
    if (post.message === null || line === null) return null;
    const [nextMs = Number.POSITIVE_INFINITY] = againMs;
    const needsEdit = post.version > post.postedVersion || nextMs <= nowMs;
    return needsEdit && this.#editMs() <= nowMs ? null : line;
  }

  #burstMs(): number {
    return this.#pace.editMs * (this.#pace.editBurst - 1);
  }

  #editMs(): number {
    return this.#editsMs - this.#burstMs();
  }

  #bookEdit(nowMs: number): void {
    this.#editsMs = Math.max(this.#editsMs, nowMs) + this.#pace.editMs;
  }
}
