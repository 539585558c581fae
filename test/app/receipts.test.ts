import { describe, expect, it } from "vitest";
import type { StoredMessage } from "../../sandbox/slack/types.ts";
import { openStore } from "../../src/store/index.ts";
import { type Chatops, oneMode, startAppOn, startChatops, storyModes } from "../support/chatops.ts";
import { stopAsking } from "../support/stop-asking.ts";
import { storyNow } from "../support/story-clock.ts";
import { actionIds, at, joon, mina, onCall, tests, topLevel } from "../support/unknown-outcome.ts";
import { core, en, heading, ko } from "../support/words.ts";

const { receipts } = en;
const env = {
  TEST_RECIPIENTS:
    "mina@U0MINA:01000000001,reset@U0MINA:01000000010,refused@U0MINA:01000000003,joon:01022223333",
};
const answer = (as: string) => `messages.receipt:${as}`;

type Where = Pick<Chatops, "slack">;

const send = ({ slack }: Where, recipient: string, text = "A secret text") =>
  slack.as(joon).command("/msg-send", `${recipient} ${text}`, { conversation: tests });

const asking = ({ slack }: Where, who: string) =>
  slack.dm(who).filter(({ text }) => /sent to your phone|Thanks/.test(text));

function asked({ slack }: Where, who = mina, count = 1) {
  return slack.waitFor(
    () => asking({ slack }, who).find((post) => post.text.split(receipts.from).length > count),
    { what: `${who} is asked about ${count}` },
  );
}

const post = ({ slack }: Where, where: string, ...words: string[]) =>
  slack.waitFor(
    () => topLevel({ slack }, where).find(({ text }) => words.every((one) => text.includes(one))),
    {
      what: `${words.join(", ")} in ${where}`,
    },
  );

/** The block with one message's buttons among several messages. */
const blockOf = (message: StoredMessage, index = 0) => ({
  blockId: message.blocks.map((block) => String(block["block_id"])).filter((id) => id.startsWith("receipt."))[
    index
  ]!,
});

describe.each(storyModes)("the question to a phone's owner, over %s", (mode) => {
  it("is answered once, and the result names the answer and the owner", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack } = chatops;
    await send(chatops, "mina");
    const question = await asked(chatops);
    expect(question.text).toContain("SMS");
    expect(question.text).toContain(`<@${joon}>`);
    expect(JSON.stringify(question)).not.toContain("secret");
    await slack.as(mina).click(at(question), answer("arrived"));
    const result = await post(chatops, tests, heading.arrived, en.outcomes.says.arrived);
    expect(result.text).toContain(`<@${mina}>${en.outcomes.says.arrived}`);
    expect(result.text).not.toContain(en.outcomes.notConfirmed);
    const line = await slack.waitFor(
      () => slack.messages(tests).find(({ threadTs }) => threadTs === result.ts),
      {
        what: "a line under it",
      },
    );
    expect(line.text).toContain(`<@${mina}>${en.outcomes.says.arrived} <@${joon}>`);
    await slack.waitFor(() => asking(chatops, mina)[0]?.text.includes(en.receipts.buttons.arrived), {
      what: "the question says what was answered",
    });
    const metrics = await (await fetch(`http://127.0.0.1:${chatops.app.port}/metrics`)).text();
    expect(metrics).toContain('chatops_receipts_total{kind="SMS",answer="arrived"} 1');
    expect(slack.findings).toEqual([]);
  });

  it("resolves an unknown outcome in each audience", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack } = chatops;
    await send(chatops, "reset");
    await post(chatops, onCall, heading.unknown);
    await slack.as(mina).click(at(await asked(chatops)), answer("did_not_arrive"));
    for (const where of [tests, onCall, joon]) {
      const resolved = await post(chatops, where, heading.notArrived);
      expect(resolved.text).toContain(`<@${mina}>`);
      expect(actionIds(resolved).filter((id) => id?.startsWith("messages.settle"))).toEqual([]);
    }
    const metrics = await (await fetch(`http://127.0.0.1:${chatops.app.port}/metrics`)).text();
    // Without the platform's answer the kind that it chose is unknown.
    expect(metrics).toContain('chatops_receipts_total{kind="other",answer="did_not_arrive"} 1');
    expect(slack.findings).toEqual([]);
  });
});

