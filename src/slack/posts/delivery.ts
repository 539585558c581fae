import { spreadBackoffMs } from "../../backoff.ts";
import { systemClocks } from "../../clocks.ts";
import { pause, within } from "../../deadline.ts";
import type { Answer } from "../blocks/answer.ts";
import type { Line } from "../blocks/rich-text.ts";
import { Claims, type Task, usualRetries } from "./claims.ts";
import { Patience } from "./patience.ts";
import { judgeLookFailure, judgePostFailure, type PostVerdict } from "./post-failure.ts";
import { createPublisher, type Message, withLink, withNotes } from "./publisher.ts";
import type { DeliveryOptions, Picture, PostQueue, QueuedPost } from "./queue.ts";

const claimedAtOnce = 20;
/** Fewer than the requests that web-api makes at once: none may wait there while its claim runs out. */
const mostUnderWay = 80;
/** With the pauses between them about as long as the claim on a post lasts. */
const notesTried = 7;
/** What could not be drawn is tried again so often, in case it was no defect. */
const drawAgainMs = 3_600_000;
const laterDrawn: PostVerdict = { kind: "again", reason: "not drawn", mayRepeat: false };
/** Each try may be one more post of the same: a few at once, then twelve an hour. */
const unsureRetries = { firstMs: 500, longestMs: 5 * 60_000 };
/** An empty claim may be a race lost to another process, so the queue is looked at again even when idle. */
const idleLookMs = 15_000;
/** What is due but held back by an earlier post of its conversation is woken for, not looked for. */
const shortestLookMs = 100;

/**
 * Brings what is stored to its conversations: draws it, and posts it, edits what stands, or adds a line, until it has
 * arrived or has nowhere left to go. The only place that posts to conversations.
 */
export class Delivery<P extends QueuedPost> {
  readonly #options: DeliveryOptions<P>;
  readonly #publisher: ReturnType<typeof createPublisher>;
  readonly #claims: Claims<P>;
  readonly #patience: Patience;
  readonly #underWay = new Set<Promise<void>>();
  /** As `now` tells it; null while it isn't stopping. */
  #stopsAt: number | null = null;
  readonly #stopped = new AbortController();
  #wake: () => void = () => {};
  /** Something was told since the last claim, and is likely to be due. */
  #isTold = true;
  /** Taken where they were told, while as many as may be were under way. */
  readonly #waiting: Task<P>[] = [];
  #unsubscribe: () => void = () => {};
  #working: Promise<void> = Promise.resolve();

  constructor(options: DeliveryOptions<P>) {
    this.#options = options;
    this.#publisher = createPublisher(options);
    this.#claims = new Claims(options, (error) => this.#reportError(noPost, error));
    this.#patience = new Patience(this.#publisher.isAnswering, options.clocks);
  }

