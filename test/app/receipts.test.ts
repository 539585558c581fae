import { describe, expect, it } from "vitest";
import type { StoredMessage } from "../../sandbox/slack/types.ts";
import { openStore } from "../../src/store/index.ts";
import { allArrived } from "../support/all-arrived.ts";
import { type Chatops, startAppOn, startChatops, storyModes } from "../support/chatops.ts";
import { guest, joon, mina, minji, onCall, tests } from "../support/names.ts";
import { stopAsking } from "../support/stop-asking.ts";
import { storyNow } from "../support/story-clock.ts";
import { actionIds } from "../support/unknown-outcome.ts";
import { core, en, heading, ko } from "../support/words.ts";

const { receipts } = en;
const { says } = en.outcomes;
const answer = (as: string) => `messages.receipt:${as}`;

type Where = Pick<Chatops, "slack">;

const env = {
  TEST_RECIPIENTS:
    "mina@U0MINA:01000000001,reset@U0MINA:01000000010,refused@U0MINA:01000000003,joon:01022223333",
};
const ofMinji = { TEST_RECIPIENTS: "minji@U0MINJI:01000000001" };

const send = ({ slack }: Where, recipient: string, text = "A secret text") =>
  slack.as(joon).command("/msg-send", `${recipient} ${text}`);

const asking = ({ slack }: Where, who: string) =>
  slack.dm(who).filter(({ text }) => /sent to your phone|Thanks/.test(text));

const asked = ({ slack }: Where, who = mina, count = 1) =>
  slack.waitFor(() => asking({ slack }, who).find((post) => post.text.split(receipts.from).length > count), {
    what: `${who} is asked about ${count}`,
  });

/** Waits until the first question says so. */
const saysSo = (chatops: Where, words: string) =>
  chatops.slack.waitFor(() => asking(chatops, mina)[0]?.text.includes(words), { what: words });

/** The block with one message's buttons among several messages. */
const blockOf = (message: StoredMessage, index = 0) => ({
  blockId: message.blocks.map((block) => String(block["block_id"])).filter((id) => id.startsWith("receipt."))[
    index
  ]!,
});

describe.each(storyModes)("the question to a phone's owner, over %s", (mode) => {
  it("can be answered once, and the result post names the answer and the owner", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack } = chatops;
    await send(chatops, "mina");
    const question = await asked(chatops);
    for (const words of ["SMS", `<@${joon}>`]) expect(question.text).toContain(words);
    expect(JSON.stringify(question)).not.toContain("secret");
    await slack.as(mina).click(question, answer("arrived"));
    const result = await slack.post([heading.arrived, `<@${mina}>${says.arrived}`]);
    expect(result.text).not.toContain(en.outcomes.notConfirmed);
    expect((await slack.line(`<@${joon}>, <@${mina}>${says.arrived}`)).threadTs).toBe(result.ts);
    await saysSo(chatops, receipts.buttons.arrived);
    expect(await chatops.metrics()).toContain('chatops_receipts_total{kind="SMS",answer="arrived"} 1');
  });

  it("resolves an unknown outcome in the posts of each audience", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack } = chatops;
    await send(chatops, "reset");
    await slack.post(heading.unknown, onCall);
    await slack.as(mina).click(await asked(chatops), answer("did_not_arrive"));
    for (const where of [tests, onCall, joon]) {
      const resolved = await slack.post([heading.notArrived, `<@${mina}>`], where);
      expect(actionIds(resolved).filter((id) => id?.startsWith("messages.settle"))).toEqual([]);
    }
    // Without the platform's answer the kind that it chose is unknown.
    const counted = 'chatops_receipts_total{kind="other",answer="did_not_arrive"} 1';
    expect(await chatops.metrics()).toContain(counted);
  });
});

