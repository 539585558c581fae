import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { HomeRefresher, type HomeRefresherOptions } from "../../../../src/features/home/open-homes.ts";
import type { Person } from "../../../../src/slack/people/people.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const member = (id: string): Person => ({ id, locale: "en", standing: "member" });

/** Opens these Homes and lets a minute pass. */
async function start(people: string[], own: Partial<HomeRefresherOptions> = {}) {
  const shown: { person: string; atMs: number }[] = [];
  const failures: unknown[] = [];
  let isOpening = true;
  const startedMs = performance.now();
  const homes = new HomeRefresher({
    recognise: async (id) => member(id),
    onFailure: (error) => failures.push(error),
    ...own,
    async show(person) {
      if (isOpening) return 0;
      shown.push({ person: person.id, atMs: performance.now() - startedMs - 60_000 });
      return (await own.show?.(person)) ?? 0;
    },
  });
  for (const person of people) await homes.open(member(person));
  await pass(60_000);
  isOpening = false;
  return { homes, shown, failures };
}

it("an open Home is rendered once after many changes", async () => {
  const { homes, shown } = await start(["U1"]);
  for (let count = 0; count < 50; count += 1) homes.changed("U1");
  await pass(99);
  expect(shown).toEqual([]);
  await pass(60_000);
  expect(shown).toEqual([{ person: "U1", atMs: 100 }]);
});

it("a changed Home is not rendered if its person hasn't opened it on this instance", async () => {
  const { homes, shown } = await start([]);
  homes.changed("U1");
  await pass(60_000);
  expect(shown).toEqual([]);
});

it("rendering 200 changed Homes stays below Slack's rate limit, and a newly opened Home doesn't wait", async () => {
  const people = Array.from({ length: 200 }, (_, index) => `U${index}`);
  const { homes, shown } = await start(people);
  for (const person of people) homes.changed(person);
  await pass(60_000);
  expect(shown.length).toBeLessThanOrEqual(80);
  expect(shown.length).toBeGreaterThan(60);
  await homes.open(member("U7"));
  expect(shown.at(-1)!.person).toBe("U7");
});

it("an open Home is rendered once more if it changes or is opened while it is being read", async () => {
  for (const meanwhile of ["changed", "open"] as const) {
    const held = Promise.withResolvers<number>();
    const { homes, shown } = await start(["U1"], {
      show: () => (shown.length === 1 ? held.promise : Promise.resolve(0)),
    });
    homes.changed("U1");
    await pass(100);
    if (meanwhile === "changed") homes.changed("U1");
    else await homes.open(member("U1"));
    held.resolve(0);
    const before = shown.length;
    await pass(60_000);
    expect(shown.length).toBe(before + 1);
  }
});

it("all open Homes wait if Slack's rate limit stops one of them", async () => {
  const { homes, shown } = await start(["U1", "U2"], {
    show: async () => (shown.length === 1 ? 7000 : 0),
  });
  homes.changed("U1");
  homes.changed("U2");
  await pass(60_000);
  expect(shown.map(({ atMs }) => atMs)).toEqual([100, 7100, 7900]);
  expect(shown.map(({ person }) => person).toSorted()).toEqual(["U1", "U1", "U2"]);
});

it("a Home that Slack's rate limit stopped from opening is rendered after the wait that Slack asked for", async () => {
  const { homes, shown } = await start([], { show: async () => (shown.length === 1 ? 7000 : 0) });
  await homes.open(member("U1"));
  await pass(60_000);
  expect(shown.map(({ atMs }) => atMs)).toEqual([0, 7000]);
});

it("an open Home whose content can't be read stays unchanged until the next change", async () => {
  const { homes, shown, failures } = await start(["U1"], {
    show: async () => {
      if (shown.length === 1) throw new Error("away");
      return 0;
    },
  });
  homes.changed("U1");
  await pass(60_000);
  expect([shown.length, failures.length]).toEqual([1, 1]);
  homes.changed("U1");
  await pass(60_000);
  expect([shown.length, failures.length]).toEqual([2, 1]);
});

it.each(["outsider", "not_known"] as const)(
  "an open Home is no longer rendered for a reader who has become %s",
  async (standing) => {
    const { homes, shown } = await start(["U1"], { recognise: async (id) => ({ ...member(id), standing }) });
    homes.changed("U1");
    await pass(60_000);
    expect(shown).toEqual([]);
  },
);

it("stopping waits for the Home that is being rendered, and renders no further Home", async () => {
  const held = Promise.withResolvers<number>();
  const { homes, shown } = await start(["U1", "U2"], { show: () => held.promise });
  homes.changed("U1");
  homes.changed("U2");
  await pass(100);
  let isStopped = false;
  const stopping = homes.stop().then(() => {
    isStopped = true;
  });
  await pass(1000);
  expect(isStopped).toBe(false);
  held.resolve(0);
  await stopping;
  await pass(60_000);
  expect(shown).toHaveLength(1);
});
