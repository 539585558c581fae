import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pause } from "../../../../src/deadline.ts";
import type { DeliveredPost } from "../../../../src/post-queue.ts";
import { Saver } from "../../../../src/slack/posts/saver.ts";
import type { ScheduledPost } from "../../../../src/slack/posts/schedule.ts";
import { anEntry } from "./an-entry.ts";

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

const idsOf = (saved: readonly DeliveredPost[][]) => saved.map((posts) => posts.map(({ id }) => id));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("the saver stores what came within 0.2 s, or fifty entries, in one statement", async () => {
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

it("the saver repeats a failed save together with what came meanwhile", async () => {
  const { saver, saved, seen } = start(new Error("away"));
  const [first, second]: ScheduledPost[] = [anEntry(1), anEntry(2)];
  saver.add(first!, { said: [11] });
  const flushing = saver.flush();
  await vi.advanceTimersByTimeAsync(0);
  saver.add(second!);
  saver.add(first!, { said: [12] });
  await vi.advanceTimersByTimeAsync(10);
  await flushing;
  expect(seen.errors).toBe(1);
  expect(idsOf(saved)).toEqual([[1], [1, 2]]);
  expect(saved[1]![0]!.said.toSorted()).toEqual([11, 12]);
  expect(saver.isSaved(first!)).toBe(true);
});

it("the saver's mark waits for the running save only", async () => {
  const { saver, saved } = start(undefined, 100);
  const more = setInterval(() => saver.add(anEntry(saved.length + 1)), 40);
  saver.add(anEntry(1));
  void saver.flush();
  let isResolved = false;
  void saver
    .mark({ entry: anEntry(99), line: null, destination: "C1" }, () => {})
    .then(() => {
      isResolved = true;
    });
  await vi.advanceTimersByTimeAsync(99);
  expect(isResolved).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isResolved).toBe(true);
  clearInterval(more);
  saver.end();
});

it.each([
  ["another instance delivers by now", "lost", true],
  ["its lease may be over", "none", false],
] as const)("the saver hands over what is not stored if %s", async (_, firstly, isLeading) => {
  const { saver, seen } = start(firstly);
  seen.isLeading = isLeading;
  saver.add(anEntry(1), { appeared: "act:1" });
  saver.add(anEntry(2), {}, false);
  await saver.flush();
  expect(seen.compared).toEqual([]);
  expect(seen.lost).toEqual([
    [1, "act:1", true],
    [2, null, false],
  ]);
  expect(saver.takeUnsaved()).toEqual([]);
  saver.end();
});

it("the saver hands over what was being stored when this instance lost the lease", async () => {
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
])("the saver stores %s as such", async (_, own, stored) => {
  const { saver, saved } = start();
  const entry = Object.assign(anEntry(1), own);
  entry.post.message = { channel: "C1", ts: "1.1" };
  saver.add(entry);
  await saver.flush();
  expect(saved[0]).toMatchObject([stored]);
});