describe("the question to a phone's owner", () => {
  it("is one post for several messages, and each is answered separately", async () => {
    const chatops = await startChatops({ env });
    const minas = chatops.slack.as(mina);
    await Promise.all([send(chatops, "mina"), send(chatops, "mina", "Another")]);
    const question = await asked(chatops, mina, 2);
    expect(asking(chatops, mina)).toHaveLength(1);
    await minas.click(question, answer("arrived"), blockOf(question, 1));
    await saysSo(chatops, receipts.buttons.arrived);
    const [left] = asking(chatops, mina);
    await minas.click(left!, answer("did_not_arrive"), blockOf(left!));
    await saysSo(chatops, receipts.thanks);
    const [done] = asking(chatops, mina);
    expect(actionIds(done!)).toEqual([answer("arrived")]);
    await minas.click(done!, answer("arrived"));
    const isOver = () => actionIds(asking(chatops, mina)[0]!).length === 0;
    await chatops.slack.waitFor(isOver, { what: "it arrived after all" });
  });

  it("can be answered for several messages with one click", async () => {
    const chatops = await startChatops({ env });
    const { slack } = chatops;
    await Promise.all([send(chatops, "mina"), send(chatops, "mina", "Another")]);
    await slack.as(mina).click(await asked(chatops, mina, 2), answer("all_arrived"));
    const results = () => slack.posts().filter(({ text }) => text.includes(says.arrived));
    await slack.waitFor(() => results().length === 2, { what: "both results" });
    expect(asking(chatops, mina)[0]?.text).toContain(receipts.thanks);
  });

  it("can be answered on Home", async () => {
    const chatops = await startChatops({ env });
    const { slack } = chatops;
    const minas = slack.as(mina);
    await send(chatops, "mina");
    await asked(chatops);
    expect(await minas.opensHome(receipts.waiting("SMS · mina"))).not.toContain("secret");
    await minas.click({ home: true }, answer("arrived"));
    await slack.post(says.arrived);
    const isOver = () => !minas.home().includes(receipts.waiting("SMS · mina"));
    await slack.waitFor(isOver, { what: "nothing waits on Home" });
  });

  it("takes what looks wrong as text, and posts no words that repeat the message", async () => {
    const chatops = await startChatops({ env });
    const { slack } = chatops;
    const minas = slack.as(mina);
    const say = async (wrong: string) => {
      await minas.opensAt(asking(chatops, mina).at(-1)!, answer("looks_wrong"));
      await minas.submits("closed", { wrong });
    };
    await send(chatops, "mina", "Blue umbrellas for everybody");
    await asked(chatops);
    await say("It says blue umbrellas, call 01012345678");
    const result = await slack.post(receipts.says.looks_wrong(""));
    expect(result.text).not.toContain("umbrellas");
    expect(result.text.startsWith(en.outcomes.title.looks_wrong("SMS"))).toBe(true);
    await send(chatops, "mina", "Hello again");
    await slack.waitFor(() => asking(chatops, mina).length === 2, { what: "the next question" });
    await say("The colours are off, call 01012345678");
    expect((await slack.post("The colours are off")).text).not.toContain("01012345678");
  });

  it("isn't asked while the phone's owner has stopped such questions", async () => {
    const chatops = await startChatops({ env });
    const { slack } = chatops;
    const minas = slack.as(mina);
    await send(chatops, "mina");
    await asked(chatops);
    await stopAsking(chatops, mina);
    await send(chatops, "reset");
    await slack.post(heading.unknown, onCall);
    expect(asking(chatops, mina)).toHaveLength(1);
    await minas.opensHome(receipts.resume);
    await minas.click({ home: true }, "messages.receipts:resume");
    const isGone = () => minas.home() !== "[]" && !minas.home().includes(receipts.resume);
    await slack.waitFor(isGone, { what: "the button is gone" });
    await send(chatops, "mina", "And again");
    await minas.seesOnHome(core(receipts.waiting));
  });

  it("isn't asked about a refused message, or when the phone has no owner", async () => {
    const chatops = await startChatops({ env });
    await send(chatops, "refused");
    await chatops.slack.post(heading.refused);
    await send(chatops, "joon");
    await chatops.slack.post(heading.accepted);
    for (const who of [mina, joon]) expect(asking(chatops, who)).toEqual([]);
  });

  it("isn't asked when the phone's owner is a guest", async () => {
    const chatops = await startChatops({ env: { TEST_RECIPIENTS: `guest@${guest}:01000000001` } });
    for (const count of [1, 2]) {
      await send(chatops, "guest", `Hello ${count}`);
      await chatops.slack.waitFor(() => chatops.slack.posts().length === count, { what: "the result" });
    }
    await allArrived(chatops);
    expect(asking(chatops, guest)).toEqual([]);
  });

  it("is asked in the owner's language after a crash left the message's outcome unknown", async () => {
    const { slack } = await startChatops({
      env: ofMinji,
      before: async ({ env: { DATABASE_URL = "" } }) => {
        const store = await openStore({ url: DATABASE_URL, owner: "killed", leaseMs: 60_000, now: storyNow });
        await store.operations.enqueue({
          ...{ id: "act-1", kind: "messages.send", author: joon, conversation: tests },
          request: { message: { to: "01000000001", from: "0212345678", text: "Hello" } },
          snapshot: { recipient: "minji", phoneOwner: minji },
        });
        await store.operations.start("act-1");
        await store.close();
      },
    });
    await slack.post(heading.unknown);
    await slack.post(ko.receipts.ask(1, false), minji);
  });

  it("is written in the owner's language, and can be answered after a restart", async () => {
    const chatops = await startChatops({ env: ofMinji });
    const { slack } = chatops;
    await send(chatops, "minji");
    const question = await slack.post(ko.receipts.ask(1, true), minji);
    await chatops.app.stop();
    await startAppOn(chatops, { env });
    await slack.as(minji).click(question, answer("arrived"));
    await slack.post(`<@${minji}>${says.arrived}`);
    await slack.post(ko.receipts.thanks, minji);
  });
});
