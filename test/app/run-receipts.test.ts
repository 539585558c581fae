import { describe, expect, it } from "vitest";
import type { StoredMessage } from "../../sandbox/slack/types.ts";
import { runSuite, startWithSuite } from "../support/a-suite.ts";
import { allArrived } from "../support/all-arrived.ts";
import { type Chatops, storyModes } from "../support/chatops.ts";
import { joon, mina, minji, tests } from "../support/names.ts";
import { stopAsking } from "../support/stop-asking.ts";
import { en } from "../support/words.ts";

const { receipts, recipients } = en;
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
  slack.waitFor(() => slack.posts().find(({ text }) => words.every((one) => text.includes(one))), {
    what: `${words.join(", ")} in the run's post`,
  });
const questions = ({ slack }: Where, who: string) =>
  slack.dm(who).filter(({ threadTs }) => threadTs === null);
const asked = ({ slack }: Where, who = mina) =>
  slack.waitFor(() => questions({ slack }, who)[0], { what: `${who} is asked` });
const lines = ({ slack }: Where, where: string, { ts }: StoredMessage) =>
  slack.messages(where).filter(({ threadTs }) => threadTs === ts);

describe.each(storyModes)("the questions to phone owners about a run, over %s", (mode) => {
  it("are one post for each owner, and the answers fill the run's table", async () => {
    const chatops = await startWithSuite(suite, { mode, env });
    const { slack } = chatops;
    await runSuite(chatops);
    const question = await asked(chatops);
    for (const one of ["Login (SMS) · mina", "Receipt (SMS) · mina", "Login (SMS) · tablet"])
      expect(question.text).toContain(one);
    expect(JSON.stringify(question)).not.toMatch(/Kiwi|Thank you for/);
    const { counts } = recipients;
    await table(chatops, counts.arrived(0, 6));
    await allArrived(chatops);
    const person = slack.as(mina);
    const second = question.blocks
      .map((block) => String(block["block_id"]))
      .filter((id) => id.startsWith("receipt."))[1]!;
    await person.opensAt(question, "messages.receipt:looks_wrong", { blockId: second });
    await person.submits("closed", { wrong: "The line is cut off" });
    await table(chatops, counts.looksWrong(1), "The line is cut off");
    await person.click(question, "messages.receipt:all_arrived");
    const ended = "1 looks wrong, 7 accepted";
    const all = await table(chatops, ended, counts.arrived(4, 6));
    await slack.line(receipts.says.allArrived(3));
    expect(lines(chatops, tests, all).filter(({ text }) => text.includes(`<@${mina}>`))).toHaveLength(2);
    await slack.post(receipts.thanks, mina);
    expect(questions(chatops, mina)).toHaveLength(1);
    expect(questions(chatops, joon)).toEqual([]);
    const metrics = await chatops.metrics();
    expect(metrics).toContain('chatops_receipts_total{kind="SMS",answer="arrived"} 3');
  });
});

describe("the questions to phone owners about a run", () => {
  it("are not asked of an owner who stopped such questions", async () => {
    const chatops = await startWithSuite({ ...suite, recipients: ["mina", "minji"] }, { env });
    const { slack } = chatops;
    await runSuite(chatops);
    await asked(chatops);
    await stopAsking(chatops, mina);
    await runSuite(chatops);
    const { counts } = recipients;
    await table(chatops, counts.arrived(0, 2));
    await slack.waitFor(() => questions(chatops, minji).length === 2, {
      what: "who wants to be asked is asked",
    });
    expect(questions(chatops, mina)).toHaveLength(1);
  });
});
