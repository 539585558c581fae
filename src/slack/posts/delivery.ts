import { jitteredBackoffMs } from "../../backoff.ts";
import { systemClocks } from "../../clocks.ts";
import { pause, within } from "../../deadline.ts";
import type { QueuedPost, SlackMessage } from "../../post-queue.ts";
import { webApiTimeoutMs } from "../edge/web-client.ts";
import { DeliveryLease } from "./delivery-lease.ts";
import { Feed } from "./feed.ts";
import {
  FailureTracker,
  judgeLookupFailure,
  judgePostFailure,
  NotSentError,
  type PostVerdict,
} from "./post-failure.ts";
import { Publisher } from "./publisher.ts";
import type { DeliveryOptions, RenderedPost } from "./queue.ts";
import { Saver, type UnsavedResult } from "./saver.ts";
import { Schedule, type ScheduledPost, type Task } from "./schedule.ts";

/** Time within which every request is answered or timed out, plus a second. */
const answeredMs = webApiTimeoutMs + 1_000;
/** Most requests under way: fewer than web-api's limit, so that none waits there while the lease ends. */
const maxUnderWay = 80;
/** Waits between tries, short so that people see results soon after an outage of Slack. */
const usualRetries = { firstMs: 500, longestMs: 15_000 };
/** Waits after a try that may have posted, since the next try may post a duplicate. */
const unsureRetries = { firstMs: 500, longestMs: 5 * 60_000 };
/** Delay after which an edit without an answer is sent again; Slack states no limit, so it is well above this app's. */
const landsWithinMs = [60_000];
const maxLateTries = 7;
/** Time to store unsaved results when the process ends. */
const shortMs = 1_000;
/** Verdict for a post to render again soon; unlike `notRendered`, it keeps the post in the queue. */
const laterRendered: PostVerdict = { kind: "again", reason: "not drawn yet", mayRepeat: false };

/**
 * Delivers stored posts: renders, posts, edits and adds replies until each has arrived or has no destination left. One
 * instance delivers for all while it renews its lease, with order, pace and tries in memory. No other code posts to
 * conversations.
 */
