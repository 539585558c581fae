import { expect, it } from "vitest";
import type { NotifiedPost, QueuedPost } from "../../../../src/post-queue.ts";
import { Feed } from "../../../../src/slack/posts/feed.ts";
import { Schedule } from "../../../../src/slack/posts/schedule.ts";
import { aQueuedPost } from "./an-entry.ts";

type Of = { limit: number } | { ids: readonly number[] };

const told = (id: number, post: Partial<QueuedPost> = {}): NotifiedPost => ({
  post: aQueuedPost(id, post),
  lines: [],
});

/** A feed over a store in which these posts wait. */
function start(stored: NotifiedPost[] = []) {
  const state = { isSaved: true, nowMs: 1_000_000, isLeading: true, hears: true };
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
      lead: async () => true,
      resign: async () => {},
      deliverBy: () => () => {},
      attempt: async (leaving) => leaving,
      save: async () => [],
      saveLate: async () => true,
    },
    renderers: new Map([["test", { render: async () => null }]]),
    schedule,
    nowMs: () => state.nowMs,
    isLeading: () => state.isLeading,
    isSaved: () => state.isSaved,
    onFed: () => {},
    onDone: (entry) => void done.push(entry.post.id),
    onError: (error) => {
      throw error;
    },
  });
  feed.begin();
  return { feed, schedule, state, reads, announced, done, stored };
}

it("the feed takes new posts of this process directly, and reads older ones in the store", async () => {
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

it("the feed of an instance that doesn't deliver announces posts, and keeps none", async () => {
  const { feed, schedule, state, announced } = start([told(2)]);
  state.isLeading = false;
  feed.notified([told(1), told(2)]);
  await feed.load([2]);
  await feed.scan();
  await feed.perhapsNotified([told(2)]);
  expect([announced, schedule.size]).toEqual([[1, 2], 0]);
});

it("the feed knows that posts of a commit with a lost answer weren't sent", async () => {
  const { feed, schedule } = start([told(1, { mayRepeat: true }), told(2, { mayRepeat: true })]);
  await feed.perhapsNotified([told(1, { mayRepeat: true }), told(3, { mayRepeat: true })]);
  await feed.load([2]);
  expect([1, 2, 3].map((id) => schedule.get(id)?.post.mayRepeat)).toEqual([false, true, undefined]);
});

it("the feed expects late edits of the previous instance after taking over", async () => {
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

it("the feed counts each scan once and taking over twice", async () => {
  const { feed } = start();
  const before = feed.scans;
  await feed.scan();
  expect(feed.scans - before).toBe(1);
  feed.begin();
  expect(feed.scans - before).toBe(3);
});

it("the feed holds 5,000 posts at most, and reads more when half of them are gone", async () => {
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
  expect(feed.hasAllNew).toBe(true);
  expect(schedule.size).toBe(3_499);
});

it("the feed scans every 15 s, or each time if it hears no announcements", async () => {
  const { feed, state, reads } = start();
  const after = async (ms: number) => {
    state.nowMs += ms;
    await feed.nowAndThen();
    return reads.length;
  };
  expect(await after(0)).toBe(1);
  expect(await after(14_999)).toBe(1);
  expect(await after(1)).toBe(2);
  state.hears = false;
  expect(await after(1)).toBe(3);
});
