import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { QueuedPost } from "../../../../src/post-queue.ts";
import { Schedule, type ScheduledPost, type Task } from "../../../../src/slack/posts/schedule.ts";
import { aQueuedPost as aPost } from "./an-entry.ts";

const pace = { postMs: 1000, editMs: 1200, editBurst: 2 };

const stands = (id: number, own: Partial<QueuedPost> = {}) =>
  aPost(id, { message: { channel: "C1", ts: `${id}` }, postedVersion: 1, ...own });

const arrival = { message: { channel: "C1", ts: "1" } };

/** A schedule whose time passes when the test says so. */
function start() {
  let nowMs = 1_000_000;
  const schedule = new Schedule(pace, () => nowMs);
  /** What leaves now, as text. */
  const take = (limit = 80) => {
    const tasks = schedule.take(limit);
    return { tasks, says: tasks.map(say) };
  };
  return {
    ...{ schedule, take, now: () => nowMs },
    pass: (ms: number) => {
      nowMs += ms;
    },
    put: (post: QueuedPost, lines: readonly number[] = []) =>
      schedule.put({ post, lines: lines.map((id) => ({ id, event: id, mayRepeat: false })) }),
    /** Slack took it. */
    done: (task: Task, version = task.entry.post.version) => resolve(schedule, task, version),
    /** So many requests, a second apart, each taken by Slack before the next. */
    takeInTurn: (count: number) =>
      Array.from({ length: count }, () => {
        const { tasks, says } = take(1);
        resolve(schedule, tasks[0]!);
        nowMs += 1000;
        return says[0];
      }),
  };
}

function say({ entry: { post }, line }: Task): string {
  if (line !== null) return `line ${line.id}`;
  return `${post.message === null ? "post" : "edit"} ${post.id}`;
}

function resolve(schedule: Schedule, task: Task, version = task.entry.post.version): void {
  const { entry, line } = task;
  const { post } = entry;
  const isEdit = line === null && post.message !== null;
  if (line === null) {
    post.postedVersion = version;
    post.message ??= { channel: post.destination, ts: `${post.id}` };
    entry.againMs = [];
  } else {
    entry.said.add(line.id);
    entry.lines = entry.lines.filter((one) => one !== line);
  }
  const afterMs = isEdit ? 0 : pace.postMs;
  schedule.free(task, afterMs);
}

type Act = { afterMs: number; do: "tell" | "change" | "line" | "pause"; post: number };
type Request = { says: string; post: number; in: string; fromMs: number; toMs: number; version: number };

const acts = fc.array(
  fc.record<Act>({
    afterMs: fc.nat(3000),
    do: fc.constantFrom("tell", "change", "line", "pause"),
    post: fc.integer({ min: 1, max: 6 }),
  }),
  { maxLength: 40 },
);

/** Runs a plan as delivery does until all has arrived; each request takes `tookMs`. */
function play(plan: readonly Act[], tookMs: number) {
  const { schedule, now, pass, put } = start();
  const requests: Request[] = [];
  const told = new Map<number, { version: number; lines: number[] }>();
  const underWay: { task: Task; request: Request }[] = [];
  let lines = 0;
  const acting = [...plan];
  let actMs = now();
  const act = ({ do: what, post: id }: Act) => {
    if (what === "pause") return schedule.pauseEdits(2000);
    const before = told.get(id);
    if (before === undefined && what !== "tell") return;
    const of = { version: (before?.version ?? 0) + 1, lines: before?.lines ?? [] };
    told.set(id, of);
    if (what === "line") of.lines.push(++lines);
    const destination = `C${id % 3}`;
    put(aPost(id, { version: of.version, destination }), what === "line" ? [lines] : []);
  };
  for (let steps = 0; steps < 2000; steps += 1) {
    for (const task of schedule.take(2 - underWay.length)) {
      const { post } = task.entry;
      const of = { post: post.id, in: post.destination, version: post.version };
      const request = { says: say(task), ...of, fromMs: now(), toMs: now() + tookMs };
      underWay.push({ task, request });
      requests.push(request);
    }
    // The next time isn't over while something may leave.
    if (underWay.length < 2) expect(schedule.nextMs()).toBeGreaterThan(now());
    const nextAct = acting.length === 0 ? Number.POSITIVE_INFINITY : actMs + acting[0]!.afterMs;
    const nextDone = underWay[0]?.request.toMs ?? Number.POSITIVE_INFINITY;
    const nextTake = underWay.length < 2 ? schedule.nextMs() : Number.POSITIVE_INFINITY;
    const nextMs = Math.min(nextAct, nextDone, nextTake);
    if (nextMs === Number.POSITIVE_INFINITY) break;
    pass(nextMs - now());
    if (nextMs === nextDone) {
      const { task, request } = underWay.shift()!;
      resolve(schedule, task, request.version);
    } else if (nextMs === nextAct) {
      actMs = nextMs;
      act(acting.shift()!);
    }
  }
  return { requests, told };
}