export class Delivery {
  readonly #options: DeliveryOptions;
  readonly #publisher: Publisher;
  readonly #patience: FailureTracker;
  readonly #schedule: Schedule;
  readonly #saver: Saver;
  readonly #underWay = new Set<Promise<void>>();
  readonly #stopped = new AbortController();
  readonly #leading: DeliveryLease;
  readonly #feed: Feed;
  #unsubscribe: () => void = () => {};
  #timer: NodeJS.Timeout | undefined;

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#publisher = new Publisher(options);
    this.#patience = new FailureTracker(() => this.#publisher.isAnswering(), options.clocks);
    this.#schedule = new Schedule(options.pace, () => this.#nowMs());
    const { queue, renderers, clocks = systemClocks } = options;
    const onError = (error: unknown) => this.#reportError(null, error);
    this.#saver = new Saver({
      queue,
      pauseMs: (failures) => this.#backoffMs(failures),
      onError,
      onSaved: (saved, asked) => this.#compare(saved, asked),
      isLeading: () => this.isLeading,
      onLost: (unsaved) => {
        void this.#leading.lose();
        void this.#handOver(unsaved);
      },
    });
    this.#leading = new DeliveryLease({
      queue,
      clocks,
      onWon: () => this.#won(),
      onLost: () => this.#lost(),
      onRenewed: () => {
        this.#pump();
        void this.#feed.nowAndThen();
      },
      onError,
    });
    this.#feed = new Feed({
      queue,
      renderers,
      schedule: this.#schedule,
      nowMs: () => this.#nowMs(),
      isLeading: () => this.#leading.isOurs && !this.#stopped.signal.aborted,
      isSaved: (entry) => this.#saver.isSaved(entry),
      onFed: () => this.#pump(),
      onDone: (entry) => this.#saver.add(entry, {}, false),
      onError,
    });
  }

  start(): void {
    this.#unsubscribe = this.#options.queue.deliverBy({
      takesNow: (kind, destination) => this.#takesNow(kind, destination),
      scans: () => this.#feed.scans,
      notified: (posts) => this.#feed.notified(posts),
      perhapsNotified: (posts) => void this.#feed.perhapsNotified(posts),
      look: (ids) => {
        if (ids === undefined) this.#leading.look();
        void (ids === undefined ? this.#feed.scan() : this.#feed.load(ids));
      },
    });
    void this.#leading.start();
  }

  /** Whether this instance certainly delivers now. */
  get isLeading(): boolean {
    return this.#leading.lasts(0);
  }

  /** Delivers the posts due within `limitMs`; the others wait in the store. */
  async stop(limitMs: number): Promise<void> {
    const untilMs = this.#nowMs() + limitMs;
    await within(limitMs, this.#drain(untilMs));
    this.#stopped.abort();
    clearTimeout(this.#timer);
    this.#unsubscribe();
    await within(Math.max(untilMs - this.#nowMs(), shortMs), this.#saver.flush());
    this.#saver.end();
    const left = this.#leading.stop().catch(() => {});
    await within(shortMs, left);
  }

  async #drain(untilMs: number): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted && (this.#underWay.size > 0 || this.#schedule.nextMs() <= untilMs))
      await pause(20, signal);
    await this.#saver.flush();
  }

  #won(): void {
    this.#schedule.clear();
    this.#feed.begin();
    this.#options.onLead?.(true);
  }

  /** Stops after the lease was lost. Resolves when all requests are answered and stored, or after `answeredMs`. */
  async #lost(): Promise<void> {
    this.#options.onLead?.(false);
    const unsaved = this.#saver.takeUnsaved();
    this.#schedule.clear();
    const over = Promise.all([this.#handOver(unsaved), this.#saver.flush(), ...this.#underWay]);
    await within(answeredMs, over);
  }

  async #handOver(unsaved: readonly UnsavedResult[]): Promise<void> {
    const requested = unsaved.filter(({ hasRequested }) => hasRequested);
    await Promise.all(
      requested.map(({ entry: { post }, appeared, said }) =>
        this.#saveLate(post, appeared === null ? null : post.message, said),
      ),
    );
  }

  /** Whether the lease lasts until a request begun now is answered. */
  #mayRequest = () => this.#leading.lasts(answeredMs);

  /** @throws NotSentError if another instance may deliver before Slack answers, or `findBar`'s answer is too old */
  #assertMayLeave(entry: ScheduledPost, post?: QueuedPost): void {
    if (!this.#mayRequest() || !this.#schedule.has(entry))
      throw new NotSentError("another instance may deliver before Slack answers");
    if (post !== undefined && !this.#publisher.isBelieved(post.destination, post))
      throw new NotSentError("its readers may be others");
  }

  #takesNow(kind: string, destination: string): boolean {
    return (
      this.#mayRequest() &&
      this.#feed.hasAllNew &&
      !this.#stopped.signal.aborted &&
      this.#underWay.size < maxUnderWay &&
      this.#options.renderers.has(kind) &&
      this.#schedule.takesNow(destination)
    );
  }

  /** Reloads saved posts whose stored version is newer, and drops deleted ones. */
  #compare(saved: readonly { id: number; version: number }[], asked: readonly number[]): void {
    const stored = new Map(saved.map(({ id, version }) => [id, version]));
    for (const id of asked) if (!stored.has(id)) this.#schedule.forget(id);
    const changed = [...stored].filter(([id, version]) => this.#schedule.get(id)?.post.version !== version);
    if (changed.length > 0) void this.#feed.load(changed.map(([id]) => id));
  }

  #pump(): void {
    clearTimeout(this.#timer);
    // Waits for the first scan: earlier posts are not in memory before it.
    if (this.#stopped.signal.aborted || !this.#mayRequest() || this.#feed.isTakingOver) return;
    for (const task of this.#schedule.take(maxUnderWay - this.#underWay.size)) {
      const working = this.#deliver(task)
        .catch((error: unknown) => this.#fail(task, error))
        .finally(() => {
          this.#underWay.delete(working);
          // Frees the conversation if the post was dropped meanwhile.
          this.#schedule.free(task, this.#options.pace.postMs);
          this.#pump();
        });
      this.#underWay.add(working);
    }
    this.#feed.refill();
    const waitMs = this.#schedule.nextMs() - this.#nowMs();
    if (this.#underWay.size < maxUnderWay && waitMs < Number.POSITIVE_INFINITY)
      this.#timer = setTimeout(() => this.#pump(), Math.max(waitMs, 1));
  }

  async #deliver(task: Task): Promise<void> {
    const { entry, line } = task;
    const post = { ...entry.post };
    const isEdit = post.message !== null && line === null;
    const { rendered, isUnrenderable } = await this.#render(task, post);
    if (rendered === "later") return await this.#afterFailure(task, post, laterRendered);
    if (rendered === null) return this.#showedNothing(task, post, isUnrenderable);
    try {
      const bar = await this.#publisher.findBar(post.destination, post);
      if (bar !== null) return this.#elsewhere(task, post, bar);
    } catch (error) {
      return await this.#afterFailure(task, post, judgeLookupFailure(error));
    }
    let message: SlackMessage;
    try {
      if (!(await this.#saver.mark(task, () => this.#assertMayLeave(entry))))
        return this.#schedule.wasGone(task);
      message = await this.#publisher.send({ post, line }, rendered, () => this.#assertMayLeave(entry, post));
    } catch (error) {
      if (error instanceof NotSentError && error.cause !== undefined) this.#reportError(post, error.cause);
      return await this.#afterFailure(task, post, judgePostFailure(error), isEdit);
    }
    this.#patience.taken(post.id);
    if (!this.#schedule.has(entry)) return await this.#wasLate(task, post, message);
    this.#options.onFate?.("delivered");
    const leadBack = (rendered.links ?? []).flatMap(({ leadsBack }) => leadsBack ?? []);
    this.#saver.add(entry, this.#schedule.arrive(task, post, { message, leadBack, isUnrenderable }));
    this.#schedule.free(task, isEdit ? 0 : this.#options.pace.postMs);
  }

  /** Renders a post or reply. After several failures, plain text is posted; an existing Slack message stays as it is. */
  async #render(
    { entry, line }: Task,
    post: QueuedPost,
  ): Promise<{ rendered: RenderedPost | null | "later"; isUnrenderable: boolean }> {
    const { renderers, plainWords } = this.#options;
    try {
      const renderer = renderers.get(post.kind);
      if (renderer === undefined) throw new Error(`nothing draws ${post.kind}`);
      const rendering = line === null ? renderer.render(post) : renderer.line?.(post, line.event);
      const rendered = (await rendering) ?? null;
      this.#schedule.endRenderFailures(line ?? entry);
      return { rendered, isUnrenderable: false };
    } catch (error) {
      this.#reportError(post, error);
      if (!this.#schedule.failRendering(line ?? entry)) return { rendered: "later", isUnrenderable: false };
      return { rendered: post.message === null ? plainWords(post) : null, isUnrenderable: true };
    }
  }

  #showedNothing(task: Task, post: QueuedPost, isUnrenderable: boolean): void {
    const { entry } = task;
    if (!this.#schedule.has(entry)) return;
    const news = isUnrenderable ? {} : this.#schedule.arrive(task, post, { message: null });
    this.#saver.add(entry, news, !isUnrenderable);
    this.#schedule.free(task);
  }

  /** `isEdits`: set after a failed edit, for which a rate limit holds over all conversations. */
  async #afterFailure(task: Task, post: QueuedPost, verdict: PostVerdict, isEdits = false): Promise<void> {
    const { entry, line } = task;
    const isHopeless = verdict.kind === "again" && (await this.#patience.isOver(post.id, verdict));
    if (isHopeless || verdict.kind !== "again") this.#patience.forget(post.id);
    if (!this.#schedule.has(entry)) return await this.#wasLate(task, post, null);
    if (post.message !== null && (verdict.kind !== "again" || isHopeless)) {
      this.#repost(task, post, verdict.reason);
      return this.#report(post, verdict.reason);
    }
    if (verdict.kind !== "again") return this.#elsewhere(task, post, verdict.reason);
    this.#report(post, verdict.reason);
    if (isHopeless && this.#readdress(task, post, verdict.reason)) return;
    const { mayRepeat, reason, afterMs } = verdict;
    entry.attempts += 1;
    entry.post.error = reason;
    if (isEdits && mayRepeat) entry.doubtsMs = landsWithinMs;
    else if (line !== null) line.mayRepeat ||= mayRepeat;
    else if (post.message === null) {
      entry.post.mayRepeat ||= mayRepeat;
      entry.isMarked = false;
    }
    // A Retry-After replaces the backoff: a rate limit is no sign of an outage.
    const delayMs = afterMs ?? this.#backoffMs(entry.attempts, mayRepeat ? unsureRetries : undefined);
    const { postMs } = this.#options.pace;
    const pausesEdits = isEdits && afterMs !== undefined;
    if (pausesEdits) this.#schedule.pauseEdits(delayMs);
    this.#options.onFate?.("retried");
    this.#saver.add(entry, {}, false);
    this.#schedule.free(task, pausesEdits ? postMs : Math.max(delayMs, postMs), false);
  }

  /** Posts a new Slack message, unless the old one lacks only a link. */
  #repost(task: Task, post: QueuedPost, reason: string): void {
    const { entry } = task;
    const saysAll = task.line === null && entry.post.stateVersion <= entry.post.postedVersion;
    if (saysAll) this.#schedule.leave(entry, post.version);
    else this.#schedule.restart(entry, post.destination, reason);
    this.#saver.add(entry);
    this.#schedule.free(task, 0, false);
  }

  #elsewhere(task: Task, post: QueuedPost, reason: string): void {
    if (!this.#schedule.has(task.entry)) return;
    const isLeft = !this.#readdress(task, post, reason);
    if (isLeft) {
      this.#options.onFate?.("given_up");
      this.#saver.add(task.entry, this.#schedule.giveUp(task.entry, post, reason));
      this.#schedule.free(task);
    }
    this.#report(post, reason, isLeft);
  }

  /** Moves the post to its next destination; false if none is left. */
  #readdress(task: Task, post: QueuedPost, reason: string): boolean {
    const next = post.destinations[post.destinations.indexOf(post.destination) + 1];
    if (next === undefined) return false;
    this.#schedule.restart(task.entry, next, reason);
    this.#options.onFate?.("readdressed");
    this.#saver.add(task.entry);
    this.#schedule.free(task, 0, false);
    return true;
  }

  /** Handles an answer that came after this instance lost the lease, even if it has regained it. */
  async #wasLate({ line }: Task, post: QueuedPost, message: SlackMessage | null): Promise<void> {
    const appeared = post.message === null && message?.ts !== "" ? message : null;
    await this.#saveLate(post, appeared, line !== null && message !== null ? [line.id] : []);
  }

  /** Stores a result of an earlier lease; deletes the Slack message if another instance posted one too. */
  async #saveLate(post: QueuedPost, message: SlackMessage | null, said: readonly number[]): Promise<void> {
    const { queue } = this.#options;
    const { id, destination } = post;
    for (let tries = 1; tries <= maxLateTries; tries += 1) {
      try {
        const stands = await queue.saveLate({ id, destination, message, said });
        if (!stands && message !== null) await this.#publisher.remove(message);
        // Makes the delivering instance read the post again.
        return await (this.#leading.isOurs ? this.#feed.load([id]) : queue.announce([id]));
      } catch (error) {
        this.#reportError(post, error);
        await pause(this.#backoffMs(tries), this.#stopped.signal);
      }
    }
  }

  /** Frees the conversation after a defect of this app. */
  async #fail(task: Task, error: unknown): Promise<void> {
    this.#reportError(task.entry.post, error);
    task.entry.attempts += 1;
    this.#schedule.free(task, this.#backoffMs(task.entry.attempts));
  }

  #backoffMs(failures: number, backoff = usualRetries): number {
    const { retries = backoff, random } = this.#options;
    return jitteredBackoffMs(retries, failures, random());
  }

  #nowMs(): number {
    return (this.#options.clocks ?? systemClocks).monotonicMs();
  }

  #report({ id: postId, destination }: QueuedPost, reason: string, givenUp = false): void {
    this.#options.onFailure({ postId, destination, reason, givenUp });
  }

  #reportError(post: QueuedPost | null, err: unknown): void {
    const reason = err instanceof Error ? err.name : "unexpected";
    const { id: postId = 0, destination = "" } = post ?? {};
    this.#options.onFailure({ postId, destination, reason, givenUp: false, err });
  }
}
