import fc from "fast-check";
import { expect, it } from "vitest";
import { readKnown } from "../../../../src/features/payments/changes.ts";
import { paymentWatch } from "../../../../src/features/payments/watch.ts";
import { createFormat } from "../../../../src/locales/format.ts";
import type { Json, NewPost } from "../../../../src/store/index.ts";
import { core, en } from "../../../support/words.ts";

const { payments: words } = en;
const soon = "2026/11";
const far = "2031/01";

/** A watch over its readings, each of expiries by ID, and the living posts that on-call has of them. */
function startWatch() {
  let known: Json | null = null;
  const living = new Map<string, string>();
  const reading = { expiries: [] as (string | null)[], recharge: 0, posts: [] as NewPost[] };
  const [job] = paymentWatch({
    read: async () => ({
      value: {
        items: reading.expiries.flatMap((expDate, index) =>
          expDate === null ? [] : [{ _id: `id-${index}`, expDate, autoRecharge: reading.recharge }],
        ),
        isCut: false,
        hasGaps: false,
      },
      at: new Date("2026-11-22T03:00:00Z"),
    }),
    watches: {
      get: async () => ({ version: 0, known }),
      change: async (_, change) => {
        known = JSON.parse(JSON.stringify(change.known));
        reading.posts = change.posts;
        return true;
      },
    },
    onCall: ["C1"],
    rendering: { words, format: createFormat("en", "Asia/Seoul") },
    timeZone: "Asia/Seoul",
    onChanged: () => {},
  });
  const look = async (expiries: (string | null)[], recharge = 0): Promise<NewPost[]> => {
    Object.assign(reading, { expiries, recharge, posts: [] });
    await job!.run(new AbortController().signal);
    for (const { kind, key, body } of reading.posts) {
      if (key === null || kind === "line") continue;
      // What changes a post that nobody has would be told as one of its own.
      if (kind === "edit") expect(living.has(key)).toBe(true);
      living.set(key, String(Reflect.get(body, "text")));
    }
    return reading.posts;
  };
  const standing = () => [...living].filter(([, text]) => text.includes(words.watch.says.expiring));
  return { look, living, standing, known: () => readKnown(known) };
}

it("ends each post of a reading in which more than ten are over, and counts those without a line", async () => {
  const { look, standing } = startWatch();
  for (let told = 1; told <= 12; told += 1) {
    await look(Array.from({ length: 12 }, (_, index) => (index < told ? soon : far)));
  }
  expect(standing()).toHaveLength(12);
  const posts = await look(Array.from({ length: 12 }, () => far));
  expect(standing()).toEqual([]);
  expect(posts.filter(({ kind }) => kind === "line")).toHaveLength(10);
  expect(JSON.stringify(posts.at(-1)?.body)).toContain(core(words.watch.more));
});

it("tells what was only counted at the next readings", async () => {
  const { look, standing } = startWatch();
  const expiries = Array.from({ length: 25 }, () => soon);
  for (const count of [10, 20, 25, 25]) {
    await look(expiries);
    expect(standing()).toHaveLength(count);
  }
  expect(await look(expiries)).toEqual([]);
});

it("tells each recharge that changed, those that were only counted at the next readings", async () => {
  const { look } = startWatch();
  const expiries = Array.from({ length: 25 }, () => far);
  const tell = async (recharge: number) =>
    (await look(expiries, recharge)).flatMap(({ key }) => (key === null ? [] : [key]));
  await tell(0);
  const told = [await tell(5), await tell(5), await tell(5)];
  expect(told.map(({ length }) => length)).toEqual([10, 10, 5]);
  expect(new Set(told.flat()).size).toBe(25);
  expect(await look(expiries, 5)).toEqual([]);
});

it("of one that begins and has another recharge in the same reading both are told", async () => {
  const { look } = startWatch();
  const count = 12;
  await look(Array.from({ length: count }, () => far));
  const told: NewPost[] = [];
  for (let reading = 0; reading < 3; reading += 1) {
    told.push(
      ...(await look(
        Array.from({ length: count }, () => soon),
        5,
      )),
    );
  }
  expect(told.filter(({ key }) => key?.endsWith(" recharge"))).toHaveLength(count);
  expect(told.filter(({ key }) => key?.startsWith("finding:") && !key.endsWith(" recharge"))).toHaveLength(
    count,
  );
  expect(
    await look(
      Array.from({ length: count }, () => soon),
      5,
    ),
  ).toEqual([]);
});

it("whatever changes, the posts come to say what stands, ten new ones a reading at most", async () => {
  const expiry = fc.constantFrom(soon, "2026/10", far, null);
  const readings = fc.array(fc.array(expiry, { minLength: 30, maxLength: 30 }), {
    minLength: 1,
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(readings, async (all) => {
      const { look, living, known } = startWatch();
      for (const expiries of all) {
        const posts = await look(expiries);
        expect(posts.filter(({ kind, key }) => kind === "post" && key !== null).length).toBeLessThanOrEqual(
          10,
        );
      }
      for (const _ of Array(3)) await look(all.at(-1) ?? []);
      for (const { id, told } of known() ?? []) {
        const text = living.get(`finding:payments:ID ${id}`) ?? "";
        const said = Object.entries(words.watch.says).filter(([, says]) => text.includes(says));
        expect(said.map(([trouble]) => trouble)).toEqual(told === null ? [] : [told]);
      }
      expect(await look(all.at(-1) ?? [])).toEqual([]);
    }),
    { numRuns: 50 },
  );
});