const of = (requests: readonly Request[], what: string) =>
  requests.filter(({ says }) => says.startsWith(what));

it("the delivery schedule sends everything in order and at Slack's pace", () => {
  fc.assert(
    fc.property(acts, fc.integer({ min: 1, max: 2500 }), (plan, tookMs) => {
      const { requests, told } = play(plan, tookMs);
      for (const conversation of ["C0", "C1", "C2"]) {
        const there = requests.filter((request) => request.in === conversation);
        for (const [index, { says, toMs }] of there.entries())
          expect(there[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(
            toMs + (says.startsWith("edit") ? 0 : pace.postMs),
          );
      }
      const edits = of(requests, "edit");
      for (const [index, { fromMs }] of edits.entries()) {
        const later = edits[index + pace.editBurst];
        if (later !== undefined) expect(later.fromMs - fromMs).toBeGreaterThanOrEqual(pace.editMs);
      }
      // Each post comes first, then its lines in their order, and the last edit has the newest version.
      for (const [id, { version, lines }] of told) {
        const own = requests.filter(({ post }) => post === id);
        expect(of(own, "post")).toHaveLength(1);
        expect(own[0]!.says).toBe(`post ${id}`);
        const shown = [...of(own, "post"), ...of(own, "edit")].map((request) => request.version);
        expect(Math.max(...shown)).toBe(version);
        expect(of(own, "line").map(({ says }) => says)).toEqual(lines.map((line) => `line ${line}`));
      }
    }),
  );
});

describe("the delivery schedule of a conversation", () => {
  it("sends posts in order, one at a time, a second apart", () => {
    const { schedule, put, take, done, pass, now } = start();
    for (const id of [1, 2]) put(aPost(id));
    const { tasks, says } = take();
    expect(says).toEqual(["post 1"]);
    pass(5000);
    expect(take().says).toEqual([]);
    expect(schedule.nextMs()).toBe(Number.POSITIVE_INFINITY);
    done(tasks[0]!);
    expect(take().says).toEqual([]);
    expect(schedule.nextMs() - now()).toBe(1000);
    pass(1000);
    expect(take().says).toEqual(["post 2"]);
  });

  it("sends another post between two thread replies of one post", () => {
    const { put, takeInTurn } = start();
    put(stands(1), [11, 12]);
    put(aPost(2));
    expect(takeInTurn(3)).toEqual(["line 11", "post 2", "line 12"]);
  });

  it("takes turns with other conversations if only some posts may be sent", () => {
    const { put, takeInTurn } = start();
    for (const [id, destination] of ["C1", "C1", "C2", "C3"].entries()) put(aPost(id, { destination }));
    expect(takeInTurn(4)).toEqual(["post 0", "post 2", "post 3", "post 1"]);
  });

  it("keeps later posts behind a post that waits for its retry", () => {
    const { schedule, put, take, pass } = start();
    for (const id of [1, 2]) put(aPost(id));
    schedule.free(take().tasks[0]!, 30_000);
    pass(29_999);
    expect(take().says).toEqual([]);
    pass(1);
    expect(take().says).toEqual(["post 1"]);
  });

  it("sends a new post at once only if no post waits, is being sent or was just sent", () => {
    const { schedule, put, take, done, pass } = start();
    const takesNow = () => schedule.takesNow("C1");
    expect(takesNow()).toBe(true);
    put(aPost(1));
    expect(takesNow()).toBe(false);
    const { tasks } = take();
    expect(takesNow()).toBe(false);
    done(tasks[0]!);
    expect(takesNow()).toBe(false);
    pass(1000);
    expect(takesNow()).toBe(true);
    schedule.clear();
    expect(takesNow()).toBe(false);
    pass(1000);
    expect(takesNow()).toBe(true);
  });
});

describe("an edit in the delivery schedule", () => {
  it("is sent before its thread reply, except while edits are paused", () => {
    const { schedule, put, take, done } = start();
    put(stands(1, { version: 2 }), [11]);
    const { tasks, says } = take();
    expect(says).toEqual(["edit 1"]);
    done(tasks[0]!);
    expect(take().says).toEqual(["line 11"]);
    schedule.pauseEdits(60_000);
    put(stands(2, { version: 2, destination: "C2" }), [21]);
    expect(take().says).toEqual(["line 21"]);
  });

  it("waits for the edit budget of all conversations, while new posts are sent", () => {
    const { put, take, pass } = start();
    for (const id of [1, 2, 3]) put(stands(id, { version: 2, destination: `C${id}` }));
    put(aPost(4, { destination: "C4" }));
    put(aPost(5, { destination: "C3" }));
    expect(take().says).toEqual(["edit 1", "edit 2", "post 5", "post 4"]);
    pass(1199);
    expect(take().says).toEqual([]);
  });

  it("has the newest of the versions that came during another edit", () => {
    const { schedule, put, take, done } = start();
    put(stands(1, { version: 2 }));
    const { tasks } = take();
    for (const version of [3, 4, 3]) put(stands(1, { version, facts: version }));
    done(tasks[0]!, 2);
    expect(take().says).toEqual(["edit 1"]);
    expect(schedule.get(1)!.post).toMatchObject({ version: 4, facts: 4 });
  });

  it("is repeated once, when it is due, if its outcome is unknown", () => {
    const { put, take, done, pass, now } = start();
    const entry: ScheduledPost = put(stands(1, { version: 2 }));
    done(take().tasks[0]!);
    entry.againMs = [now() + 60_000];
    put(entry.post);
    pass(59_999);
    expect(take().says).toEqual([]);
    pass(1);
    const { tasks, says } = take();
    expect(says).toEqual(["edit 1"]);
    done(tasks[0]!);
    pass(60_000);
    expect(take().says).toEqual([]);
  });

  it("is repeated if its outcome is unknown, even if later edits reached Slack", () => {
    const { schedule, put, pass, now } = start();
    const entry = Object.assign(put(stands(1)), { doubtsMs: [60_000] });
    const arrive = (version: number) =>
      schedule.arrive({ entry, line: null, destination: "C1" }, { ...entry.post, version }, arrival);
    const again = now() + 60_000;
    arrive(1);
    expect([entry.againMs, entry.doubtsMs]).toEqual([[again], []]);
    pass(11_000);
    arrive(2);
    expect(entry.againMs).toEqual([again]);
    pass(49_000);
    arrive(2);
    expect(entry.againMs).toEqual([]);
  });
});

describe("a post in the delivery schedule", () => {
  it("takes no thread reply that was posted already, and sorts the others", () => {
    const { put, take, done, pass } = start();
    put(stands(1), [12]);
    done(take().tasks[0]!);
    const entry = put(stands(1), [13, 12, 11]);
    expect(entry.lines.map(({ id }) => id)).toEqual([11, 13]);
    pass(1000);
    expect(take().says).toEqual(["line 11"]);
  });

  it("takes the next version while it has to be posted a second time", () => {
    const { schedule, put } = start();
    const entry = put(stands(1));
    schedule.restart(entry, "C1", "message_not_found");
    expect(entry.post).toMatchObject({ version: 1, postedVersion: 0, message: null });
    put(stands(1, { version: 2, facts: "changed" }));
    expect(entry.post).toMatchObject({ version: 2, facts: "changed" });
  });

  it("loses the text of a waiting thread reply once the store forgets it", () => {
    const { schedule } = start();
    const put = (event: unknown) =>
      schedule.put({ post: aPost(1), lines: [{ id: 7, event, mayRepeat: false }] });
    const entry = put("words");
    put({ forgotten: true });
    expect(entry.lines).toMatchObject([{ id: 7, event: { forgotten: true } }]);
  });

  it("waits an hour or for a newer version if it can't be rendered", () => {
    const { schedule, put, take, pass, now } = start();
    const entry = put(stands(1, { version: 2 }), [7, 8]);
    const fails = (rendering: Parameters<Schedule["failRendering"]>[0]) =>
      Array.from({ length: 6 }, () => schedule.failRendering(rendering));
    expect(fails(entry)).toEqual([false, false, false, false, false, true]);
    expect(fails(entry.lines[0]!).at(-1)).toBe(true);
    const { tasks, says } = take(1);
    expect(says).toEqual(["line 8"]);
    schedule.arrive(tasks[0]!, { ...entry.post }, arrival);
    schedule.free(tasks[0]!);
    expect([take().says, schedule.nextMs()]).toEqual([[], now() + 3_600_000]);
    put(stands(1, { version: 3 }));
    expect(schedule.nextMs()).toBe(now());
    pass(3_600_000);
    expect(take().says).toEqual(["edit 1"]);
  });

  it("is kept for a minute after its last request, and as long as it waits", () => {
    const { schedule, put, take, done, pass } = start();
    put(aPost(1));
    done(take().tasks[0]!);
    put(aPost(2));
    pass(60_000);
    schedule.forgetIdle(() => true);
    expect(schedule.size).toBe(2);
    pass(1);
    schedule.forgetIdle(() => false);
    expect(schedule.size).toBe(2);
    schedule.forgetIdle(() => true);
    expect([schedule.get(1), schedule.get(2)?.post.id]).toEqual([undefined, 2]);
  });

  it("is gone once it is forgotten or the schedule is cleared", () => {
    const { schedule, put, take } = start();
    const entry = put(aPost(1));
    schedule.forget(1);
    expect(take().says).toEqual([]);
    put(aPost(1));
    expect(schedule.has(entry)).toBe(false);
    schedule.clear();
    expect(schedule.size).toBe(0);
  });
});
