import { describe, expect, it } from "vitest";
import type { Fault } from "../../sandbox/platform/faults.ts";
import {
  type Chatops,
  type ChatopsOptions,
  startAppOn,
  startChatops,
  storyModes,
} from "../support/chatops.ts";
import { dana, onCall } from "../support/names.ts";
import { core, en } from "../support/words.ts";

const payments = en.payments.monitor;
const prices = en.prices.monitor;

const read = ({ slack }: Pick<Chatops, "slack">) => slack.messages(onCall).map(({ text }) => text);
const notification = (where: Pick<Chatops, "slack">, words: string) =>
  read(where).filter((text) => text.includes(words));
const told = (where: Pick<Chatops, "slack">, words: string) =>
  where.slack.waitFor(() => notification(where, words)[0], { what: `“${words}” for on-call` });

const quick = { postMs: 5, editMs: 5, editBurst: 9 };

const expired = (index: number) => ({ _id: `id-${index}`, expDate: "2020/01", autoRecharge: 1 });
const good = (index: number) => ({ ...expired(index), expDate: "2099/01" });
const price = (id: number, sms: unknown, countryName = `Country ${id}`) => ({
  countryId: `${id}`,
  countryName,
  sms,
});
const many = <T>(one: (index: number) => T) => Array.from({ length: 3000 }, (_, index) => one(index));

type Answers = { payments?: unknown[]; prices?: unknown[]; fault?: Fault };

/** What the platform answers next; an empty page ends a list. */
function reply({ platform }: Pick<Chatops, "platform">, answers: Answers) {
  platform.faults.always(answers.fault ?? null);
  for (const body of answers.payments === undefined ? [] : [answers.payments, []])
    platform.faults.next({ kind: "status", status: 200, body: { payments: body } }, { path: "/cash" });
  for (const body of answers.prices === undefined ? [] : [answers.prices, []])
    platform.faults.next({ kind: "status", status: 200, body }, { path: "/pricing" });
}

