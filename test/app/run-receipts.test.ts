import { describe, expect, it } from "vitest";
import type { StoredMessage } from "../../sandbox/slack/types.ts";
import { runSuite, startWithSuite, suiteName } from "../support/a-suite.ts";
import { allArrived } from "../support/all-arrived.ts";
import { type Chatops, oneMode, startAppOn, storyModes } from "../support/chatops.ts";
import { stopAsking } from "../support/stop-asking.ts";
import { storyNowIn } from "../support/story-clock.ts";
import { at, joon, mina, tests, topLevel } from "../support/unknown-outcome.ts";
import { en } from "../support/words.ts";

const { receipts, recipients } = en;
const minji = "U0MINJI";
const env = {
  TEST_RECIPIENTS:
    "mina@U0MINA:01000000001,tablet@U0MINA:01022220002,minji@U0MINJI:01022223333,lab:01033334444",
};
const suite = {
  messages: { Login: "Your code is Kiwi", Receipt: "Thank you for the order" },
  recipients: ["mina", "tablet", "minji", "lab"],
};

type Where = Pick<Chatops, "slack">;

const table = ({ slack }: Where, ...words: string[]) =>
  slack.waitFor(
    () => topLevel({ slack }, tests).find(({ text }) => words.every((one) => text.includes(one))),
    { what: `${words.join(", ")} in the run's post` },
  );
const questions = ({ slack }: Where, who: string) =>
  slack.dm(who).filter(({ threadTs }) => threadTs === null);
const asked = ({ slack }: Where, who = mina) =>
  slack.waitFor(() => questions({ slack }, who)[0], { what: `${who} is asked` });
const lines = ({ slack }: Where, where: string, { ts }: StoredMessage) =>
  slack.messages(where).filter(({ threadTs }) => threadTs === ts);

describe.each(storyModes)("a run's receipts over %s", (mode) => {
  it("are one question a holder, answered by one press or one by one, and make up the table", async () => {
    const chatops = await startWithSuite(suite, { mode, env });
    const { slack } = chatops;
    await runSuite(chatops);
    const question = await asked(chatops);
    expect(question.text).toContain(suiteName);
    for (const one of ["Login (SMS) · mina", "Receipt (SMS) · mina", "Login (SMS) · tablet"]) {
      expect(question.text).toContain(one);
    }
    expect(JSON.stringify(question)).not.toMatch(/Kiwi|Thank you for/);
    const { counts, told } = recipients;
    await table(chatops, counts.waiting(6));
    await allArrived(chatops);
    const person = slack.as(mina);
    const second = question.blocks
      .map((block) => String(block["block_id"]))
      .filter((id) => id.startsWith("receipt."))[1]!;
    await person.click(at(question), "messages.receipt:looks_wrong", { blockId: second });
    await slack.waitFor(() => person.views()[0]?.callbackId === "messages.receipt", { what: "the form" });
    await person.fill("wrong", "The line is cut off");
    await person.submit();
    await table(chatops, counts.looksWrong(1), "The line is cut off");
    await person.click(at(question), "messages.receipt:all_arrived");
    const all = await table(
      chatops,
      recipients.title.mixed("8 accepted (1 looks wrong)"),
      `${counts.arrived(4, 6, counts.looksWrong(1))} · ${counts.silent(2)}`,
    );
    expect(all.text).toContain(told.no_holder);
    await slack.waitFor(
      () => lines(chatops, tests, all).some(({ text }) => text.includes(receipts.says.allArrived(3))),
      { what: "one line of all" },
    );
    expect(lines(chatops, tests, all).filter(({ text }) => text.includes(`<@${mina}>`))).toHaveLength(2);
    await slack.waitFor(() => questions(chatops, mina)[0]?.text.includes(receipts.thanks), {
      what: "thanks",
    });
    expect(questions(chatops, mina)).toHaveLength(1);
    expect(questions(chatops, joon)).toEqual([]);
    const metrics = await (await fetch(`http://127.0.0.1:${chatops.app.port}/metrics`)).text();
    expect(metrics).toContain('chatops_receipts_total{kind="SMS",answer="arrived"} 3');
    expect(slack.findings).toEqual([]);
  });
});

describe("a run's receipts", () => {
  const mode = oneMode;

  it("are asked for once more after a while, stand as no answer later, and count when they come at last", async () => {
    const chatops = await startWithSuite({ ...suite, recipients: ["mina", "lab"] }, { mode, env });
    const { slack } = chatops;
    const { counts, told } = recipients;
    await runSuite(chatops);
    const question = await asked(chatops);
    await table(chatops, counts.waiting(2));
    let app = chatops.app;
    const later = async (minutes: number) => {
      await app.stop();
      app = (await startAppOn(chatops, { mode, env, now: storyNowIn({ minutes }), isWatched: true })).app;
    };
    await later(16);
    await slack.waitFor(() => slack.dm(mina).some(({ text }) => text === receipts.askedAgain(2)), {
      what: "asked once more",
    });
    expect((await table(chatops, counts.waiting(2))).text).not.toContain(told.no_answer);
    await later(61);
    const silent = await table(chatops, told.no_answer);
    expect(JSON.stringify(silent.blocks)).toContain(told.no_answer);
    expect(slack.dm(mina).filter(({ text }) => text === receipts.askedAgain(2))).toHaveLength(1);
    await slack.as(mina).click(at(question), "messages.receipt:all_arrived");
    await table(chatops, counts.arrived(2, 2, ""));
    expect(slack.findings).toEqual([]);
  });

  it("of who stopped the questions are not asked for, and not in the sum", async () => {
    const chatops = await startWithSuite({ ...suite, recipients: ["mina", "minji"] }, { mode, env });
    const { slack } = chatops;
    await runSuite(chatops);
    await asked(chatops);
    await stopAsking(chatops, mina);
    await runSuite(chatops);
    const { counts, told } = recipients;
    const post = await table(chatops, counts.waiting(2), told.not_asked);
    expect(post.text).toContain(told.asked);
    await slack.waitFor(() => questions(chatops, minji).length === 2, {
      what: "who wants to be asked is asked",
    });
    expect(questions(chatops, mina)).toHaveLength(1);
  });
});
