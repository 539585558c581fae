import { describe, expect, it } from "vitest";
import { runSuite, startWithSuite } from "../support/a-suite.ts";
import { type Chatops, storyModes } from "../support/chatops.ts";
import { submitAs } from "../support/forged.ts";
import { dana, joon, mina, onCall, tests } from "../support/names.ts";
import { sends } from "../support/sends.ts";
import { says } from "../support/story-slack.ts";
import { actionIds, arrived } from "../support/unknown-outcome.ts";
import { en } from "../support/words.ts";

const { runs, recipients } = en;
const { title, told } = recipients;
const env = {
  TEST_RECIPIENTS: "joon:01000000001,mina@U0MINA:01022223333,refused:01000000003,reset:01000000010",
  OPERATORS: dana,
};
const suite = { messages: { Login: "Your code is Kiwi" }, recipients: ["joon", "mina", "refused", "reset"] };
const again = "messages.run_again";

const post = ({ slack }: Pick<Chatops, "slack">, index: number, ...words: string[]) =>
  slack.waitFor(
    () => {
      const one = slack.posts()[index];
      return one !== undefined && says(words)(one) && one;
    },
    { what: `${words.join(", ")} in post ${index}` },
  );

const open = ({ slack }: Pick<Chatops, "slack">, index = 0) =>
  slack.as(joon).opensAt(slack.posts()[index]!, again);
const metadataOf = ({ privateMetadata }: { privateMetadata: string }) => JSON.parse(privateMetadata);

/** A run with one accepted, one that looks wrong to the phone's owner, one refused and one unknown. */
async function runOnce(chatops: Chatops) {
  const { slack } = chatops;
  await runSuite(chatops);
  const question = await slack.post("", mina);
  await slack.as(mina).opensAt(question, "messages.receipt:looks_wrong");
  await slack.as(mina).submits("closed", { wrong: "cut off" });
  return await post(chatops, 0, recipients.title.attention(3, 4), told.looks_wrong);
}

describe.each(storyModes)("“Send again” on a run, over %s", (mode) => {
  it("sends the failed messages again, and asks for a reason when one may arrive twice", async () => {
    const chatops = await startWithSuite(suite, { mode, env });
    const { platform, person } = chatops;
    const first = await runOnce(chatops);
    expect(JSON.stringify(first.blocks)).toContain(runs.again.button(3));
    expect(JSON.stringify(first.blocks).match(/"style":"(?:primary|danger)"/g)).toEqual([
      '"style":"primary"',
    ]);
    expect(first.text).toContain(recipients.counts.arrived(1, 1));
    const view = await open(chatops);
    const shown = JSON.stringify(view.blocks);
    const failed = "1 refused, 1 unknown, 1 looks wrong";
    for (const part of [runs.confirm.costs(3, 3), "mina, refused, reset", failed, runs.again.risk(1), tests])
      expect(shown).toContain(part);
    expect(view.title).toBe(runs.again.title(3));
    await person.submits("errors", { reason: "    " });
    await person.submits("cleared", { reason: "Nothing came, call 01012345678" });
    const second = await post(chatops, 1, "1 refused, 1 unknown, 1 accepted", "Nothing came, call");
    expect(second.text).not.toContain("01012345678");
    // The message that looked wrong had arrived; the first run says of the others that they were sent again.
    await post(chatops, 0, `mina (010-****-3333): Login ${told.looks_wrong}`, `Login ${told.sent_again}`);
    expect(sends(platform)).toHaveLength(7);
  });

  it("sends the whole run as new messages when it is opened from the history details", async () => {
    const chatops = await startWithSuite({ ...suite, recipients: ["joon", "mina"] }, { mode, env });
    const { platform, person } = chatops;
    await runSuite(chatops);
    const run = await post(chatops, 0, title.done(2));
    expect(actionIds(run)).toEqual([]);
    const list = await person.asks("/msg-history");
    const details = await person.isAnswered(() => person.click(list, "history.open"));
    const view = await person.opensAt(details, `${again}:all`);
    expect(JSON.stringify(view.blocks)).toContain(runs.confirm.costs(2, 2));
    await person.submit();
    await post(chatops, 1, title.done(2));
    expect((await post(chatops, 0, title.done(2))).text).not.toContain(told.sent_again);
    expect(sends(platform)).toHaveLength(4);
  });
});

