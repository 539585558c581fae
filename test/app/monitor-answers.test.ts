import { describe, expect, it } from "vitest";
import type { Fault } from "../../sandbox/platform/faults.ts";
import { type Chatops, startAppOn, startChatops, storyModes } from "../support/chatops.ts";
import { dana, onCall } from "../support/unknown-outcome.ts";
import { core, en } from "../support/words.ts";

const payments = en.payments.monitor;
const prices = en.prices.monitor;
type Where = Pick<Chatops, "slack">;

const read = ({ slack }: Where) => slack.messages(onCall).map(({ text }) => text);
const notification = (where: Where, words: string) => read(where).filter((text) => text.includes(words));
const told = (where: Where, words: string) =>
  where.slack.waitFor(() => notification(where, words)[0], {
    what: `“${words}” for on-call`,
    timeoutMs: 10_000,
  });

const quick = { postMs: 5, editMs: 5, editBurst: 9 };

const expired = (index: number) => ({ _id: `id-${index}`, expDate: "2020/01", autoRecharge: 1 });
const good = (index: number) => ({ ...expired(index), expDate: "2099/01" });
const price = (index: number, sms: unknown) => ({
  countryId: `${index}`,
  countryName: `Country ${index}`,
  sms,
});
const many = <T>(one: (index: number) => T) => Array.from({ length: 3000 }, (_, index) => one(index));

