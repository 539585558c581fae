import { expect, it } from "vitest";
import { Schedule } from "../../../../src/slack/posts/schedule.ts";
import { anEntry } from "./an-entry.ts";

const stands = { channel: "C1", ts: "1.1" };
const arrival = { message: stands };

it("the schedule repeats an edit of unknown outcome although later edits arrived", () => {
  let nowMs = 0;
  const schedule = new Schedule({ postMs: 0, editMs: 0, editBurst: 1 }, () => nowMs);
  const entry = Object.assign(anEntry(1), { doubtsMs: [60_000] });
  entry.post.message = stands;
  const arriveAt = (ms: number, version: number) => {
    nowMs = ms;
    schedule.arrive(task, { ...entry.post, version }, arrival);
  };
  const task = { entry, line: null, destination: "C1" };
  arriveAt(1_000, 1);
  expect([entry.againMs, entry.doubtsMs]).toEqual([[61_000], []]);
  arriveAt(12_000, 2);
  expect(entry.againMs).toEqual([61_000]);
  arriveAt(61_000, 2);
  expect(entry.againMs).toEqual([]);
});

it("the schedule takes the next version of a post that has to be posted again", () => {
  const schedule = new Schedule({ postMs: 0, editMs: 0, editBurst: 1 }, () => 1_000);
  const { post } = anEntry(1);
  const told = { lines: [] };
  const entry = schedule.put({ ...told, post: { ...post, message: stands, version: 1, postedVersion: 1 } });
  schedule.restart(entry, "C1", "message_not_found");
  expect(entry.post).toMatchObject({ version: 1, postedVersion: 0, message: null });
  schedule.put({ ...told, post: { ...post, version: 2, facts: "changed" } });
  expect(entry.post).toMatchObject({ version: 2, facts: "changed" });
});

it("the schedule forgets the text of a waiting thread line with the store", () => {
  const schedule = new Schedule({ postMs: 0, editMs: 0, editBurst: 1 }, () => 1_000);
  const told = (event: unknown) => ({
    post: anEntry(1).post,
    lines: [{ id: 7, event, mayRepeat: false }],
  });
  const entry = schedule.put(told("words"));
  schedule.put(told({ forgotten: true }));
  expect(entry.lines).toMatchObject([{ id: 7, event: { forgotten: true } }]);
});

it("the schedule waits an hour with what can't be rendered, or until a newer version", () => {
  let nowMs = 1_000;
  const schedule = new Schedule({ postMs: 0, editMs: 0, editBurst: 1 }, () => nowMs);
  const { post } = anEntry(1);
  const line = { event: {}, mayRepeat: false };
  const lines = [
    { ...line, id: 7 },
    { ...line, id: 8 },
  ];
  const told = {
    post: { ...post, message: stands, version: 2, postedVersion: 1 },
  };
  const entry = schedule.put({ ...told, lines });
  const fails = (rendering: Parameters<Schedule["failRendering"]>[0]) =>
    Array.from({ length: 6 }, () => schedule.failRendering(rendering));
  expect(fails(entry)).toEqual([false, false, false, false, false, true]);
  expect(fails(entry.lines[0]!).at(-1)).toBe(true);
  const [task] = schedule.take(1);
  expect(task?.line?.id).toBe(8);
  schedule.arrive(task!, { ...entry.post }, arrival);
  schedule.free(task!);
  expect([schedule.take(1), schedule.nextMs()]).toEqual([[], nowMs + 3_600_000]);
  schedule.put({ ...told, lines: [], post: { ...told.post, version: 3 } });
  expect(schedule.nextMs()).toBe(nowMs);
  nowMs += 3_600_000;
  expect(schedule.take(1)).toMatchObject([{ line: null }]);
});