describe("“Send again” on a run", () => {
  it("sends nothing, and says so, when an outcome changed after its form was opened", async () => {
    const chatops = await startWithSuite(suite, { env });
    const { slack, platform, person } = chatops;
    await runOnce(chatops);
    await open(chatops);
    await slack.as(dana).click(await slack.post("", onCall), arrived);
    await post(chatops, 0, `Login ${told.arrived}`);
    await person.submits("updated", { reason: "Nothing came" });
    expect(person.shown()).toContain(runs.confirm.changed);
    expect(person.views().at(-1)?.submit).toBeNull();
    await person.closeView({ all: true });
    expect(JSON.stringify((await open(chatops)).blocks)).toContain(runs.confirm.costs(2, 2));
    await person.submits("cleared");
    await post(chatops, 1, "1 refused, 1 accepted");
    expect(sends(platform)).toHaveLength(6);
  });

  it("has nothing to send when the only unknown message was reported as arrived", async () => {
    const chatops = await startWithSuite({ ...suite, recipients: ["joon", "reset"] }, { env });
    const { slack, platform, person } = chatops;
    await runSuite(chatops);
    await post(chatops, 0, "1 unknown, 1 accepted");
    await open(chatops);
    await slack.as(dana).click(await slack.post("", onCall), arrived);
    await post(chatops, 0, `Login ${told.arrived}`);
    await person.submits("updated", { reason: "Nothing came" });
    expect(person.shown()).toContain(runs.again.nothing);
    expect(person.shown()).not.toContain(runs.confirm.costs(2, 2));
    expect(sends(platform)).toHaveLength(2);
  });

  it("answers a second form with the outcome of the first form", async () => {
    const recipients = ["refused", "denied"];
    const chatops = await startWithSuite(
      { ...suite, recipients },
      { mode: "http", env: { ...env, TEST_RECIPIENTS: `${env.TEST_RECIPIENTS},denied:01000000005` } },
    );
    const { slack, platform } = chatops;
    await runSuite(chatops);
    await post(chatops, 0, "2 refused");
    const second = await open(chatops);
    await open(chatops);
    const submitted = await slack.as(joon).submit();
    await post(chatops, 1, "2 refused");
    const answer = await submitAs(chatops, submitted, metadataOf(second));
    expect(answer).toContain(`${en.outcomes.title.refused(en.outcomes.message)} (2)`);
    expect(answer).not.toContain(runs.confirm.changed);
    expect(answer).not.toContain('"submit"');
    expect(sends(platform)).toHaveLength(4);
  });

  it("asks for a reason even when only an earlier try is unknown", async () => {
    const chatops = await startWithSuite({ ...suite, recipients: ["mina", "refused"] }, { env });
    const { slack, platform, person } = chatops;
    platform.faults.next({ kind: "reset", when: "after" }, { path: "/messages" });
    await runSuite(chatops);
    await post(chatops, 0, "1 refused, 1 unknown", `mina (010-****-3333): Login ${told.unknown}`);
    await open(chatops);
    await person.submits("cleared", { reason: "Nothing came" });
    await post(chatops, 1, "1 refused, 1 accepted");
    const question = await slack.waitFor(() => slack.dm(mina)[1], { what: "the second question" });
    await slack.as(mina).click(question, "messages.receipt:did_not_arrive");
    await post(chatops, 1, told.did_not_arrive);
    const shown = JSON.stringify((await open(chatops, 1)).blocks);
    expect(shown).toContain(runs.again.risk(1));
    await person.submits("client_error");
    await person.submits("cleared", { reason: "Really nothing" });
    await post(chatops, 2, "1 refused, 1 accepted", "Really nothing");
    expect(sends(platform)).toHaveLength(6);
  });

  it("isn't offered any more when the author reported the only unknown message as arrived", async () => {
    const chatops = await startWithSuite({ ...suite, recipients: ["reset", "joon"] }, { env });
    const { slack, person } = chatops;
    await runSuite(chatops);
    const run = await post(chatops, 0, "1 unknown, 1 accepted");
    expect(actionIds(run)).toEqual(["messages.unsettled", again]);
    await slack.as(mina).click(run, "messages.unsettled");
    await slack.as(mina).reads(en.resolve.notYours);
    await person.opensAt(run, "messages.unsettled");
    await person.press(arrived);
    const told = await post(chatops, 0, recipients.counts.reported(1));
    expect(actionIds(told)).toEqual([]);
  });

  it("is refused to everybody except the run's author", async () => {
    const chatops = await startWithSuite(suite, { env });
    const { slack } = chatops;
    const run = await runOnce(chatops);
    await slack.as(mina).click(run, again);
    await slack.as(mina).reads(en.outcomes.onlyAuthor);
    expect(slack.as(mina).views()).toEqual([]);
  });
});
