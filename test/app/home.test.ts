import { describe, expect, it } from "vitest";
import type { View } from "../../sandbox/slack/types.ts";
import { toShown } from "../../src/slack/blocks/rich-text.ts";
import { type Chatops, oneMode, startChatops, storyModes } from "../support/chatops.ts";
import { at, dana, joon, onCall, startUnknown, tests } from "../support/unknown-outcome.ts";
import { core, en, heading, inWhole } from "../support/words.ts";

const sora = "U0SORA";
const { home } = en;
const env = { TEST_RECIPIENTS: "joon:01000000001,reset:01000000010" };

const wordsOf = (view: View | null) => inWhole(view?.blocks ?? []);

function shown({ slack }: Pick<Chatops, "slack">, who: string, ...words: string[]) {
  return slack.waitFor(
    () => {
      const view = slack.home(who);
      return words.every((one) => wordsOf(view).includes(one)) ? view : undefined;
    },
    { what: `${words.join(", ")} on ${who}'s Home: ${wordsOf(slack.home(who))}` },
  );
}

async function open(chatops: Chatops, who: string) {
  await chatops.slack.as(who).openHome();
  return shown(chatops, who, home.asOf);
}

const buttonsOf = (view: View) =>
  [...JSON.stringify(view.blocks).matchAll(/"action_id":"([^"]+)"/g)].map(([, id]) => id);

describe.each(storyModes)("Home over %s", (mode) => {
  it("shows a newcomer what they may do, and each message as soon as it is sent", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack } = chatops;
    const first = await open(chatops, joon);
    expect(wordsOf(first)).toContain(home.sending[1]);
    expect(buttonsOf(first)).toEqual([
      "messages.open",
      "messages.tests",
      "files.upload",
      "files.open",
      "templates.open",
      "prices.open",
      "channels.open",
      "history.open",
    ]);

    await slack.as(joon).command("/msg-send", "joon Hello", { conversation: tests });
    const after = await shown(chatops, joon, "✅", home.today("1", "100"));
    await slack.as(joon).command("/msg-send", "joon Hello", { conversation: tests });
    await shown(chatops, joon, home.today("2", "100"));
    expect(wordsOf(after)).not.toContain(home.begin);
    expect(wordsOf(after)).toContain("“Hello”");
    expect(slack.home(dana)).toBeNull();
    expect(slack.findings).toEqual([]);
  });

  it("shows an unknown outcome to its author and to on-call until it is resolved", async () => {
    const story = await startUnknown("reset", { mode });
    const { slack } = story;
    await open(story, joon);
    await open(story, dana);
    const waiting = home.waiting(1);
    const asked = await shown(story, dana, home.unknown(1), `"user_id":"${joon}"`);
    expect(wordsOf(asked)).toContain(toShown("010-****-0010"));
    expect(wordsOf(asked)).not.toContain("010-0000-0010");
    expect(wordsOf(await open(story, sora))).not.toContain("❓");
    await slack.as(dana).click({ home: true }, "messages.settle:arrived");
    await story.find(tests, heading.arrived);
    await slack.waitFor(() => !wordsOf(slack.home(dana)).includes(home.unknown(1)), {
      what: "nothing waits",
    });
    await slack.as(joon).openHome();
    expect(wordsOf(await shown(story, joon, "📬"))).not.toContain(waiting);
    expect(slack.findings).toEqual([]);
  });

  it("has a row with buttons for each unknown outcome", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack } = chatops;
    await open(chatops, joon);
    for (const count of [1, 2, 3]) {
      await slack.as(joon).command("/msg-send", `reset Hello ${count}`, { conversation: tests });
      await shown(chatops, joon, home.waiting(count));
    }
    const own = buttonsOf(await shown(chatops, joon, home.waiting(3), "reset (010-0000-0010)"));
    expect(own.filter((id) => id === "messages.settle:arrived")).toHaveLength(3);
    expect(own.filter((id) => id === "messages.repeat")).toHaveLength(3);
    await open(chatops, dana);
    const others = await shown(chatops, dana, home.unknown(3));
    expect(wordsOf(others)).not.toContain("010-0000-0010");
    expect(buttonsOf(others)).not.toContain("messages.repeat");
    await slack.as(joon).click({ home: true }, "messages.settle:arrived", { blockId: "waiting.0" });
    await shown(chatops, joon, home.waiting(2));
    expect(slack.findings).toEqual([]);
  });

  it("opens the same forms and lists as the commands", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack } = chatops;
    await open(chatops, dana);
    const person = slack.as(dana);
    const see = (words: string) =>
      slack.waitFor(
        () => person.views().find((view) => view.title === words || wordsOf(view).includes(words)),
        { what: words },
      );
    await person.click({ home: true }, "messages.open");
    await slack.waitFor(() => person.views()[0]?.callbackId === "messages.send", { what: "the form" });
    await person.closeView({ all: true });
    await person.click({ home: true }, "files.upload");
    await slack.waitFor(() => person.views()[0]?.callbackId === "files.upload", {
      what: "the upload's form",
    });
    await person.closeView({ all: true });
    for (const [id, words] of [
      ["messages.tests", en.runs.noSuites],
      ["prices.open", en.prices.title],
      ["channels.open", en.channels.title],
      ["payments.open", en.payments.title],
      ["history.open", en.history.empty],
    ] as const) {
      await person.click({ home: true }, id);
      await see(words);
      await person.closeView({ all: true });
    }
    expect(slack.dm(dana)).toEqual([]);
    expect(slack.findings).toEqual([]);
  });
});