describe.each(storyModes)("the monitors over %s", (mode) => {
  /** A bot whose monitors read these answers first; an empty page ends a list. */
  async function start(answers: { payments?: unknown[]; prices?: unknown[]; fault?: Fault }) {
    const chatops = await startChatops({
      ...{ mode, isWatched: true, pace: quick },
      before: (outside) => reply(outside, answers),
    });
    await chatops.app.resolved;
    return chatops;
  }

  async function reply({ platform }: Pick<Chatops, "platform">, answers: Parameters<typeof start>[0]) {
    platform.faults.always(answers.fault ?? null);
    for (const body of answers.payments === undefined ? [] : [answers.payments, []]) {
      platform.faults.next({ kind: "status", status: 200, body: { payments: body } }, { path: "/cash" });
    }
    for (const body of answers.prices === undefined ? [] : [answers.prices, []]) {
      platform.faults.next({ kind: "status", status: 200, body }, { path: "/pricing" });
    }
  }

  async function lookAgain(chatops: Chatops, answers: Parameters<typeof start>[0]) {
    await chatops.app.stop();
    await reply(chatops, answers);
    const next = await startAppOn(chatops, { mode, isWatched: true, pace: quick });
    await next.app.resolved;
    return next;
  }

  it.each([
    ["no entries", [], []],
    [
      "nulls only",
      [{ _id: null, description: null, expDate: null, autoRecharge: null }, {}],
      [{ countryId: null, countryName: null, sms: null }, {}],
    ],
    [
      "unknown fields",
      [{ _id: "a", expDate: "2099/01", autoRecharge: 1, brand: { x: [1] } }],
      [{ countryId: "82", countryName: "대한민국", sms: 18, telegram: 3, note: { x: 1 } }],
    ],
  ])("post nothing about an answer with %s, at first and again", async (_, methods, listed) => {
    const answers = { payments: methods, prices: listed };
    const chatops = await start(answers);
    expect(chatops.log()).not.toContain('"level":50');
    const next = await lookAgain(chatops, answers);
    expect(read(chatops)).toEqual([]);
    expect(next.log()).not.toContain('"level":50');
  });

  it("post an expired payment method, then its removal and a changed price", async () => {
    const chatops = await start({ payments: [expired(1)], prices: [price(82, 18)] });
    await told(chatops, core(payments.title.expired));
    const next = await lookAgain(chatops, { payments: [], prices: [price(82, 19)] });
    await told(chatops, core(payments.removed));
    expect(await told(chatops, prices.title)).toContain("₩18 → ₩19");
    expect(notification(chatops, core(payments.title.expired))).toEqual([]);
    expect(next.log()).not.toContain('"level":50');
    expect(chatops.slack.findings).toEqual([]);
  });

  it.each([
    ["an entry", null, null],
    ["an ID", { ...good(1), _id: {} }, { ...price(1, 18), countryId: {} }],
  ])("don't report a gone entry while %s can't be read, but do afterwards", async (_, method, country) => {
    const whole = {
      payments: [good(1), good(2), good(3)],
      prices: [price(1, 18), price(2, 18), price(3, 18)],
    };
    const chatops = await start(whole);
    // The third is gone; a changed recharge and a changed price prove that the monitors ran.
    const part = {
      payments: [method, { ...good(2), autoRecharge: 0 }],
      prices: [country, price(2, 19)],
    };
    const next = await lookAgain(chatops, part);
    await told(chatops, core(payments.recharge));
    await told(chatops, "₩18 → ₩19");
    expect(notification(chatops, core(payments.title.gone))).toEqual([]);
    expect(notification(chatops, prices.gone("Country 3 (3)"))).toEqual([]);
    const [rest, listed] = [whole.payments.slice(0, 2), whole.prices.slice(0, 2)];
    await lookAgain({ ...chatops, ...next }, { payments: rest, prices: listed });
    await told(chatops, core(payments.title.gone));
    await told(chatops, prices.gone("Country 3 (3)"));
    expect(notification(chatops, core(payments.title.gone))).toHaveLength(1);
    expect(read(chatops).filter((text) => text.includes("Country 1"))).toEqual([]);
  });

  it("post thousands of changed prices in one post", async () => {
    const chatops = await start({ payments: [], prices: many((index) => price(index, 1)) });
    await lookAgain(chatops, { payments: [], prices: many((index) => price(index, 2)) });
    await told(chatops, prices.title);
    expect(notification(chatops, prices.title)).toHaveLength(1);
    expect(chatops.slack.findings).toEqual([]);
  });

  it.each([
    ["refuses the key", { kind: "refuse", errorCode: "Unauthorized", status: 401 }],
    ["refuses it", { kind: "refuse", errorCode: "Forbidden", status: 403 }],
    ["fails", { kind: "html500" }],
    ["dies", { kind: "reset", when: "before" }],
    ["ends in the middle", { kind: "cut" }],
    ["answers what can't be read", { kind: "garbage" }],
    ["answers something else", { kind: "useless" }],
  ] satisfies [string, Fault][])(
    "post nothing untrue, also on Home, when the platform %s",
    async (_, fault) => {
      const chatops = await start({ fault });
      expect(chatops.log()).toContain("a job failed");
      const untrue = [
        payments.title.expired,
        payments.title.expiring,
        payments.title.gone,
        payments.over,
      ].map(core);
      for (const words of [...untrue, prices.title]) expect(notification(chatops, words)).toEqual([]);
      await chatops.slack.as(dana).openHome();
      const home = await chatops.slack.waitFor(
        () => {
          const shown = JSON.stringify(chatops.slack.home(dana)?.blocks ?? []);
          return shown.includes(en.home.asOf) && shown;
        },
        { what: "the Home of who is on call" },
      );
      for (const words of untrue) expect(home).not.toContain(words);
      expect(chatops.slack.findings).toEqual([]);
    },
  );

  it("wait for a slow platform, and then show their alert on on-call's Home", async () => {
    const chatops = await startChatops({
      ...{ mode, isWatched: true },
      before: ({ platform }) => platform.faults.next({ kind: "silence" }, { path: "/cash" }),
    });
    const { slack, platform } = chatops;
    const home = () => JSON.stringify(slack.home(dana)?.blocks ?? []);
    await slack.as(dana).openHome();
    await slack.waitFor(() => home().includes(en.home.asOf), { what: "on-call's Home" });
    expect(home()).not.toContain(core(payments.title.expired));
    platform.faults.release();
    await told(chatops, core(payments.title.expired));
    await slack.as(dana).openHome();
    await slack.waitFor(() => home().includes(core(payments.title.expired)), { what: "the finding on Home" });
    expect(slack.findings).toEqual([]);
  });
});
