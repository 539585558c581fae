import fc from "fast-check";
import { expect, it } from "vitest";
import { readKnown } from "../../../../src/features/payments/changes.ts";
import { paymentWatch } from "../../../../src/features/payments/watch.ts";
import { createDrawers } from "../../../../src/features/payments/watch.view.ts";
import { createFormat } from "../../../../src/locales/format.ts";
import type { Json, NewPost, Telling } from "../../../../src/store/index.ts";
import { drawnText } from "../../../support/drawn.ts";
import { core, en } from "../../../support/words.ts";

const { payments: words } = en;
const soon = "2026/11";
const far = "2031/01";
const drawers = createDrawers(words, createFormat("en", "Asia/Seoul"));
const isMore = ({ kind }: NewPost) => kind === "payments.more";
const isRecharge = ({ subject }: NewPost) => subject.includes(":recharge:");

/** A watch over its readings, each of expiries by ID, and the living posts that on-call has of them. */
function startWatch() {
  let known: Json | null = null;
  const living = new Map<string, string>();
  const reading = { expiries: [] as (string | null)[], recharge: 0, telling: {} as Telling, minute: 0 };
  const [job] = paymentWatch({
    read: async () => ({
      value: {
        items: reading.expiries.flatMap((expDate, index) =>
          expDate === null ? [] : [{ _id: `id-${index}`, expDate, autoRecharge: reading.recharge }],
        ),
        isCut: false,
        hasGaps: false,
      },
      at: new Date(Date.UTC(2026, 10, 22, 3, reading.minute)),
    }),
    watches: {
      get: async () => ({ version: 0, known }),
      change: async (_, change) => {
        known = JSON.parse(JSON.stringify(change.known));
        reading.telling = change.telling;
        return true;
      },
    },
    onCall: ["C1"],
    timeZone: "Asia/Seoul",
  });
  const look = async (expiries: (string | null)[], recharge = 0) => {
    Object.assign(reading, { expiries, recharge, telling: {}, minute: reading.minute + 1 });
    await job!.run(new AbortController().signal);
    const { posts = [], lines = [] } = reading.telling;
    const begun = posts.filter(({ subject }) => !living.has(subject));
    for (const post of posts) {
      // What is over is told on a post that is there.
      if (post.isKept !== true && !isRecharge(post) && !isMore(post)) expect(begun).not.toContain(post);
      living.set(post.subject, await drawnText(drawers, post));
    }
    return { posts, lines, begun: begun.filter((post) => !isMore(post)) };
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
  const { posts, lines } = await look(Array.from({ length: 12 }, () => far));
  expect(standing()).toEqual([]);
  expect(lines).toHaveLength(10);
  expect(await drawnText(drawers, posts.at(-1)!)).toContain(core(words.watch.more));
});

it("tells what was only counted at the next readings", async () => {
  const { look, standing } = startWatch();
  const expiries = Array.from({ length: 25 }, () => soon);
  for (const count of [10, 20, 25, 25]) {
    await look(expiries);
    expect(standing()).toHaveLength(count);
  }
  expect((await look(expiries)).posts).toEqual([]);
});

it("tells each recharge that changed, those that were only counted at the next readings", async () => {
  const { look } = startWatch();
  const expiries = Array.from({ length: 25 }, () => far);
  const tell = async (recharge: number) =>
    (await look(expiries, recharge)).begun.map(({ subject }) => subject);
  await tell(0);
  const told = [await tell(5), await tell(5), await tell(5)];
  expect(told.map(({ length }) => length)).toEqual([10, 10, 5]);
  expect(new Set(told.flat()).size).toBe(25);
  expect((await look(expiries, 5)).posts).toEqual([]);
});

it("of one that begins and has another recharge in the same reading both are told", async () => {
  const { look } = startWatch();
  const count = 12;
  await look(Array.from({ length: count }, () => far));
  const allSoon = Array.from({ length: count }, () => soon);
  const told: NewPost[] = [];
  for (let reading = 0; reading < 3; reading += 1) {
    told.push(...(await look(allSoon, 5)).begun);
  }
  expect(told.filter(isRecharge)).toHaveLength(count);
  expect(told.filter((post) => !isRecharge(post))).toHaveLength(count);
  expect((await look(allSoon, 5)).posts).toEqual([]);
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
        expect((await look(expiries)).begun.length).toBeLessThanOrEqual(10);
      }
      for (const _ of Array(3)) await look(all.at(-1) ?? []);
      for (const index of Array(30).keys()) {
        const { told = null } = known()?.find(({ id }) => id === `id-${index}`) ?? {};
        const texts = [...living.values()].filter((text) => text.includes(`…${`id-${index}`.slice(-4)}`));
        const said = Object.entries(words.watch.says).flatMap(([trouble, says]) =>
          texts.filter((text) => text.includes(says)).map(() => trouble),
        );
        expect(said).toEqual(told === null ? [] : [told]);
      }
      expect((await look(all.at(-1) ?? [])).posts).toEqual([]);
    }),
  );
});

it("what comes again is told on a post of its own, what lasts on the one that is there", async () => {
  const { look } = startWatch();
  const subjects: string[] = [];
  for (const expiry of [far, soon, "2026/10", far, soon]) {
    subjects.push(...(await look([expiry])).posts.map(({ subject }) => subject));
  }
  const [first, last] = [subjects[0], subjects.at(-1)];
  expect(subjects).toEqual([first, first, first, last]);
  expect(last).not.toBe(first);
});
