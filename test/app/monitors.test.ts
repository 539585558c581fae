import { describe, expect, it } from "vitest";
import { type Chatops, oneMode, startAppOn, startChatops, storyModes } from "../support/chatops.ts";
import { onCall } from "../support/unknown-outcome.ts";
import { core, en } from "../support/words.ts";

const { monitor } = en.payments;
const title = { ...monitor.title, over: monitor.over, recharge: monitor.recharge };

/** On-call's posts and thread lines as they are now. */
const read = ({ slack }: Pick<Chatops, "slack">) => slack.messages(onCall).map(({ text }) => text);

const notification = (chatops: Chatops, words: string) =>
  read(chatops).filter((text) => text.includes(words));

function told(chatops: Chatops, words: string) {
  return chatops.slack.waitFor(() => notification(chatops, words)[0], {
    what: `“${words}” for on-call`,
    timeoutMs: 10_000,
  });
}

/** The same bot after a restart, once its monitors have run. */
async function restart(chatops: Chatops, { mode = oneMode }: { mode?: "socket" | "http" } = {}) {
  const next = await startAppOn(chatops, {
    mode,
    isWatched: true,
    pace: { postMs: 5, editMs: 5, editBurst: 9 },
  });
  await next.app.resolved;
  return next;
}

async function start(mode: "socket" | "http" = oneMode, payments?: Record<string, unknown>[]) {
  const chatops = await startChatops({ mode });
  await chatops.app.stop();
  if (payments !== undefined) reply(chatops, payments);
  return chatops;
}

/** The platform's next answer; an empty page ends the list. */
function reply({ platform }: Chatops, payments: unknown) {
  platform.faults.next({ kind: "status", status: 200, body: { payments } }, { path: "/cash" });
  platform.faults.next({ kind: "status", status: 200, body: { payments: [] } }, { path: "/cash" });
}

it("an alert goes to an operator if on-call's conversation can't be posted to", async () => {
  const chatops = await start();
  const { slack } = chatops;
  slack.faults.webApi({
    method: "chat.postMessage",
    conversation: onCall,
    kind: "error",
    error: "is_archived",
  });
  await restart(chatops);
  const post = await slack.waitFor(
    () => slack.dm("U0DANA").find(({ text }) => text.includes(core(title.expired))),
    { what: "the finding" },
  );
  expect(post.text).toContain(`<#${onCall}>`);
});

describe.each(storyModes)("the monitors over %s", (mode) => {
  it("post an expired payment method once over ten restarts, and close the post in place", async () => {
    const chatops = await start(mode);
    const { state } = chatops.platform;
    const [card, , old] = state.payments;
    const first = await restart(chatops, { mode });
    const post = await told(chatops, core(title.expired));
    expect(post).toContain(`…${old!._id.slice(-4)}`);
    expect(post).toContain(monitor.says.expired);
    await first.app.stop();
    for (let times = 0; times < 10; times += 1) await (await restart(chatops, { mode })).app.stop();
    expect(notification(chatops, core(title.expired))).toHaveLength(1);

    old!.expDate = card!.expDate;
    card!.autoRecharge = 0;
    const second = await restart(chatops, { mode });
    await told(chatops, "1st → not used");
    await chatops.slack.waitFor(() => notification(chatops, core(title.over)).length === 2, {
      what: "the end",
    });
    const [living, line] = chatops.slack
      .messages(onCall)
      .filter(({ text }) => text.includes(core(title.over)));
    expect(living!.threadTs).toBeNull();
    expect(line!.threadTs).toBe(living!.ts);
    expect(notification(chatops, core(title.expired))).toEqual([]);
    await second.app.stop();

    state.payments.splice(0, 1);
    await restart(chatops, { mode });
    expect(await told(chatops, core(title.gone))).toContain(`…${card!._id.slice(-4)}`);
    const everything = JSON.stringify(chatops.slack.messages(onCall));
    for (const { description, _id } of [card!, ...state.payments]) {
      expect(everything).not.toContain(description);
      expect(everything).not.toContain(_id);
    }
    expect(chatops.slack.findings).toEqual([]);
  });

  it("post changed prices in one post for each reading", async () => {
    const chatops = await start(mode);
    const price = (countryId: string, countryName: string, sms: number | null) => ({
      countryId,
      countryName,
      sms,
    });
    const say = (...prices: unknown[]) => {
      for (const body of [prices, []]) {
        chatops.platform.faults.next({ kind: "status", status: 200, body }, { path: "/pricing" });
      }
    };
    say(price("82", "대한민국", 18), price("81", "일본", 60), price("976", "<!channel> 01012345678", 9));
    await (await restart(chatops, { mode })).app.stop();
    expect(notification(chatops, en.prices.monitor.title)).toEqual([]);
    say(price("82", "대한민국", 20.5), price("81", "일본", null), price("976", "<!channel> 01012345678", 10));
    await restart(chatops, { mode });
    const post = await told(chatops, "South Korea (82) · SMS: ₩18 → ₩20.5");
    expect(post).toContain("Japan (81) · SMS: ₩60 → –");
    expect(post).not.toContain("01012345678");
    expect(post).not.toContain("<!channel>");
    expect(chatops.slack.findings).toEqual([]);
  });
});

describe("the monitors", () => {
  it("are off without ONCALL_CHANNEL", async () => {
    const chatops = await startChatops({ mode: oneMode, isWatched: true, env: { ONCALL_CHANNEL: "" } });
    await chatops.app.resolved;
    expect(chatops.platform.requests.filter(({ path }) => /cash|pricing/.test(path))).toEqual([]);
  });
});
