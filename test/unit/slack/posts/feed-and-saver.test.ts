import { beforeEach, describe, expect, it, vi } from "vitest";
import { pause } from "../../../../src/deadline.ts";
import type { DeliveredPost, NotifiedPost, QueuedPost } from "../../../../src/post-queue.ts";
import { Feed } from "../../../../src/slack/posts/feed.ts";
import { Saver } from "../../../../src/slack/posts/saver.ts";
import { Schedule } from "../../../../src/slack/posts/schedule.ts";
import { anEntry, aQueuedPost } from "./an-entry.ts";

describe("the deliverer's feed of posts", () => {
  type Of = { limit: number } | { ids: readonly number[] };

  const told = (id: number, post: Partial<QueuedPost> = {}): NotifiedPost => ({
    post: aQueuedPost(id, post),
    lines: [],
  });

  /** A feed over a store in which these posts wait. */
  function start(stored: NotifiedPost[] = []) {
    const state = { nowMs: 1_000_000, isLeading: true, hears: true };
    const reads: Of[] = [];
    const announced: number[] = [];
    const done: number[] = [];
    const schedule = new Schedule({ postMs: 0, editMs: 0, editBurst: 1 }, () => state.nowMs);
    const feed = new Feed({
      queue: {
        announce: async (ids) => void announced.push(...ids),
        async waiting(_, of) {
          reads.push(of);
          return "ids" in of
            ? stored.filter(({ post }) => of.ids.includes(post.id))
            : stored.slice(0, of.limit);
        },
        hears: () => state.hears,
        ...{ lead: async () => true, resign: async () => {}, deliverBy: () => () => {} },
        ...{ attempt: async (leaving) => leaving, save: async () => [], saveLate: async () => true },
      },
      renderers: new Map([["test", { render: async () => null }]]),
      ...{ schedule, nowMs: () => state.nowMs, isLeading: () => state.isLeading, isSaved: () => true },
      onFed: () => {},
      onDone: (entry) => void done.push(entry.post.id),
      onError: (error) => {
        throw error;
      },
    });
    feed.begin();
    return { feed, schedule, state, reads, announced, done, stored };
  }

  it("takes this process's new posts directly, and reads older posts in the store", async () => {
    const { feed, schedule, reads, stored } = start();
    feed.notified([told(1), told(2, { kind: "of a newer version" })]);
    expect([schedule.get(1)?.post.id, schedule.size]).toEqual([1, 1]);
    feed.notified([told(1, { version: 2 })]);
    expect(schedule.get(1)?.post.version).toBe(2);
    stored.push(told(3, { version: 4 }));
    feed.notified([told(3, { version: 3 })]);
    await feed.load([]);
    expect(reads[0]).toEqual({ ids: [3] });
    expect(schedule.get(3)?.post.version).toBe(4);
  });

  it("announces posts and keeps none if its instance doesn't deliver", async () => {
    const { feed, schedule, state, announced } = start([told(2)]);
    state.isLeading = false;
    feed.notified([told(1), told(2)]);
    await feed.load([2]);
    await feed.scan();
    await feed.perhapsNotified([told(2)]);
    expect([announced, schedule.size]).toEqual([[1, 2], 0]);
  });

  it("knows that a post wasn't sent if the answer to its commit was lost", async () => {
    const perhaps = (id: number) => told(id, { mayRepeat: true });
    const { feed, schedule } = start([perhaps(1), perhaps(2)]);
    await feed.perhapsNotified([perhaps(1), perhaps(3)]);
    await feed.load([2]);
    expect([1, 2, 3].map((id) => schedule.get(id)?.post.mayRepeat)).toEqual([false, true, undefined]);
  });

  it("expects late edits by the previous instance after taking over", async () => {
    const message = { channel: "C1", ts: "1.1" };
    const { feed, schedule, done, state } = start([
      told(1, { message, version: 2, postedVersion: 1 }),
      told(2, { message, postedVersion: 1 }),
      told(3, { postedVersion: 1 }),
    ]);
    await feed.scan();
    expect(schedule.get(1)).toMatchObject({ doubtsMs: [20_000, 60_000], againMs: [] });
    expect(schedule.get(2)).toMatchObject({ doubtsMs: [20_000, 60_000], againMs: [state.nowMs] });
    expect(done).toEqual([3]);
    await feed.scan();
    expect(schedule.size).toBe(3);
  });

  it("counts each scan once, and taking over as two scans", async () => {
    const { feed } = start();
    const before = feed.scans;
    await feed.scan();
    expect(feed.scans - before).toBe(1);
    feed.begin();
    expect(feed.scans - before).toBe(3);
  });

  it("keeps at most 5,000 posts in memory, and reads more once half of them are gone", async () => {
    const { feed, schedule, reads, stored } = start(Array.from({ length: 6_000 }, (_, id) => told(id)));
    await feed.scan();
    expect([schedule.size, feed.hasAllNew]).toEqual([5_000, false]);
    feed.notified([told(7_000)]);
    await feed.load([5_500]);
    feed.refill();
    expect([schedule.size, reads.length]).toEqual([5_000, 1]);
    for (let id = 0; id < 2_501; id += 1) schedule.forget(id);
    stored.splice(0, 2_501);
    feed.refill();
    await feed.scan();
    expect([schedule.size, feed.hasAllNew]).toEqual([3_499, true]);
  });

  it("scans the store every 15 s, or each time if it hears no announcements", async () => {
    const { feed, state, reads } = start();
    const readsAfter = async (ms: number) => {
      state.nowMs += ms;
      await feed.nowAndThen();
      return reads.length;
    };
    expect([await readsAfter(0), await readsAfter(14_999), await readsAfter(1)]).toEqual([1, 1, 2]);
    state.hears = false;
    expect(await readsAfter(1)).toBe(3);
  });
});

