import { spreadBackoffMs } from "../../backoff.ts";
import { pause, within } from "../../deadline.ts";
import type { Line } from "../blocks/rich-text.ts";
import { Patience } from "./patience.ts";
import { judgeLookFailure, judgePostFailure, type PostVerdict } from "./post-failure.ts";
import {
  createPublisher,
  type Message,
  type Obstacle,
  type PostBody,
  type PublisherOptions,
  withLink,
  withNotes,
} from "./publisher.ts";
import type { PostQueue, QueuedPost } from "./queue.ts";

export type DeliveryOptions = PublisherOptions & {
  queue: PostQueue;
  parseBody: (body: unknown) => PostBody;
  /** Said under a post that an earlier try may have delivered unseen. */
  repeatNote: string;
  words: {
    /** Under a post that was meant for another conversation: why, before its name and behind it. */
    moved: Record<Obstacle, { before: string; after: string }>;
    /** On the link to another post. */
    link: string;
  };
  now: () => Date;
  /** In [0, 1), for jitter. */
  random: () => number;
  onFailure: (failure: DeliveryFailure) => void;
};

export type DeliveryFailure = {
  postId: number;
  destination: string;
  reason: string;
  givenUp: boolean;
  /** What the store said, or a defect: Slack's answers are told by their reason alone. */
  err?: unknown;
};

const claimedAtOnce = 20;
/** With the pauses between them about as long as the claim on a post lasts. */
const notesTried = 7;
/** The longest is short enough that people who wait for a result see it soon after Slack is back. */
const retries = { firstMs: 500, longestMs: 15_000 };
/** Each try may be one more post of the same: a few at once, then twelve an hour. */
const unsureRetries = { firstMs: 500, longestMs: 5 * 60_000 };
/** An empty claim may be a race lost to another process, so the queue is looked at again even when idle. */
const idleLookMs = 15_000;
/** What is due but held back by an earlier post of its conversation is woken for, not looked for. */
const shortestLookMs = 100;

/**
 * Brings stored posts, edits and thread lines to their conversations: in order, until each has arrived or has nowhere
 * left to go. The only place that posts to conversations.
 */
