import fc from "fast-check";
import { expect, it } from "vitest";
import {
  createPaymentRenderers,
  judgeMethods,
  notificationOfMethods,
  readKnownMethods,
} from "../../../../src/features/payments/monitor.view.ts";
import { createFormat } from "../../../../src/locales/format.ts";
import type { NewPost } from "../../../../src/store/index.ts";
import { renderedText } from "../../../support/rendered-text.ts";
import { core, en } from "../../../support/words.ts";

const { payments: words } = en;
const soon = "2026/11";
const past = "2026/10";
const far = "2031/01";
const renderers = createPaymentRenderers(words, createFormat("en", "Asia/Seoul"));
const isRecharge = ({ subject }: NewPost) => subject.includes(":recharge:");

/** Feeds the monitor with expiries by ID; `living` has the text of on-call's posts by subject. */
function startMonitor() {
  let known: unknown = null;
  let minute = 0;
  const living = new Map<string, string>();
  const look = async (expiries: (string | null)[], recharge = 0) => {
    minute += 1;
    const now = new Date(Date.UTC(2026, 10, 22, 3, minute));
    const methods = expiries.flatMap((expDate, index) =>
      expDate === null ? [] : [{ _id: `id-${index}`, expDate, autoRecharge: recharge }],
    );
    const listed = { methods, isPart: false, now, timeZone: "Asia/Seoul" };
    const judged = judgeMethods(listed, known, ["C1"]);
    if (judged === null) return [];
    known = JSON.parse(JSON.stringify(judged.known));
    const { posts = [] } = judged.notification;
    for (const post of posts) {
      // The end of a trouble edits an existing post.
      if (post.isKept !== true && !isRecharge(post)) expect(living.has(post.subject)).toBe(true);
      living.set(post.subject, await renderedText(renderers, post));
    }
    return posts;
  };
  return { look, living, known: () => readKnownMethods(known) };
}

it("on-call gets a post for each changed recharge setting, even if an expiry alert begins then", async () => {
  const { look, living } = startMonitor();
  await look([far, far]);
  expect((await look([far, far], 5)).map(isRecharge)).toEqual([true, true]);
  for (const text of living.values()) expect(text).toContain(core(words.monitor.recharge));
  expect((await look([soon, far], 6)).map(isRecharge)).toEqual([false, true, true]);
  expect(await look([soon, far], 6)).toEqual([]);
});

it("on-call's payment alerts agree with the monitor's stored state after any sequence of readings", async () => {
  const expiries = fc.array(fc.constantFrom(soon, past, far, null), { minLength: 30, maxLength: 30 });
  const readings = fc.array(expiries, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(readings, async (all) => {
      const { look, living, known } = startMonitor();
      for (const one of all) await look(one);
      for (const index of Array(30).keys()) {
        const { alerted = null } = known()?.find(({ id }) => id === `id-${index}`) ?? {};
        const texts = [...living.values()].filter((text) => text.includes(`…${`id-${index}`.slice(-4)}`));
        const said = Object.entries(words.monitor.says).flatMap(([trouble, says]) =>
          texts.filter((text) => text.includes(says)).map(() => trouble),
        );
        expect(said).toEqual(alerted === null ? [] : [alerted]);
      }
      expect(await look(all.at(-1) ?? [])).toEqual([]);
    }),
  );
});

it("a payment alert keeps its post while it lasts, and gets a new post when it comes back later", async () => {
  const { look } = startMonitor();
  const subjects: string[] = [];
  for (const expiry of [far, soon, past, far, soon])
    subjects.push(...(await look([expiry])).map(({ subject }) => subject));
  const [first, last] = [subjects[0], subjects.at(-1)];
  expect(subjects).toEqual([first, first, first, last]);
  expect(last).not.toBe(first);
});

it("a payment alert stores only the last four characters of a payment method's ID", () => {
  const method = {
    id: "PAY-0123456789",
    alerted: "expired" as const,
    since: 1,
    expDate: past,
    autoRecharge: 1,
  };
  const change = { kind: "begun" as const, alerted: "expired" as const, since: 1, method, month: null };
  const stored = JSON.stringify(notificationOfMethods([change], { now: new Date(0), onCall: ["C1"] }));
  expect(stored).toContain('"6789"');
  expect(stored).not.toContain("56789");
});
