import { describe, expect, it } from "vitest";
import { toShown } from "../../src/slack/blocks/rich-text.ts";
import { type Chatops, startChatops, storyModes } from "../support/chatops.ts";
import { dana, joon, onCall, sora, tests } from "../support/names.ts";
import { openSendForm } from "../support/send-form.ts";
import { startUnknown } from "../support/unknown-outcome.ts";
import { core, en, heading } from "../support/words.ts";

const { home } = en;
const env = { TEST_RECIPIENTS: "joon:01000000001,reset:01000000010" };
const all = { all: true };

const buttonsIn = (shown: string) => [...shown.matchAll(/"action_id":"([^"]+)"/g)].map(([, id]) => id);
const published = ({ slack }: Chatops) => slack.traffic.filter(({ name }) => name === "views.publish");

describe.each(storyModes)("Home over %s", (mode) => {
  it("shows a newcomer what they may do, and each message as soon as it is sent", async () => {
    const { slack, person } = await startChatops({ mode, env });
    const first = await person.opensHome(home.asOf, home.sending[1]!);
    expect(buttonsIn(first)).toEqual([
      ...["messages.open", "messages.tests", "files.upload", "files.open", "templates.open", "prices.open"],
      ...["channels.open", "history.open"],
    ]);
    await person.command("/msg-send", "joon Hello");
    const after = await person.seesOnHome("✅", home.today("1", "100"), "“Hello”");
    expect(after).not.toContain(home.begin);
    await person.command("/msg-send", "joon Hello");
    await person.seesOnHome(home.today("2", "100"));
    expect(slack.home(dana)).toBeNull();
  });

  it("shows an unknown outcome to its author and to on-call until it is resolved", async () => {
    const { slack, author, find } = await startUnknown("reset", { mode });
    const operator = slack.as(dana);
    await author.opensHome(home.waiting(1));
    const asked = await operator.opensHome(home.unknown(1), `"user_id":"${joon}"`, toShown("010-****-0010"));
    expect(asked).not.toContain("010-0000-0010");
    expect(await slack.as(sora).opensHome(home.asOf)).not.toContain("❓");
    await operator.click({ home: true }, "messages.settle:arrived");
    await find(tests, heading.arrived);
    await slack.waitFor(() => !operator.home().includes(home.unknown(1)), { what: "nothing waits" });
    expect(await author.opensHome("📬")).not.toContain(home.waiting(1));
  });

  it("has a row with buttons for each message with an unknown outcome", async () => {
    const { slack, person } = await startChatops({ mode, env });
    await person.opensHome(home.asOf);
    for (const count of [1, 2, 3]) {
      await person.command("/msg-send", `reset Hello ${count}`);
      await person.seesOnHome(home.waiting(count));
    }
    const own = buttonsIn(await person.seesOnHome(home.waiting(3), "reset (010-0000-0010)"));
    for (const id of ["messages.settle:arrived", "messages.repeat"])
      expect(own.filter((one) => one === id)).toHaveLength(3);
    const others = await slack.as(dana).opensHome(home.unknown(3));
    expect(others).not.toContain("010-0000-0010");
    expect(buttonsIn(others)).not.toContain("messages.repeat");
    await person.click({ home: true }, "messages.settle:arrived", { blockId: "waiting.0" });
    await person.seesOnHome(home.waiting(2));
  });

  it("opens the same forms and lists as the slash commands", async () => {
    const { slack } = await startChatops({ mode, env });
    const person = slack.as(dana);
    await person.opensHome(home.asOf);
    for (const [id, shown] of [
      ["messages.open", "messages.send"],
      ["files.upload", "files.upload"],
      ["messages.tests", en.runs.noSuites],
      ["prices.open", en.prices.title],
      ["channels.open", en.channels.title],
      ["payments.open", en.payments.title],
      ["history.open", en.history.empty],
    ] as const) {
      await person.click({ home: true }, id);
      await person.sees(shown);
      await person.closeView(all);
    }
    expect(slack.dm(dana)).toEqual([]);
  });
});

describe("Home", () => {
  it("turns a list's pages in one modal, and opens details in a second modal", async () => {
    const { person } = await startChatops({ env });
    await person.command("/msg-send", "joon Hello");
    await person.opensHome("✅");
    await person.click({ home: true }, "prices.open");
    // A number could also be part of the time shown.
    expect((await person.sees("South Korea")).title).toBe(en.prices.title);
    // The title isn't repeated in the list.
    expect(person.shown()).not.toContain(en.prices.title);
    await person.press("prices.page:next");
    await person.sees(en.lists.part("21", "40", "67"));
    expect(person.views()).toHaveLength(1);
    await person.closeView(all);
    await person.click({ home: true }, "history.open", { blockId: "start" });
    await person.sees(en.history.details);
    await person.press("history.open");
    await person.hasOpen(2);
    expect(person.shown()).toContain(en.history.story.asked);
  });

  it("shows alerts to on-call, and to nobody else", async () => {
    const alerts = home.alerts(0).replace("0", "");
    const { slack, platform, person, app } = await startChatops({ isWatched: true, env });
    const expired = core(en.payments.monitor.title.expired);
    await app.resolved;
    const seen = await slack.as(dana).opensHome(alerts, expired);
    expect(seen).not.toContain(platform.state.payments[2]!.description);
    platform.faults.next({ kind: "refuse", errorCode: "Unauthorized", status: 401 }, { path: "/messages" });
    await person.command("/msg-send", "joon Hello");
    await slack.post(en.platform.title.key, onCall);
    const both = await slack.as(dana).opensHome(en.platform.title.key);
    // What stops everybody's work comes first.
    expect(both.indexOf(en.platform.title.key)).toBeLessThan(both.indexOf(expired));
    expect(await person.opensHome(home.asOf)).not.toContain(alerts);
  });

  it("is published again after a send, and not after a form was opened or /msg-help was typed", async () => {
    const chatops = await startChatops({ env });
    const { slack, person } = chatops;
    await person.opensHome(home.asOf);
    const form = await openSendForm(slack);
    await form.kind("chat", "chat.pfId");
    for (const key of [1, 2, 3])
      await form.presses("messages.add_button:chat.buttons", `chat.buttons.${key}.buttonName`);
    await person.closeView(all);
    for (let count = 0; count < 10; count += 1) await person.command("/msg-help");
    expect(published(chatops)).toHaveLength(1);
    await person.command("/msg-send", "joon Hello");
    await person.seesOnHome("✅");
    // Once more if it was rendered while the message was on its way.
    expect(published(chatops).length).toBeLessThanOrEqual(3);
  });

  it("is published after the Retry-After of Slack's rate limit, without an error in the log", async () => {
    const chatops = await startChatops({ env });
    chatops.slack.faults.webApi({ method: "views.publish", kind: "ratelimited", retryAfterS: 1, times: 1 });
    await chatops.person.opensHome(home.asOf);
    const [refused, drawn] = published(chatops);
    expect([refused!.status, drawn!.status]).toEqual([429, 200]);
    expect(drawn!.at.getTime() - refused!.at.getTime()).toBeGreaterThanOrEqual(990);
    expect(chatops.log()).not.toContain('"level":50');
  });
});