describe("the saver of delivered posts", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  /** `firstly`: how the first save ends instead. */
  function start(firstly?: Error | "lost" | "none", tookMs = 0) {
    const saved: DeliveredPost[][] = [];
    const seen = { errors: 0, isLeading: true, lost: [] as unknown[], compared: [] as unknown[] };
    const saver = new Saver({
      queue: {
        attempt: async (leaving) => leaving,
        async save(posts) {
          saved.push([...posts]);
          if (tookMs > 0) await pause(tookMs);
          if (saved.length === 1 && firstly instanceof Error) throw firstly;
          if (firstly === "none") return [];
          return firstly === "lost" ? null : posts.map(({ id }) => ({ id, version: 1 }));
        },
      },
      pauseMs: () => 10,
      onError: () => {
        seen.errors += 1;
      },
      onSaved: (stored, asked) => void seen.compared.push([stored, asked]),
      isLeading: () => seen.isLeading,
      onLost: (unsaved) =>
        void seen.lost.push(...unsaved.map((one) => [one.entry.post.id, one.appeared, one.hasRequested])),
    });
    return { saver, saved, seen };
  }

  it("stores the posts of 0.2 s, or fifty posts, in one statement", async () => {
    const { saver, saved, seen } = start();
    const entry = anEntry(1);
    saver.add(entry, { appeared: "act:1", said: [11] });
    await vi.advanceTimersByTimeAsync(199);
    saver.add(entry, { said: [12] });
    entry.post.postedVersion = 7;
    expect(saved).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(saved[0]).toMatchObject([{ id: 1, postedVersion: 7, appeared: "act:1", said: [11, 12] }]);
    expect(seen.compared).toEqual([[[{ id: 1, version: 1 }], [1]]]);
    for (let id = 1; id <= 50; id += 1) saver.add(anEntry(id));
    await vi.advanceTimersByTimeAsync(0);
    expect(saved[1]).toHaveLength(50);
  });

  it("repeats a failed save together with the posts that came meanwhile", async () => {
    const { saver, saved, seen } = start(new Error("away"));
    const [first, second] = [anEntry(1), anEntry(2)];
    saver.add(first, { said: [11] });
    const flushing = saver.flush();
    await vi.advanceTimersByTimeAsync(0);
    saver.add(second);
    saver.add(first, { said: [12] });
    await vi.advanceTimersByTimeAsync(10);
    await flushing;
    expect(seen.errors).toBe(1);
    expect(saved.map((posts) => posts.map(({ id }) => id))).toEqual([[1], [1, 2]]);
    expect(saved[1]![0]!.said.toSorted()).toEqual([11, 12]);
    expect(saver.isSaved(first)).toBe(true);
  });

  it("notes an attempt once the running save is over, whatever comes meanwhile", async () => {
    const { saver, saved } = start(undefined, 100);
    const more = setInterval(() => saver.add(anEntry(saved.length + 1)), 40);
    saver.add(anEntry(1));
    void saver.flush();
    const onMarked = vi.fn();
    void saver.mark({ entry: anEntry(99), line: null, destination: "C1" }, () => {}).then(onMarked);
    await vi.advanceTimersByTimeAsync(99);
    expect(onMarked).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onMarked).toHaveBeenCalled();
    clearInterval(more);
    saver.end();
  });

  it.each([
    ["another instance delivers by now", "lost", true],
    ["its lease may be over", "none", false],
  ] as const)("returns the posts that couldn't be saved if %s", async (_, firstly, isLeading) => {
    const { saver, seen } = start(firstly);
    seen.isLeading = isLeading;
    saver.add(anEntry(1), { appeared: "act:1" });
    saver.add(anEntry(2), {}, false);
    await saver.flush();
    expect(seen.compared).toEqual([]);
    const handedOver = [1, "act:1", true];
    expect(seen.lost).toEqual([handedOver, [2, null, false]]);
    expect(saver.takeUnsaved()).toEqual([]);
    saver.end();
  });

  it("returns the posts that were being saved when this instance lost the lease", async () => {
    const { saver, seen } = start();
    const entry = anEntry(1);
    saver.add(entry);
    const flushing = saver.flush();
    expect(saver.isSaved(entry)).toBe(false);
    expect(saver.takeUnsaved()).toEqual([]);
    await flushing;
    expect([seen.lost, seen.compared]).toEqual([[[1, null, true]], []]);
  });

  it.each([
    ["a new message that may have been posted", { isMarked: true }, { mayRepeat: true }],
    ["an edit that will be repeated", { againMs: [1] }, { isDoubtful: true }],
    ["an edit of unknown outcome", { doubtsMs: [1] }, { isDoubtful: true }],
    ["a failed rendering", { renderMs: 1 }, { error: "not drawn" }],
    ["a known outcome", {}, { isDoubtful: false, mayRepeat: false }],
  ])("stores %s with the post", async (_, own, stored) => {
    const { saver, saved } = start();
    const entry = Object.assign(anEntry(1), own);
    entry.post.message = { channel: "C1", ts: "1.1" };
    saver.add(entry);
    await saver.flush();
    expect(saved[0]).toMatchObject([stored]);
  });
});
