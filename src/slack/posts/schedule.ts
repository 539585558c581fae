import type { DeliveredPost, NotifiedPost, QueuedLine, QueuedPost, SlackMessage } from "../../post-queue.ts";
import type { Pace } from "./queue.ts";

/** `task`: request under way; `freeMs`: earliest time of the next. */
type Conversation = { queue: ScheduledPost[]; task: Task | null; freeMs: number };

/** Time for which a finished entry stays in memory, since the store may lag behind. */
const keptMs = 60_000;

/** Posts that wait for Slack, by conversation: one request at a time, in order, at Slack's pace. */
export class Schedule {
  readonly #pace: Pace;
  readonly #nowMs: () => number;
  readonly #entries = new Map<number, ScheduledPost>();
  #conversations = new Map<string, Conversation>();
  /** Earliest request to a conversation without an entry in the map. */
  #startMs = 0;
  /** Time up to which the budget of edits is spent. */
  #editsMs = 0;

  constructor(pace: Pace, nowMs: () => number) {
    this.#pace = pace;
    this.#nowMs = nowMs;
  }

  /** Starts over after a take-over: another process may have posted and edited until now. */
  clear(): void {
    this.#entries.clear();
    this.#conversations.clear();
    this.#startMs = this.#nowMs() + this.#pace.postMs;
    this.#editsMs = this.#startMs + this.#pace.editMs * (this.#pace.editBurst - 1);
  }

  get size(): number {
    return this.#entries.size;
  }

  get(id: number): ScheduledPost | undefined {
    return this.#entries.get(id);
  }

  has(entry: ScheduledPost): boolean {
    return this.#entries.get(entry.post.id) === entry;
  }

  takesNow(destination: string): boolean {
    const nowMs = this.#nowMs();
    const found = this.#conversations.get(destination);
    if (found === undefined) return this.#startMs <= nowMs;
    return found.queue.length === 0 && found.task === null && found.freeMs <= nowMs;
  }

  isUnderWay(entry: ScheduledPost): boolean {
    return this.#at(entry.post.destination).task?.entry === entry;
  }

  /**
   * Adds a post, or updates version, facts and thread events of a known post, whose other fields are newer in memory.
   * `isMarked`: this process marked the post as leaving, but didn't send it.
   */
  put({ post, lines }: NotifiedPost, isMarked = false): ScheduledPost {
    const known = this.#entries.get(post.id);
    const entry: ScheduledPost = known ?? {
      post: { ...post, mayRepeat: post.mayRepeat && !isMarked },
      lines: [],
      isMarked,
      attempts: 0,
      doubtsMs: [],
      againMs: [],
      said: new Set(),
      ...unfailed,
      idleSinceMs: this.#nowMs(),
    };
    if (known !== undefined && post.version > known.post.version) {
      const { version, facts } = post;
      const stateVersion = Math.max(known.post.stateVersion, post.stateVersion);
      Object.assign(known.post, { version, stateVersion, facts });
      Object.assign(known, unfailed);
    }
    this.#entries.set(post.id, entry);
    for (const line of lines) {
      const own = entry.lines.find(({ id }) => id === line.id);
      // The text of a thread event may have been erased meanwhile.
      if (own !== undefined) own.event = line.event;
      else if (!entry.said.has(line.id)) entry.lines.push({ ...line, ...unfailed, isMarked: false });
    }
    entry.lines.sort((a, b) => a.id - b.id);
    this.queue(entry);
    return entry;
  }

  queue(entry: ScheduledPost): void {
    if (this.#readyMs(entry) === Number.POSITIVE_INFINITY) return;
    const { queue } = this.#at(entry.post.destination);
    if (!queue.includes(entry)) queue.push(entry);
  }

  /** Posts an entry again, at `destination`; a Slack message at the old destination stays. */
  restart(entry: ScheduledPost, destination: string, error: string): void {
    const { post } = entry;
    if (destination !== post.destination) this.#remove(entry);
    const postedVersion = Math.min(post.postedVersion, post.version - 1);
    Object.assign(post, { destination, error, postedVersion, message: null });
    Object.assign(entry, { attempts: 0, againMs: [], doubtsMs: [], isMarked: false });
    this.queue(entry);
  }

  #remove(entry: ScheduledPost): void {
    const { queue } = this.#at(entry.post.destination);
    const at = queue.indexOf(entry);
    if (at >= 0) queue.splice(at, 1);
  }