  start(): void {
    const { queue, drawers } = this.#options;
    this.#unsubscribe = queue.deliverBy({
      kinds: new Set(drawers.keys()),
      wake: () => {
        this.#isTold = true;
        this.#wake();
      },
      offer: () => this.#offer(),
    });
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
    const { monotonicMs } = this.#options.clocks ?? systemClocks;
    let askedMs = Number.NEGATIVE_INFINITY;
    let dueMs = Number.NEGATIVE_INFINITY;
    while (!this.#stopped.signal.aborted) {
      if (monotonicMs() - askedMs >= drawAgainMs && (await this.#drawAgain())) askedMs = monotonicMs();
      const awake = new AbortController();
      this.#wake = () => awake.abort();
      this.#takeWaiting();
      const limit = Math.min(claimedAtOnce, mostUnderWay - this.#underWay.size);
      const isAsking = limit > 0 && (this.#isTold || this.#isPast(dueMs));
      const tasks = isAsking ? await this.#claim(limit) : [];
      this.#waiting.push(...tasks);
      this.#takeWaiting();
      const isMore = tasks.length === claimedAtOnce;
      dueMs = isMore ? Number.NEGATIVE_INFINITY : await this.#claims.dueMs(this.#stopsAt !== null);
      const isDone = tasks.length === 0 && this.#underWay.size + this.#waiting.length === 0;
      if (this.#stopsAt !== null && isDone && dueMs > this.#stopsAt) return;
      const isSeen = !isAsking && limit > 0 && this.#isPast(dueMs);
      if (!isMore && !isSeen) await pause(this.#toLookMs(dueMs), awake.signal);
    }
  }

  #claim(limit: number): Promise<Task<P>[]> {
    this.#isTold = false;
    return this.#claims.make(limit);
  }

  async #drawAgain(): Promise<boolean> {
    return await this.#options.queue.drawAgain().then(
      () => true,
      (error: unknown) => {
        this.#reportError(noPost, error);
        return false;
      },
    );
  }

  /** While there is much to do, claims of many at once cost less. */
  #offer(): ((posts: readonly P[]) => void) | null {
    if (this.#stopsAt !== null || this.#underWay.size >= claimedAtOnce) return null;
    const assertClaimed = this.#claims.watch();
    return (posts) => {
      if (this.#stopped.signal.aborted) return this.#leave(posts);
      this.#waiting.push(...posts.map((post) => ({ post, assertClaimed })));
      this.#takeWaiting();
    };
  }

  /** To another instance, or to the next start. */
  #leave(posts: readonly P[]): void {
    const failure = { error: "stopping" };
    for (const post of posts)
      void this.#note(post, (queue) => queue.retryAt(post, this.#options.now(), failure));
  }

  #takeWaiting(): void {
    for (const task of this.#waiting.splice(0, mostUnderWay - this.#underWay.size)) this.#take(task);
  }

  #isPast(dueMs: number): boolean {
    return dueMs <= this.#options.now().getTime();
  }

  #toLookMs(dueMs: number): number {
    const waitMs = dueMs - this.#options.now().getTime();
    return Math.min(Math.max(waitMs, shortestLookMs), idleLookMs);
  }

  #take(task: Task<P>): void {
    const delivering = this.#deliver(task)
      .catch((error: unknown) => this.#reportError(task.post, error))
      .finally(() => {
        this.#underWay.delete(delivering);
        this.#wake();
      });
    this.#underWay.add(delivering);
  }

  async #deliver({ post, assertClaimed }: Task<P>): Promise<void> {
    const drawn = await this.#draw(post);
    if (drawn === "later") return await this.#afterFailure(post, laterDrawn);
    const { picture, isUndrawn } = drawn;
    if (picture === null) {
      const write = (queue: PostQueue<P>) =>
        isUndrawn ? queue.leaveUndrawn(post) : queue.delivered(post, null);
      return void (await this.#note(post, write));
    }
    try {
      const bar = await this.#publisher.findBar(post.destination, post);
      if (bar !== null) return await this.#elsewhere(post, bar);
    } catch (error) {
      return await this.#afterFailure(post, judgeLookFailure(error));
    }
    let message: Message;
    try {
      message = await this.#send({ post, assertClaimed }, picture);
    } catch (error) {
      return await this.#afterFailure(post, judgePostFailure(error), isEdit(post));
    }
    this.#patience.taken(post.id);
    const leadBack = (picture.links ?? []).flatMap(({ leadsBack }) => leadsBack ?? []);
    // In one note: the start that follows a crash has to find both, where the words stand and that they are no picture.
    await this.#note(post, (queue) =>
      isUndrawn ? queue.leaveUndrawn({ ...post, message }) : queue.delivered(post, message, leadBack),
    );
  }

  /** As it is stored now. What can't be drawn leaves what stands as it is, and plain words where nothing does. */
  async #draw(post: P): Promise<"later" | { picture: Picture | null; isUndrawn: boolean }> {
    const { drawers, plainWords } = this.#options;
    try {
      const drawer = drawers.get(post.kind);
      if (drawer === undefined) throw new Error(`nothing draws ${post.kind}`);
      const drawing = post.line === null ? drawer.draw(post) : drawer.line?.(post, post.line.event);
      const picture = (await drawing) ?? null;
      this.#patience.drawn(post.id);
      return { picture, isUndrawn: false };
    } catch (error) {
      this.#reportError(post, error);
      if (!this.#patience.isUndrawable(post.id)) return "later";
      return { picture: post.message === null ? plainWords(post) : null, isUndrawn: true };
    }
  }

  async #send({ post, assertClaimed }: Task<P>, picture: Picture): Promise<Message> {
    const { destination, message } = post;
    const { links = [], text, blocks } = picture;
    let linked: Answer = { text, blocks };
    for (const { to, says } of links) {
      const address =
        to === null ? null : await this.#publisher.addressOf(to, message?.channel ?? destination);
      if (address !== null) linked = withLink(linked, address, says);
    }
    const body = withNotes(linked, await this.#notes(post));
    if (message === null) return this.#publisher.publish({ channel: destination }, body, assertClaimed);
    if (isEdit(post)) return this.#publisher.edit(message, body, assertClaimed);
    return this.#publisher.publish({ channel: message.channel, thread_ts: message.ts }, body, assertClaimed);
  }

  /**
   * What Slack did with a post: a store that is away for a moment must not make it come again, nor be told as a possible
   * repeat. Null when it could not be noted: then the claim on the post runs out.
   */
  async #note<T>(post: P, write: (queue: PostQueue<P>) => Promise<T>): Promise<T | null> {
    for (let attempt = 1; attempt <= notesTried; attempt += 1) {
      try {
        return await write(this.#options.queue);
      } catch (error) {
        this.#reportError(post, error);
        if (this.#stopped.signal.aborted) break;
        const { random, retries = usualRetries } = this.#options;
        await pause(spreadBackoffMs(retries, attempt, random()), this.#stopped.signal);
      }
    }
    return null;
  }

  async #notes(post: P): Promise<Line[]> {
    const { line, destination, destinations, mayRepeat } = post;
    const { repeatNote, words } = this.#options;
    const [first = destination] = destinations;
    // A direct message has no name that a reader would know, and a line stands under what says it.
    const isMoved = line === null && first !== destination && /^[CG]/.test(first);
    const moved = isMoved ? words.moved[await this.#publisher.obstacleAt(first, post)] : null;
    return [
      ...(moved === null ? [] : [[moved.before, { conversation: first }, moved.after]]),
      ...(mayRepeat ? [[repeatNote]] : []),
    ];
  }

  /** `isEdits`: of the call that edits, and so what it says of limits is said of all edits. */
  async #afterFailure(post: P, verdict: PostVerdict, isEdits = false): Promise<void> {
    const isHopeless = verdict.kind === "again" && (await this.#patience.isOver(post.id, verdict));
    if (isHopeless || verdict.kind !== "again") this.#patience.forget(post.id);
    if (post.message !== null && (verdict.kind !== "again" || isHopeless)) {
      await this.#note(post, (queue) => queue.postAnew(post, verdict.reason));
      return this.#report(post, verdict.reason);
    }
    if (verdict.kind !== "again") return await this.#elsewhere(post, verdict.reason);
    const { now, random, retries = usualRetries } = this.#options;
    this.#report(post, verdict.reason);
    if (isHopeless && (await this.#readdress(post, verdict.reason)) !== false) return;
    // Who says when is taken at its word: a rate limit tells nothing about how long an outage will last.
    const backoff = verdict.mayRepeat ? unsureRetries : retries;
    const delayMs = verdict.afterMs ?? spreadBackoffMs(backoff, post.attempts + 1, random());
    const dueAt = new Date(now().getTime() + delayMs);
    const failure = {
      error: verdict.reason,
      mayRepeat: verdict.mayRepeat,
      pausesEdits: isEdits && verdict.afterMs !== undefined,
    };
    await this.#note(post, (queue) => queue.retryAt(post, dueAt, failure));
  }

  async #elsewhere(post: P, reason: string): Promise<void> {
    const isLeft = (await this.#readdress(post, reason)) === false;
    if (isLeft) await this.#note(post, (queue) => queue.giveUp(post, reason));
    this.#report(post, reason, isLeft);
  }

  #readdress(post: P, reason: string): Promise<boolean | null> {
    return this.#note(post, (queue) => queue.readdress(post, reason));
  }

  #report({ id: postId, destination }: Of, reason: string, givenUp = false): void {
    this.#options.onFailure({ postId, destination, reason, givenUp });
  }

  #reportError({ id: postId, destination }: Of, err: unknown): void {
    const reason = err instanceof Error ? err.name : "unexpected";
    this.#options.onFailure({ postId, destination, reason, givenUp: false, err });
  }
}

type Of = Pick<QueuedPost, "id" | "destination">;
/** What the queue itself fails at is of no post. */
const noPost: Of = { id: 0, destination: "" };

function isEdit({ message, line }: QueuedPost): boolean {
  return message !== null && line === null;
}
