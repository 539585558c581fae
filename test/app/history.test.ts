import { describe, expect, it } from "vitest";
import type { Ephemeral } from "../../sandbox/slack/types.ts";
import { allArrived } from "../support/all-arrived.ts";
import { type Chatops, startAppOn, startChatops, storyModes } from "../support/chatops.ts";
import { fillStore } from "../support/earlier-operations.ts";
import { dana, joon, mina, minji, tests } from "../support/names.ts";
import { storyNowIn } from "../support/story-clock.ts";
import { en, ko } from "../support/words.ts";

const { story } = en.history;
const { states } = en.outcomes;

/** Types the command, and gives the answer, in the acknowledgement or after it. */
const history = ({ slack }: Chatops, who: string, text = "") => slack.as(who).asks("/msg-history", text);

async function send({ slack }: Chatops, who: string, text: string): Promise<void> {
  const before = slack.messages(tests).length;
  await slack.as(who).command("/msg-send", text);
  await slack.waitFor(() => slack.messages(tests).length > before, { what: `the result of “${text}”` });
}

/** Turns the page, and gives the one that replaces the earlier answer. */
async function turn({ slack }: Chatops, who: string, shown: Ephemeral, way: "back" | "next") {
  await slack.as(who).click(shown, `history.page:${way}`);
  const isNext = ({ id, text }: Ephemeral) => id === shown.id && text !== shown.text;
  return slack.waitFor(() => slack.ephemerals(who).find(isNext), { what: "the page" });
}

const rowsOf = ({ blocks }: Ephemeral) => blocks.filter(({ type }) => type === "section");

/** The details of a row, the newest unless told otherwise. */
const openStory = ({ slack }: Chatops, who: string, list: Ephemeral, row = 0) =>
  slack
    .as(who)
    .isAnswered((one) =>
      one.click(list, "history.open", { blockId: String(rowsOf(list)[row]!["block_id"]) }),
    );

function buttons({ blocks }: Ephemeral): string[] {
  return [...JSON.stringify(blocks).matchAll(/"action_id":"(history\.page:\w+)"/g)].map(([, id]) => id ?? "");
}

describe.each(storyModes)("/msg-history over %s", (mode) => {
  it("lists only the person's own messages, newest first, and opens their details", async () => {
    const chatops = await startChatops({ mode });
    expect((await history(chatops, joon)).text).toContain(en.history.empty);
    expect((await history(chatops, joon, "failed")).text).toContain(en.history.emptyFailed("/msg-history"));

    await send(chatops, joon, "joon Hello");
    const { messageId, groupId } = chatops.platform.state.messages[0]!.result;
    const one = await history(chatops, joon);
    for (const words of ["SMS", "joon (010-0000-0001)", states.accepted, messageId]) {
      expect(one.text).toContain(words);
    }
    await send(chatops, joon, "refused Hello");
    await send(chatops, dana, "joon Hers");
    const several = await history(chatops, joon);
    expect(several.text.indexOf("refused")).toBeLessThan(several.text.indexOf(states.accepted));
    expect(rowsOf(several)).toHaveLength(2);
    expect(several.text).not.toContain(chatops.platform.state.messages.at(-1)!.result.messageId);
    expect((await history(chatops, joon, "failed")).text).not.toContain(messageId);

    await allArrived(chatops);
    const told = await history(chatops, joon, `\`${messageId}\``);
    for (const words of [story.asked, story.started, "Accepted", groupId, "<#C0TESTS>"]) {
      expect(told.text).toContain(words);
    }
    const details = await openStory(chatops, joon, several, 1);
    expect(details.text).toBe(told.text);
    expect(chatops.slack.ephemerals(joon).find(({ id }) => id === several.id)?.text).toBe(several.text);
    expect(chatops.log()).not.toContain("01000000001");
  });
});