  /** Takes tasks that may leave now; their conversations are busy until `free` is called. */
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
      // Moves to the end of the map, so that conversations take turns.
      this.#conversations.delete(name);
      this.#conversations.set(name, conversation);
      tasks.push(conversation.task);
    }
    return tasks;
  }

  /**
   * Ends a task; nothing leaves its conversation for `afterMs`. With `isBehind`, other posts go before this post's
   * other replies. Does nothing for a task that `clear` has dropped.
   */
  free(task: Task, afterMs = 0, isBehind = task.line !== null): void {
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

  wasGone(task: Task): void {
    const { entry, line } = task;
    if (line === null) this.forget(entry.post.id);
    else dropLines(entry, [line]);
    this.free(task);
  }

  endRenderFailures(rendering: Rendering): void {
    Object.assign(rendering, unfailed);
  }

  /** Counts a failed rendering. True if the next try has to wait for an hour, or for a newer version. */
  failRendering(rendering: Rendering): boolean {
    rendering.renderFailures += 1;
    if (rendering.renderFailures < renderTries) return false;
    rendering.renderMs = this.#nowMs() + renderAgainMs;
    return true;
  }

  /** Records an answered request, or that none was needed. `before`: post as it was rendered. */
  arrive({ entry, line }: Task, before: QueuedPost, arrival: Arrival): TaskResult {
    const { message, leadBack = [], isUnrenderable = false } = arrival;
    const { post } = entry;
    entry.attempts = 0;
    post.error = null;
    if (line !== null) return { said: dropLines(entry, [line]) };
    const isUnnamed = message === null || message.ts === "";
    if (!isUnrenderable || isUnnamed) post.postedVersion = before.version;
    if (before.message !== null) {
      const nowMs = this.#nowMs();
      const later = [...entry.againMs.filter((ms) => ms > nowMs), ...entry.doubtsMs.map((ms) => nowMs + ms)];
      Object.assign(entry, { againMs: later.toSorted((a, b) => a - b), doubtsMs: [] });
      return {};
    }
    entry.isMarked = false;
    // Without a ts the Slack message can't be edited; a later change is posted as a new message.
    post.message = isUnnamed ? null : message;
    // Without a Slack message there is nothing to reply to.
    if (post.message === null) return { said: dropLines(entry, entry.lines) };
    return { appeared: post.subject, leadBack };
  }

  /** Records that nothing has to be sent up to `version`. */
  leave(entry: ScheduledPost, version: number): void {
    entry.post.postedVersion = version;
    Object.assign(entry, { attempts: 0, againMs: [], doubtsMs: [], isMarked: false });
  }

  /** Gives a post up until it changes; a change after `before` is still tried. */
  giveUp(entry: ScheduledPost, before: QueuedPost, error: string): TaskResult {
    const { post } = entry;
    const said = post.version === before.version ? dropLines(entry, entry.lines) : [];
    this.leave(entry, before.version);
    Object.assign(post, { error, stateVersion: post.version + 1 });
    return { said };
  }

  pauseEdits(ms: number): void {
    this.#editsMs = Math.max(this.#editsMs, this.#nowMs() + ms + this.#burstMs());
  }

  /** Returns when the next request may leave, by the monotonic clock; infinite if none waits. */
  nextMs(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { queue, task, freeMs } of this.#conversations.values()) {
      if (task !== null) continue;
      for (const entry of queue) next = Math.min(next, Math.max(freeMs, this.#readyMs(entry)));
    }
    return next;
  }

  forgetIdle(isSaved: (entry: ScheduledPost) => boolean): void {
    const beforeMs = this.#nowMs() - keptMs;
    for (const [id, entry] of this.#entries) {
      const isIdle = this.#readyMs(entry) === Number.POSITIVE_INFINITY && entry.idleSinceMs < beforeMs;
      if (isIdle && isSaved(entry) && !this.isUnderWay(entry)) this.forget(id);
    }
  }

  forget(id: number): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#remove(entry);
    this.#entries.delete(id);
  }

  #at(destination: string): Conversation {
    const known = this.#conversations.get(destination);
    if (known !== undefined) return known;
    const made = { queue: [], task: null, freeMs: this.#startMs };
    this.#conversations.set(destination, made);
    return made;
  }

  /** Returns when the entry's next request may leave within the budget of edits; infinite if there is none. */
  #readyMs(entry: ScheduledPost): number {
    const { post, lines } = entry;
    if (post.message === null) return changedMs(entry);
    const editMs = Math.max(dueMs(entry), this.#editMs());
    return Math.min(editMs, ...lines.map(({ renderMs }) => renderMs));
  }

  /** Finds a reply that may leave; null if the post goes first, which it does unless edits have to wait. */
  #lineOf(entry: ScheduledPost, nowMs: number): Task["line"] {
    if (entry.post.message === null || Math.max(dueMs(entry), this.#editMs()) <= nowMs) return null;
    return entry.lines.find(({ renderMs }) => renderMs <= nowMs) ?? null;
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

/** Failed renderings in a row, and the earliest next rendering, by the monotonic clock. */
type Rendering = { renderFailures: number; renderMs: number };
type Line = QueuedLine & Rendering & { isMarked: boolean };

const unfailed: Rendering = { renderFailures: 0, renderMs: 0 };
/** Failures before an entry is set aside; the pauses are about 15 s in all, in which the store may recover. */
const renderTries = 6;
/** Wait before a set-aside entry is rendered again; meanwhile it delays no others. */
const renderAgainMs = 3_600_000;

/** True if an entry can't be rendered, but has an earlier Slack message. */
export function isSetAside({ post, lines, renderMs }: ScheduledPost): boolean {
  if (post.message === null) return false;
  return (renderMs > 0 && post.version > post.postedVersion) || lines.some((line) => line.renderMs > 0);
}

/** Returns when the newest version may be rendered: at once without a Slack message, never if Slack has it already. */
function changedMs({ post, renderMs }: ScheduledPost): number {
  if (post.version <= post.postedVersion) return Number.POSITIVE_INFINITY;
  return post.message === null ? 0 : renderMs;
}

function dueMs(entry: ScheduledPost): number {
  const [againMs = Number.POSITIVE_INFINITY] = entry.againMs;
  return Math.min(changedMs(entry), Math.max(againMs, entry.renderMs));
}

export type ScheduledPost = Rendering & {
  post: QueuedPost;
  lines: Line[];
  /** True if stored as leaving while Slack's answer is missing. */
  isMarked: boolean;
  attempts: number;
  /** Delays after which the newest state is sent again, since an edit without an answer may reach Slack late. */
  doubtsMs: readonly number[];
  /** Times at which the state is sent again, by the monotonic clock. */
  againMs: readonly number[];
  /** Ids of finished replies that the store may still have. */
  readonly said: Set<number>;
  idleSinceMs: number;
};

/** A request: a new post if there is no Slack message, else a reply (`line`) or an edit. */
export type Task = { entry: ScheduledPost; line: Line | null; destination: string };

/** Results of a task to be saved with its entry, which doesn't contain them. */
export type TaskResult = Partial<Pick<DeliveredPost, "appeared" | "leadBack" | "said">>;

/** `message`: null if there was nothing to show. `isUnrenderable`: plain text was posted instead. */
type Arrival = {
  message: SlackMessage | null;
  leadBack?: readonly string[];
  isUnrenderable?: boolean;
};

function dropLines(entry: ScheduledPost, dropped: ScheduledPost["lines"]): number[] {
  const ids = dropped.map(({ id }) => id);
  for (const id of ids) entry.said.add(id);
  entry.lines = entry.lines.filter(({ id }) => !entry.said.has(id));
  return ids;
}