describe("the question to a phone's owner", () => {
  const mode = oneMode;

  it("is one post for several messages, each answered by itself", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack } = chatops;
    await Promise.all([send(chatops, "mina"), send(chatops, "mina", "Another")]);
    const question = await asked(chatops, mina, 2);
    expect(asking(chatops, mina)).toHaveLength(1);
    await slack.as(mina).click(at(question), answer("arrived"), blockOf(question, 1));
    await slack.waitFor(() => asking(chatops, mina)[0]?.text.includes(en.receipts.buttons.arrived), {
      what: "one answered",
    });
    const left = asking(chatops, mina)[0]!;
    await slack.as(mina).click(at(left), answer("did_not_arrive"), blockOf(left));
    const done = await slack.waitFor(
      () => asking(chatops, mina).find(({ text }) => text.includes(receipts.thanks)),
      {
        what: "all answered",
      },
    );
    expect(actionIds(done)).toEqual([answer("arrived")]);
    await slack.as(mina).click(at(done), answer("arrived"));
    await slack.waitFor(() => actionIds(asking(chatops, mina)[0]!).length === 0, {
      what: "it arrived after all",
    });
    expect(slack.findings).toEqual([]);
  });

  it("can be answered for several messages with one click", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack } = chatops;
    await Promise.all([send(chatops, "mina"), send(chatops, "mina", "Another")]);
    await slack.as(mina).click(at(await asked(chatops, mina, 2)), answer("all_arrived"));
    const results = () =>
      topLevel(chatops, tests).filter(({ text }) => text.includes(en.outcomes.says.arrived));
    await slack.waitFor(() => results().length === 2, { what: "both results" });
    expect(asking(chatops, mina)[0]?.text).toContain(receipts.thanks);
    expect(slack.findings).toEqual([]);
  });

  it("can be answered on Home", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack } = chatops;
    const person = slack.as(mina);
    const home = () => JSON.stringify(slack.home(mina)?.blocks ?? []);
    await send(chatops, "mina");
    await asked(chatops);
    await person.openHome();
    await slack.waitFor(() => home().includes(receipts.waiting("SMS · mina")), {
      what: "the question on Home",
    });
    expect(home()).not.toContain("secret");
    await person.click({ home: true }, answer("arrived"));
    await post(chatops, tests, en.outcomes.says.arrived);
    await slack.waitFor(() => !home().includes(receipts.waiting("SMS · mina")), {
      what: "nothing waits on Home",
    });
    expect(slack.findings).toEqual([]);
  });

  it("takes what looks wrong, and posts no words that repeat the message", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack } = chatops;
    await send(chatops, "mina", "Blue umbrellas for everybody");
    const person = slack.as(mina);
    const say = async (words: string) => {
      const question = (await asked(chatops)) && asking(chatops, mina).at(-1)!;
      await person.click(at(question), answer("looks_wrong"));
      await slack.waitFor(() => person.views()[0]?.callbackId === "messages.receipt", { what: "the form" });
      await person.fill("wrong", words);
      expect((await person.submit()).kind).toBe("closed");
    };
    await say("It says blue umbrellas, call 01012345678");
    const result = await post(chatops, tests, receipts.says.looks_wrong);
    expect(result.text).not.toContain("umbrellas");
    expect(result.text.startsWith(en.outcomes.title.looks_wrong("SMS"))).toBe(true);
    await send(chatops, "mina", "Hello again");
    await slack.waitFor(() => asking(chatops, mina).length === 2, { what: "the next question" });
    await say("The colours are off, call 01012345678");
    const second = await post(chatops, tests, "The colours are off");
    expect(second.text).not.toContain("01012345678");
    expect(slack.findings).toEqual([]);
  });

  it("isn't asked after its owner stopped it, until they resume it", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack } = chatops;
    await send(chatops, "mina");
    await asked(chatops);
    await stopAsking(chatops, mina);
    await send(chatops, "reset");
    await post(chatops, onCall, heading.unknown);
    expect(asking(chatops, mina)).toHaveLength(1);
    await slack.as(mina).openHome();
    const home = () => JSON.stringify(slack.home(mina)?.blocks ?? []);
    await slack.waitFor(() => home().includes(receipts.resume), { what: "the button on Home" });
    await slack.as(mina).click({ home: true }, "messages.receipts:resume");
    await slack.waitFor(() => home() !== "[]" && !home().includes(receipts.resume), {
      what: "the button is gone",
    });
    await send(chatops, "mina", "And again");
    await slack.waitFor(() => home().includes(core(receipts.waiting)), { what: "it waits on Home" });
    expect(slack.findings).toEqual([]);
  });

  it("isn't asked about a refused message, or if the phone has no owner", async () => {
    const chatops = await startChatops({ mode, env });
    await send(chatops, "refused");
    await post(chatops, tests, heading.refused);
    await send(chatops, "joon");
    await post(chatops, tests, heading.accepted);
    expect(asking(chatops, mina)).toEqual([]);
    expect(asking(chatops, joon)).toEqual([]);
  });

  it("isn't asked if the phone's owner is a guest", async () => {
    const chatops = await startChatops({ mode, env: { TEST_RECIPIENTS: "guest@U0GUEST:01000000001" } });
    const guest = chatops.slack.people.find(({ kind }) => kind === "guest")!.id;
    await chatops.app.stop();
    await startAppOn(chatops, { mode, env: { TEST_RECIPIENTS: `guest@${guest}:01000000001` } });
    await send(chatops, "guest");
    await post(chatops, tests, heading.accepted);
    await send(chatops, "guest", "Another");
    await chatops.slack.waitFor(
      () => topLevel(chatops, tests).filter(({ text }) => text.includes(heading.accepted)).length === 2,
      { what: "both results" },
    );
    expect(asking(chatops, guest)).toEqual([]);
  });

  it("is asked after a crash left the message's outcome unknown, in the owner's language", async () => {
    const chatops = await startChatops({
      ...{ mode, env: { TEST_RECIPIENTS: "minji@U0MINJI:01000000001" } },
      before: async ({ env: { DATABASE_URL = "" } }) => {
        const store = await openStore({ url: DATABASE_URL, owner: "killed", leaseMs: 60_000, now: storyNow });
        const request = { message: { to: "01000000001", from: "0212345678", text: "Hello" } };
        const snapshot = { recipient: "minji", phoneOwner: "U0MINJI" };
        const act = {
          id: "act-1",
          kind: "messages.send",
          author: joon,
          conversation: tests,
          request,
          snapshot,
        };
        await store.operations.enqueue(act);
        await store.operations.start("act-1");
        await store.close();
      },
    });
    await post(chatops, tests, heading.unknown);
    const question = await chatops.slack.waitFor(() => chatops.slack.dm("U0MINJI")[0], {
      what: "the question",
    });
    expect(question.text).toContain(ko.receipts.ask(1, false));
  });

  it("is in the owner's language, and can be answered after a restart", async () => {
    const chatops = await startChatops({ mode, env: { TEST_RECIPIENTS: "minji@U0MINJI:01000000001" } });
    const { slack } = chatops;
    await send(chatops, "minji");
    const question = await slack.waitFor(() => slack.dm("U0MINJI")[0], { what: "the question" });
    expect(question.text).toContain(ko.receipts.ask(1, true));
    await chatops.app.stop();
    await startAppOn(chatops, { mode, env });
    await slack.as("U0MINJI").click(at(question), answer("arrived"));
    await post(chatops, tests, `<@U0MINJI>${en.outcomes.says.arrived}`);
    await slack.waitFor(() => slack.dm("U0MINJI")[0]?.text.includes(ko.receipts.thanks), { what: "thanks" });
  });
});