describe.each(storyModes)("the price and payment monitors, over %s", (mode) => {
  const options: ChatopsOptions = { mode, isWatched: true, pace: quick };

  /** A bot whose monitors have read these answers. */
  async function start(answers: Answers, before = (_: Pick<Chatops, "slack" | "platform">) => {}) {
    const chatops = await startChatops({
      ...options,
      before: (outside) => {
        reply(outside, answers);
        before(outside as Chatops);
      },
    });
    await chatops.app.resolved;
    return chatops;
  }

  /** The same after a restart. */
  async function lookAgain(chatops: Chatops, answers: Answers = {}) {
    await chatops.app.stop();
    reply(chatops, answers);
    const next = await startAppOn(chatops, options);
    await next.app.resolved;
    return { ...chatops, ...next };
  }

  it("post an alert to an operator's direct message when ONCALL_CHANNEL takes no posts", async () => {
    const archived = { method: "chat.postMessage", kind: "error", error: "is_archived" } as const;
    const { slack } = await start({}, (outside) =>
      outside.slack.faults.webApi({ ...archived, conversation: onCall }),
    );
    await slack.post([core(payments.title.expired), `<#${onCall}>`], dana);
  });

  it("post an expired payment method once over ten restarts, and edit the post when it is replaced", async () => {
    let chatops = await start({});
    const { slack, platform } = chatops;
    const [card, , old] = platform.state.payments;
    const post = await told(chatops, core(payments.title.expired));
    for (const words of [`…${old!._id.slice(-4)}`, payments.says.expired]) expect(post).toContain(words);
    for (let times = 0; times < 10; times += 1) chatops = await lookAgain(chatops);
    expect(notification(chatops, core(payments.title.expired))).toHaveLength(1);

    old!.expDate = card!.expDate;
    card!.autoRecharge = 0;
    chatops = await lookAgain(chatops);
    await told(chatops, "1st in line → not used");
    const line = await slack.line(core(payments.over), onCall);
    expect(line.threadTs).toBe((await slack.post(core(payments.over), onCall)).ts);
    expect(notification(chatops, core(payments.title.expired))).toEqual([]);

    platform.state.payments.splice(0, 1);
    await lookAgain(chatops);
    expect(await told(chatops, core(payments.title.gone))).toContain(`…${card!._id.slice(-4)}`);
    const everything = JSON.stringify(slack.messages(onCall));
    for (const { description, _id } of [card!, ...platform.state.payments])
      for (const hidden of [description, _id]) expect(everything).not.toContain(hidden);
  });

  it("post all changed prices of one reading in one post", async () => {
    const hostile = "<!channel> 01012345678";
    const first = [price(82, 18, "대한민국"), price(81, 60, "일본"), price(976, 9, hostile)];
    const chatops = await start({ prices: first });
    expect(notification(chatops, prices.title)).toEqual([]);
    const second = [price(82, 20.5, "대한민국"), price(81, null, "일본"), price(976, 10, hostile)];
    await lookAgain(chatops, { prices: second });
    const post = await told(chatops, "South Korea (82) · SMS: ₩18 → ₩20.5");
    expect(post).toContain("Japan (81) · SMS: ₩60 → –");
    expect(post).not.toMatch(/01012345678|<!channel>/);
  });

  it.each([
    ["no entries", [], []],
    [
      "only null values",
      [{ _id: null, description: null, expDate: null, autoRecharge: null }, {}],
      [{ countryId: null, countryName: null, sms: null }, {}],
    ],
    [
      "unknown fields",
      [{ _id: "a", expDate: "2099/01", autoRecharge: 1, brand: { x: [1] } }],
      [{ countryId: "82", countryName: "대한민국", sms: 18, telegram: 3, note: { x: 1 } }],
    ],
  ])(
    "post no alert for an answer with %s, at the first and at the second reading",
    async (_, methods, listed) => {
      const answers = { payments: methods, prices: listed };
      const chatops = await start(answers);
      expect(chatops.log()).not.toContain('"level":50');
      const next = await lookAgain(chatops, answers);
      expect(read(chatops)).toEqual([]);
      expect(next.log()).not.toContain('"level":50');
    },
  );

  it.each([
    ["another entry", null, null],
    ["another entry's ID", { ...good(1), _id: {} }, { ...price(1, 18), countryId: {} }],
  ])(
    "report a removed entry only after the whole list can be read: %s is unreadable at first",
    async (_, method, country) => {
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
      await lookAgain(next, { payments: rest, prices: listed });
      await told(chatops, core(payments.title.gone));
      await told(chatops, prices.gone("Country 3 (3)"));
      expect(notification(chatops, core(payments.title.gone))).toHaveLength(1);
      expect(read(chatops).filter((text) => text.includes("Country 1"))).toEqual([]);
    },
  );

  it("post thousands of changed prices in one post", async () => {
    const chatops = await start({ payments: [], prices: many((index) => price(index, 1)) });
    await lookAgain(chatops, { payments: [], prices: many((index) => price(index, 2)) });
    await told(chatops, prices.title);
    expect(notification(chatops, prices.title)).toHaveLength(1);
  });

  it.each([
    ["refuses the API key", { kind: "refuse", errorCode: "Unauthorized", status: 401 }],
    ["answers 403", { kind: "refuse", errorCode: "Forbidden", status: 403 }],
    ["answers 500", { kind: "html500" }],
    ["resets the connection", { kind: "reset", when: "before" }],
    ["cuts its answer off", { kind: "cut" }],
    ["answers without JSON", { kind: "garbage" }],
    ["answers without the expected fields", { kind: "useless" }],
  ] satisfies [string, Fault][])(
    "post no false alert, and show none on Home, when the platform %s",
    async (_, fault) => {
      const chatops = await start({ fault });
      expect(chatops.log()).toContain("a job failed");
      const { title, over } = payments;
      const untrue = [title.expired, title.expiring, title.gone, over].map((words) => core(words));
      for (const words of [...untrue, prices.title]) expect(notification(chatops, words)).toEqual([]);
      const home = await chatops.slack.as(dana).opensHome(en.home.asOf);
      for (const words of untrue) expect(home).not.toContain(words);
    },
  );

  it("show an alert on on-call's Home as soon as a slow platform has answered", async () => {
    const chatops = await startChatops({
      ...{ mode, isWatched: true },
      before: ({ platform }) => platform.faults.next({ kind: "silence" }, { path: "/cash" }),
    });
    const { slack, platform } = chatops;
    const finding = core(payments.title.expired);
    expect(await slack.as(dana).opensHome(en.home.asOf)).not.toContain(finding);
    platform.faults.release();
    await told(chatops, finding);
    await slack.as(dana).opensHome(finding);
  });
});

describe("the price and payment monitors", () => {
  it("are off without ONCALL_CHANNEL, and no alert is posted when the platform's balance is empty", async () => {
    const env = { ONCALL_CHANNEL: "" };
    const { slack, platform, person, app, log } = await startChatops({ isWatched: true, env });
    await app.resolved;
    expect(platform.requests.filter(({ path }) => /cash|pricing/.test(path))).toEqual([]);
    const refusal = { kind: "refuse", errorCode: "NotEnoughBalance", status: 402 } as const;
    platform.faults.next(refusal, { path: "/messages" });
    await person.command("/msg-send", "joon Hello");
    await slack.post();
    expect(slack.messages(onCall)).toEqual([]);
    expect(log()).not.toContain('"level":50');
  });
});