export class Delivery {
  readonly #options: DeliveryOptions;
  readonly #publisher: ReturnType<typeof createPublisher>;
  readonly #patience: Patience;
  readonly #underWay = new Set<Promise<void>>();
  #claimsFailed = 0;
  /** As `now` tells it; null while it isn't stopping. */
  #stopsAt: number | null = null;
  readonly #stopped = new AbortController();
  #wake: () => void = () => {};
  #unsubscribe: () => void = () => {};
  #working: Promise<void> = Promise.resolve();

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#publisher = createPublisher(options);
    this.#patience = new Patience(this.#publisher.isAnswering, options.clocks);
  }

  start(): void {
    this.#unsubscribe = this.#options.queue.onAdded(() => this.#wake());
    this.#working = this.#work();
  }

  /** Delivers what is due, for `limitMs` at most; the rest waits in the store. */
  async stop(limitMs: number): Promise<void> {
    this.#stopsAt = this.#options.now().getTime() + limitMs;
    this.#wake();
    await within(limitMs, this.#working);
    this.#stopped.abort();
    this.#unsubscribe();
    this.#wake();
  }

  async #work(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      const awake = new AbortController();
      this.#wake = () => awake.abort();
      const posts = await this.#claim();
      for (const post of posts) this.#take(post);
      const dueMs = posts.length < claimedAtOnce ? await this.#readDueMs() : 0;
      const isDone = posts.length === 0 && this.#underWay.size === 0;
      if (this.#stopsAt !== null && isDone && dueMs > this.#stopsAt) return;
      if (posts.length < claimedAtOnce) await pause(this.#toLookMs(dueMs), awake.signal);
    }
  }

  async #claim(): Promise<QueuedPost[]> {
    try {
      const posts = await this.#options.queue.claim(claimedAtOnce);
      this.#claimsFailed = 0;
      return posts;
    } catch (error) {
      this.#claimsFailed += 1;
      this.#reportError({ id: 0, destination: "" }, error);
      return [];
    }
  }

  /**
   * When something is due next; infinitely late when nothing waits or the store doesn't say. What a failed claim may have
   * taken is due to the next one alone.
   */
  async #readDueMs(): Promise<number> {
    const { now, random } = this.#options;
    if (this.#claimsFailed > 0 && this.#stopsAt === null) {
      return now().getTime() + spreadBackoffMs(retries, this.#claimsFailed, random());
    }
    const dueAt = await this.#options.queue.nextDueAt().catch(() => null);
    return dueAt?.getTime() ?? Number.POSITIVE_INFINITY;
  }

  #toLookMs(dueMs: number): number {
    const waitMs = dueMs - this.#options.now().getTime();
    return Math.min(Math.max(waitMs, shortestLookMs), idleLookMs);
  }

  #take(post: QueuedPost): void {
    const delivering = this.#deliver(post)
      .catch((error: unknown) => this.#reportError(post, error))
      .finally(() => {
        this.#underWay.delete(delivering);
        this.#wake();
      });
    this.#underWay.add(delivering);
  }

  async #deliver(post: QueuedPost): Promise<void> {
    const body = await this.#read(post);
    if (body === null) return;
    if (post.kind !== "post" && post.target === null) return await this.#anew(post, "no post to follow");
    try {
      if (await this.#publisher.isSharedOutside(post.destination)) {
        return await this.#elsewhere(post, "externally_shared");
      }
    } catch (error) {
      return await this.#afterFailure(post, judgeLookFailure(error));
    }
    let message: Message;
    try {
      message = await this.#send(post, body);
    } catch (error) {
      return await this.#afterFailure(post, judgePostFailure(error), post.kind === "edit");
    }
    this.#patience.taken(post.id);
    await this.#note(post, (queue) => queue.posted(post.id, message));
  }

  /** Null of what no trying makes readable: it must not hold up all that comes after it. */
  async #read(post: QueuedPost): Promise<PostBody | null> {
    try {
      return this.#options.parseBody(post.body);
    } catch (error) {
      await this.#note(post, (queue) => queue.undeliverable(post, "unreadable"));
      this.#reportError(post, error, true);
      return null;
    }
  }

  async #send(post: QueuedPost, content: PostBody): Promise<Message> {
    const { destination, kind, target, link } = post;
    const address = link === null ? null : await this.#publisher.addressOf(link);
    const linked = address === null ? content : withLink(content, address, this.#options.words.link);
    const body = withNotes(linked, await this.#notes(post));
    if (target === null) return this.#publisher.publish({ channel: destination }, body);
    if (kind === "edit") return this.#publisher.edit(target, body);
    return this.#publisher.publish({ channel: target.channel, thread_ts: target.ts }, body);
  }

  /**
   * What Slack did with a post: a store that is away for a moment must not make it come again, nor be told as a possible
   * repeat. Null when it could not be noted: then the claim on the post runs out.
   */
  async #note<T>(post: QueuedPost, write: (queue: PostQueue) => Promise<T>): Promise<T | null> {
    for (let attempt = 1; attempt <= notesTried; attempt += 1) {
      try {
        return await write(this.#options.queue);
      } catch (error) {
        this.#reportError(post, error);
        if (this.#stopped.signal.aborted) break;
        await pause(spreadBackoffMs(retries, attempt, this.#options.random()), this.#stopped.signal);
      }
    }
    return null;
  }

  async #notes({ kind, target, destination, destinations, mayRepeat }: QueuedPost): Promise<Line[]> {
    const { repeatNote, words } = this.#options;
    const [first = destination] = destinations;
    // A direct message has no name that a reader would know, and a line stands under what says it.
    const isMoved = kind !== "line" && first !== destination && /^[CG]/.test(first);
    const isRepeat = mayRepeat || (kind === "edit" && target?.mayRepeat === true);
    const moved = isMoved ? words.moved[await this.#publisher.obstacleAt(first)] : null;
    return [
      ...(moved === null ? [] : [[moved.before, { conversation: first }, moved.after]]),
      ...(isRepeat ? [[repeatNote]] : []),
    ];
  }

  /** `isEdits`: of the call that edits, and so what it says of limits is said of all edits. */
  async #afterFailure(post: QueuedPost, verdict: PostVerdict, isEdits = false): Promise<void> {
    const isHopeless = verdict.kind === "again" && (await this.#patience.isOver(post, verdict));
    if (isHopeless || verdict.kind !== "again") this.#patience.forget(post.id);
    if (post.kind !== "post" && (verdict.kind !== "again" || isHopeless)) {
      return await this.#anew(post, verdict.reason);
    }
    if (verdict.kind !== "again") return await this.#elsewhere(post, verdict.reason);
    const { now, random } = this.#options;
    this.#report(post, verdict.reason, false);
    if (isHopeless && (await this.#readdress(post, verdict.reason)) !== false) return;
    // Who says when is taken at its word: a rate limit tells nothing about how long an outage will last.
    const backoff = verdict.mayRepeat ? unsureRetries : retries;
    const delayMs = verdict.afterMs ?? spreadBackoffMs(backoff, post.attempts, random());
    const dueAt = new Date(now().getTime() + delayMs);
    const failure = {
      error: verdict.reason,
      // The same edit twice is one state.
      mayRepeat: verdict.mayRepeat && post.kind !== "edit",
      pausesEdits: isEdits && verdict.afterMs !== undefined,
    };
    await this.#note(post, (queue) => queue.retryAt(post, dueAt, failure));
  }

  /** Said as a post of its own, at the same place first. */
  async #anew(post: QueuedPost, reason: string): Promise<void> {
    if (post.isLinkOnly) return await this.#giveUp(post, reason);
    await this.#note(post, (queue) => queue.postAnew(post, reason));
    this.#report(post, reason, false);
  }

  async #elsewhere(post: QueuedPost, reason: string): Promise<void> {
    const isMoved = !post.isLinkOnly && (await this.#readdress(post, reason));
    if (isMoved === false) return await this.#giveUp(post, reason);
    this.#report(post, reason, false);
  }

  #readdress(post: QueuedPost, reason: string): Promise<boolean | null> {
    return this.#note(post, (queue) => queue.readdress(post, reason));
  }

  async #giveUp(post: QueuedPost, reason: string): Promise<void> {
    const isGone = await this.#note(post, (queue) => queue.undeliverable(post, reason));
    this.#report(post, reason, isGone !== false);
  }

  #report(post: { id: number; destination: string }, reason: string, givenUp: boolean): void {
    this.#options.onFailure({ postId: post.id, destination: post.destination, reason, givenUp });
  }

  #reportError(post: { id: number; destination: string }, err: unknown, givenUp = false): void {
    const reason = err instanceof Error ? err.name : "unexpected";
    this.#options.onFailure({ postId: post.id, destination: post.destination, reason, givenUp, err });
  }
}
