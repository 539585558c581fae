import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { OpenHomes, type OpenHomesOptions } from "../../../../src/features/home/open-homes.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pace = { everyMs: 10_000, renderMs: 800, burst: 3 };
const people = (count: number) => Array.from({ length: count }, (_, index) => `U${index}`);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function start(render: OpenHomesOptions["render"] = async () => ({ kind: "shown", hash: "next" })) {
  const rendered: { person: string; hash: string | null; atMs: number }[] = [];
  const failures: unknown[] = [];
  const counts = { underWay: 0, most: 0 };
  const startedMs = performance.now();
  const homes = new OpenHomes({
    pace,
    async render(person, hash) {
      rendered.push({ person, hash, atMs: performance.now() - startedMs });
      counts.underWay += 1;
      counts.most = Math.max(counts.most, counts.underWay);
      try {
        return await render(person, hash);
      } finally {
        counts.underWay -= 1;
      }
    },
    onFailure: (error) => failures.push(error),
  });
  const open = (person: string) => {
    homes.opened(person, null);
    homes.shown(person, { kind: "shown", hash: "first" });
  };
  return { homes, open, rendered, failures, counts };
}

it("is rendered again after a change, once for many, over what stands there, and not sooner than its pace allows", async () => {
  const { homes, open, rendered } = start();
  open("U1");
  await pass(60_000);
  for (let count = 0; count < 50; count += 1) homes.changed("U1");
  await pass(99);
  expect(rendered).toEqual([]);
  await pass(1);
  expect(rendered).toMatchObject([{ person: "U1", hash: "first", atMs: 60_100 }]);
  homes.changed("U1");
  await pass(60_000);
  expect(rendered.slice(1)).toMatchObject([{ hash: "next", atMs: 70_100 }]);
});

it("is not rendered for who has not opened it here", async () => {
  const { homes, rendered } = start();
  homes.changed("U1");
  await pass(60_000);
  expect(rendered).toEqual([]);
});

it("follows one another of all, with a few ahead, and who opens theirs counts and waits for nobody", async () => {
  const { homes, open, rendered } = start();
  for (const person of people(6)) open(person);
  await pass(60_000);
  for (const person of people(5)) homes.changed(person);
  open("U5");
  await pass(60_000);
  // Two of them at once beside the one that is opened: a timer of none is one of 1 ms.
  expect(rendered.map(({ atMs }) => Math.floor((atMs - 60_000) / 100))).toEqual([1, 1, 8, 16, 24]);
});

it("has a few under way at a time", async () => {
  const held = Promise.withResolvers<void>();
  const { homes, open, counts, rendered } = start(async () => {
    await held.promise;
    return { kind: "shown", hash: "next" };
  });
  for (const person of people(9)) open(person);
  await pass(60_000);
  for (const person of people(9)) homes.changed(person);
  await pass(60_000);
  expect(counts).toEqual({ underWay: 4, most: 4 });
  held.resolve();
  await pass(60_000);
  expect(rendered).toHaveLength(9);
});

it("is rendered once more for what changed while it was read", async () => {
  const { homes, open, rendered } = start(async (person) => {
    if (rendered.length === 1) homes.changed(person);
    return { kind: "shown", hash: "next" };
  });
  open("U1");
  await pass(60_000);
  homes.changed("U1");
  await pass(60_000);
  expect(rendered).toHaveLength(2);
});

it.each([
  ["something else stands there", { kind: "newer" } as const, 0],
  ["Slack takes nothing now", { kind: "later", afterMs: 7000, isLimited: false } as const, 7000],
  ["Slack's limit is reached", { kind: "later", afterMs: 9000, isLimited: true } as const, 9000],
  ["it could not be read", undefined, 5000],
])("is tried again over anything where %s", async (_, answer, afterMs) => {
  const { homes, open, rendered, failures } = start(async () => {
    if (rendered.length > 1) return { kind: "shown", hash: "next" };
    if (answer === undefined) throw new Error("away");
    return answer;
  });
  open("U1");
  open("U2");
  await pass(60_000);
  homes.changed("U1");
  await pass(100);
  homes.changed("U2");
  await pass(60_000);
  const own = rendered.filter(({ person }) => person === "U1");
  expect(own).toMatchObject([{ atMs: 60_100 }, { hash: null }]);
  // Behind a limit all begin anew, one behind the other.
  expect([afterMs, afterMs + 800]).toContain(own[1]!.atMs - own[0]!.atMs);
  const [other] = rendered.filter(({ person }) => person === "U2");
  // A limit is one of all.
  expect(other!.atMs).toBe(answer?.kind === "later" && answer.isLimited ? 69_100 : 60_200);
  expect(failures).toHaveLength(answer === undefined ? 1 : 0);
});

it("is forgotten where nobody is shown it", async () => {
  const { homes, open, rendered } = start(async () => null);
  open("U1");
  await pass(60_000);
  homes.changed("U1");
  await pass(60_000);
  homes.changed("U1");
  await pass(60_000);
  expect(rendered).toHaveLength(1);
});

it("stands as it was opened, whatever comes of a rendering that began before", async () => {
  const held = Promise.withResolvers<void>();
  const { homes, open, rendered } = start(async () => {
    await held.promise;
    return { kind: "shown", hash: "older" };
  });
  open("U1");
  await pass(60_000);
  homes.changed("U1");
  await pass(100);
  homes.opened("U1", "first");
  homes.shown("U1", { kind: "shown", hash: "newest" });
  held.resolve();
  await pass(60_000);
  homes.changed("U1");
  await pass(60_000);
  expect(rendered.map(({ hash }) => hash)).toEqual(["first", "newest"]);
});

it("waits at a stop for what is being rendered, and renders no more", async () => {
  const held = Promise.withResolvers<void>();
  const { homes, open, rendered } = start(async () => {
    await held.promise;
    return { kind: "shown", hash: "next" };
  });
  for (const person of ["U1", "U2"]) open(person);
  await pass(60_000);
  homes.changed("U1");
  await pass(100);
  let isStopped = false;
  const stopping = homes.stop().then(() => {
    isStopped = true;
  });
  await pass(1000);
  expect(isStopped).toBe(false);
  held.resolve();
  await stopping;
  homes.changed("U2");
  await pass(60_000);
  expect(rendered).toHaveLength(1);
});