describe("/msg-history", () => {
  it("shows everybody's messages to operators alone, with recipients masked", async () => {
    const chatops = await startChatops();
    await send(chatops, joon, "joon Hello");
    await send(chatops, dana, "refused Hers");
    const all = await history(chatops, dana, "all");
    expect(all.text).toContain("<@U0JOON>");
    expect(all.text).toContain("joon (010-****-0001)");
    expect(all.text).toContain("refused (010-****-0003)");
    expect(JSON.stringify(all)).not.toMatch(/(?<![0-9A-Z])0100000000\d/);
    const failed = await history(chatops, dana, "failed all");
    expect(failed.text).not.toContain("<@U0JOON>");
    expect(failed.text).toContain("refused (010-****-0003)");

    const refused = await history(chatops, joon, "all");
    expect(refused.text).toBe(`${en.history.operatorsOnly} Ask <@U0DANA> for access.`);
  });

  it("opens the message whose list row was pasted behind the command", async () => {
    const chatops = await startChatops();
    await send(chatops, joon, "joon Hello");
    const { messageId } = chatops.platform.state.messages[0]!.result;
    const { text } = await history(chatops, joon);
    const row = text.slice(text.indexOf("✅"));
    const written = [messageId.toLowerCase(), `_${messageId}_`, `ID:${messageId}`];
    for (const typed of [row, `Message ${messageId}`, `all ${row}`, ...written]) {
      expect((await history(chatops, joon, typed)).text).toContain(story.started);
    }
    expect((await history(chatops, mina, `all ${messageId}`)).text).toBe(en.history.notFound(messageId));
  });

  it("shows a message's details to its author and to operators, and not to others", async () => {
    const chatops = await startChatops();
    await send(chatops, joon, "joon Hello");
    const { messageId } = chatops.platform.state.messages[0]!.result;
    const own = await history(chatops, joon, messageId);
    expect(own.text).toContain("joon (010-0000-0001)");
    expect(own.text).toContain("“Hello”");
    const operators = await history(chatops, dana, messageId);
    expect(operators.text).toContain("joon (010-****-0001)");
    expect(JSON.stringify(operators)).not.toMatch(/01000000001|Hello/);

    // She can't tell another's message from none.
    for (const id of [messageId, "M4V00000000000000000000000000000"])
      expect((await history(chatops, mina, id)).text).toBe(en.history.notFound(id));
    expect((await history(chatops, minji, messageId)).text).toContain(ko.history.notFound(messageId));
  });

  it("offers to edit a refused message, and to report an unknown one, in the details", async () => {
    const chatops = await startChatops({ endsSilence: true });
    const { slack } = chatops;
    await send(chatops, joon, "refused Hello");
    const refused = await history(chatops, joon, "refused");
    const id = refused.text.split(" · ").at(-1)?.split("\n")[0] ?? "";
    await slack.as(joon).opensAt(await history(chatops, joon, id), "messages.edit");
    await send(chatops, joon, "silent Hello");
    const list = await history(chatops, joon, "failed");
    expect(JSON.stringify(list.blocks)).not.toContain("messages.settle");

    const told = await openStory(chatops, joon, list);
    const resolved = await slack
      .as(joon)
      .isAnswered((one) => one.click(told, "messages.settle:did_not_arrive"));
    expect(resolved.text).toContain(en.outcomes.title.did_not_arrive("SMS").split("SMS")[1]);
    // Failed messages have the button in the list as well.
    const after = await history(chatops, joon, "failed");
    expect(JSON.stringify(after.blocks).split('"messages.edit"')).toHaveLength(3);

    const everybodys = await history(chatops, dana, "all");
    expect(JSON.stringify(everybodys.blocks)).not.toContain("messages.edit");
  });

  it("finds messages by recipient, kind, outcome and day, in both languages", async () => {
    const chatops = await startChatops();
    await send(chatops, joon, "joon Hello");
    await send(chatops, joon, "refused Hello");
    await send(chatops, dana, "joon Hers");
    const title = /^. SMS [a-z]+ · (\w+)/gmu;
    const titlesOf = async (who: string, text: string) =>
      Array.from((await history(chatops, who, text)).text.matchAll(title), ([, name]) => name);
    for (const [text, found] of [
      ["joon", ["joon"]],
      ["0001", ["joon"]],
      ["010-0000-0003", ["refused"]],
      ["01000000003", ["refused"]],
      ["sms 01000000003 today", ["refused"]],
      ["sms today", ["refused", "joon"]],
      ["거부 오늘", ["refused"]],
      ["joon refused", []],
      ["accepted yesterday", []],
      ["접수됨 joon", ["joon"]],
    ] as const)
      expect([text, await titlesOf(joon, text)]).toEqual([text, found]);
    expect(await titlesOf(dana, "all joon")).toEqual(["joon", "joon"]);
    expect((await history(chatops, joon, "joon 2/31")).text).toBe(en.history.noSuchDay("2/31"));
    expect((await history(chatops, joon, "all joon")).text).toContain(en.history.operatorsOnly);
    const nothing = await history(chatops, minji, "joon accepted");
    expect(nothing.text).toContain(ko.history.nothingFound(`joon, ${ko.outcomes.states.accepted}`));
  });

  it("names all recipients of a message that was sent to several", async () => {
    const chatops = await startChatops();
    await send(chatops, joon, "joon,mina Hello");
    await send(chatops, joon, "joon,refused Hello");
    const { done } = en.recipients.title;
    const both = "1 refused, 1 accepted";
    for (const ends of [done(2), both]) await chatops.slack.post(ends);
    for (const list of [await history(chatops, joon), await history(chatops, dana, "all")]) {
      expect(list.text).toContain(`\n✅ SMS · ${done(2)} · joon, mina · `);
      expect(list.text).toContain(`\n⚠️ SMS · ${both} · joon, refused · `);
    }
  });
});