describe("Home", () => {
  const mode = oneMode;

  it("turns a list's pages in one view, and opens details above it", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack } = chatops;
    await slack.as(joon).command("/msg-send", "joon Hello", { conversation: tests });
    await open(chatops, joon);
    await shown(chatops, joon, "✅");
    const person = slack.as(joon);
    await person.click({ home: true }, "prices.open");
    const list = () => wordsOf(person.views()[0] ?? null);
    // A number could also be part of the time shown.
    const korea = "South Korea";
    await slack.waitFor(() => list().includes(korea), { what: "the first page" });
    expect(person.views()[0]?.title).toBe(en.prices.title);
    // The title isn't repeated in the list.
    expect(list()).not.toContain(en.prices.title);
    await person.click({ view: true }, "prices.page:next");
    await slack.waitFor(() => list().includes(en.lists.part("21", "40", "67")), {
      what: "another page",
    });
    expect(person.views()).toHaveLength(1);
    await person.closeView({ all: true });
    await person.click({ home: true }, "history.open", { blockId: "start" });
    await slack.waitFor(() => list().includes(en.history.details));
    await person.click({ view: true }, "history.open");
    await slack.waitFor(() => person.views().length === 2, { what: "the story over the list" });
    expect(wordsOf(person.views()[1]!)).toContain(en.history.story.asked);
    expect(slack.findings).toEqual([]);
  });

  it("shows alerts to on-call, and to nobody else", async () => {
    const alerts = home.alerts(0).replace("0", "");
    const chatops = await startChatops({ mode, isWatched: true, env });
    await chatops.app.resolved;
    const seen = await open(chatops, dana);
    await shown(chatops, dana, alerts, core(en.payments.monitor.title.expired));
    chatops.platform.faults.next(
      { kind: "refuse", errorCode: "Unauthorized", status: 401 },
      { path: "/messages" },
    );
    await chatops.slack.as(joon).command("/msg-send", "joon Hello", { conversation: tests });
    const isTold = () =>
      chatops.slack.messages(onCall).some(({ text }) => text.includes(en.platform.title.key));
    await chatops.slack.waitFor(isTold, { what: "the finding" });
    await chatops.slack.as(dana).openHome();
    const both = wordsOf(await shown(chatops, dana, en.platform.title.key));
    // What stops everybody's work comes first.
    expect(both.indexOf(en.platform.title.key)).toBeLessThan(
      both.indexOf(core(en.payments.monitor.title.expired)),
    );
    expect(wordsOf(seen)).not.toContain(chatops.platform.state.payments[2]!.description);
    expect(wordsOf(await open(chatops, joon))).not.toContain(alerts);
  });

  it("offers people without rights only what they may do", async () => {
    const chatops = await startChatops({ mode, env });
    const guest = chatops.slack.people.find(({ kind }) => kind === "guest")!;
    await chatops.slack.as(guest.id).openHome();
    await shown(chatops, guest.id, en.edge.outsider);
    const view = await open(chatops, sora);
    expect(buttonsOf(view)).not.toContain("payments.open");
    await open(chatops, "U0EVE");
    const without = wordsOf(chatops.slack.home("U0EVE"));
    expect(without).toContain(home.help);
    expect(without).not.toContain(home.sending[0]);
    expect(chatops.slack.findings).toEqual([]);
  });

  it("stays within Slack's limit of blocks when everything is there at once", async () => {
    const chatops = await startChatops({ mode, isWatched: true, env: { ...env, DAILY_SEND_LIMIT: "1000" } });
    const { slack, platform } = chatops;
    await chatops.app.resolved;
    for (let count = 0; count < 25; count += 1) {
      await slack.as(dana).command("/msg-send", `${count % 2 === 0 ? "reset" : "joon"} Hello ${count}`, {
        conversation: tests,
      });
    }
    await slack.waitFor(() => platform.state.messages.length >= 25);
    await open(chatops, dana);
    const view = await shown(chatops, dana, home.waiting(13));
    expect(view.blocks.length).toBeLessThanOrEqual(53);
    expect(slack.findings).toEqual([]);
  });

  it("is not published for people who never opened it", async () => {
    const story = await startUnknown("reset", { mode });
    await story.slack
      .as(dana)
      .click(at(await story.find(onCall, heading.unknown)), "messages.settle:arrived");
    await story.find(tests, heading.arrived);
    expect(story.slack.home(dana)).toBeNull();
    expect(story.slack.home(joon)).toBeNull();
  });
});