describe("/msg-history with many entries", () => {
  /** Thousands of ended operations of two people, written before the app starts. */
  async function startWithMany(count: number): Promise<Chatops> {
    const chatops = await startChatops();
    await chatops.app.stop();
    await fillStore(chatops.env["DATABASE_URL"]!, {
      ...{ count, endedMs: storyNowIn({ hours: -1 })().getTime() },
      author: (index) => (index % 2 === 0 ? joon : dana),
    });
    return { ...chatops, ...(await startAppOn(chatops)) };
  }

  const idsIn = (shown: Ephemeral) =>
    [...new Set(shown.text.match(/M0{20,}\d+/g))].map((id) => Number(id.slice(1)));

  it("is shown page by page, and stays on its page when another message is sent", async () => {
    const chatops = await startWithMany(1050);
    const first = await history(chatops, joon);
    expect(idsIn(first)).toEqual([1048, 1046, 1044, 1042, 1040, 1038, 1036, 1034, 1032, 1030]);
    expect(buttons(first)).toEqual(["history.page:next"]);
    const second = await turn(chatops, joon, first, "next");
    expect(idsIn(second)[0]).toBe(1028);
    expect(buttons(second)).toEqual(["history.page:next", "history.page:back"]);
    await send(chatops, joon, "joon Hello");
    const third = await turn(chatops, joon, second, "next");
    expect(idsIn(third)[0]).toBe(1008);
    const secondAgain = await turn(chatops, joon, third, "back");
    expect(idsIn(secondAgain)).toEqual(idsIn(second));
    const firstAgain = await turn(chatops, joon, secondAgain, "back");
    expect(firstAgain.text).toContain("joon (010-0000-0001)");
    expect(buttons(firstAgain)).toEqual(["history.page:next"]);
  });

  it("shows each message exactly once from the first page to the last", async () => {
    const chatops = await startWithMany(64);
    const seen: number[] = [];
    let shown = await history(chatops, dana, "all");
    seen.push(...idsIn(shown));
    while (JSON.stringify(shown.blocks).includes(en.lists.older)) {
      shown = await turn(chatops, dana, shown, "next");
      seen.push(...idsIn(shown));
    }
    expect(seen).toEqual(Array.from({ length: 64 }, (_, index) => 63 - index));
    expect(JSON.stringify(shown)).not.toContain("01098765432");
    expect(buttons(shown)).toEqual(["history.page:next", "history.page:back"]);
    expect(idsIn(await turn(chatops, dana, shown, "next"))[0]).toBe(63);
  });

  it("refuses the next page of everybody's messages to a person who is no operator any more", async () => {
    const chatops = await startWithMany(30);
    const shown = await history(chatops, dana, "all");
    await chatops.app.stop();
    const after = { ...chatops, ...(await startAppOn(chatops, { env: { OPERATORS: mina } })) };
    await after.slack.as(dana).click(shown, "history.page:next");
    await after.slack.as(dana).reads(en.history.operatorsOnly);
    expect(after.slack.ephemerals(dana).find(({ id }) => id === shown.id)?.text).toBe(shown.text);
  });
});
