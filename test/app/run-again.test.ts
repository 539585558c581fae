import { describe, expect, it } from "vitest";
import { runSuite, startWithSuite } from "../support/a-suite.ts";
import { type Chatops, oneMode, storyModes } from "../support/chatops.ts";
import { submitAs } from "../support/forged.ts";
import { sends } from "../support/sends.ts";
import {
  actionIds,
  arrived,
  at,
  dana,
  joon,
  mina,
  onCall,
  tests,
  topLevel,
} from "../support/unknown-outcome.ts";
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
      const one = topLevel({ slack }, tests)[index];
      return one !== undefined && words.every((each) => one.text.includes(each)) ? one : undefined;
    },
    { what: `${words.join(", ")} in post ${index}` },
  );

async function open({ slack }: Pick<Chatops, "slack">, index = 0) {
  const person = slack.as(joon);
  const before = person.views().map(({ id }) => id);
  await person.click(at(topLevel({ slack }, tests)[index]!), again);
  const isNew = ({ id }: { id: string }) => !before.includes(id);
  return await slack.waitFor(() => person.views().findLast(isNew), { what: "the confirmation" });
}
const metadataOf = ({ privateMetadata }: { privateMetadata: string }) => JSON.parse(privateMetadata);

/** A run with one accepted, one that looks wrong to the phone's owner, one refused and one unknown. */
async function runOnce(chatops: Chatops) {
  const { slack } = chatops;
  await runSuite(chatops);
  const question = await slack.waitFor(() => slack.dm(mina)[0], { what: "the question" });
  await slack.as(mina).click(at(question), "messages.receipt:looks_wrong");
  await slack.waitFor(() => slack.as(mina).views().length === 1, { what: "the form" });
  await slack.as(mina).fill("wrong", "cut off");
  await slack.as(mina).submit();
  return await post(
    chatops,
    0,
    title.mixed("1 refused, 1 unknown, 1 looks wrong, 1 accepted"),
    told.looks_wrong,
  );
}

describe.each(storyModes)("“Send again” on a run, over %s", (mode) => {
  it("sends the failed messages again, with a reason if one may arrive twice", async () => {
    const chatops = await startWithSuite(suite, { mode, env });
    const { slack, platform } = chatops;
    const person = slack.as(joon);
    const first = await runOnce(chatops);
    expect(JSON.stringify(first.blocks)).toContain(runs.again.button(3));
    expect(JSON.stringify(first.blocks).match(/"style":"(?:primary|danger)"/g)).toEqual([
      '"style":"primary"',
    ]);
    expect(first.text).toContain(recipients.counts.arrived(1, 1));
    const view = await open(chatops);
    const shown = JSON.stringify(view.blocks);
    for (const part of [
      runs.confirm.costs(3, 3),
      "mina, refused, reset",
      ...["1 refused, 1 unknown, 1 looks wrong", runs.again.risk(1)],
      `"channel_id":"${tests}"`,
    ]) {
      expect(shown).toContain(part);
    }
    expect(view.title).toBe(runs.again.title(3));
    await person.fill("reason", "    ");
    expect(await person.submit()).toMatchObject({ kind: "errors" });
    await person.fill("reason", "Nothing came, call 01012345678");
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    const again = await post(
      chatops,
      1,
      title.mixed("1 refused, 1 unknown, 1 accepted"),
      "Nothing came, call",
    );
    expect(again.text).not.toContain("01012345678");
    // The message that looked wrong had arrived; the first run says of the others that they were sent again.
    await post(chatops, 0, `mina (010-****-3333): Login ${told.looks_wrong}`, `Login ${told.sent_again}`);
    expect(sends(platform)).toHaveLength(7);
    expect(slack.findings).toEqual([]);
  });

  it("sends the whole run as new messages, from its history details", async () => {
    const chatops = await startWithSuite({ ...suite, recipients: ["joon", "mina"] }, { mode, env });
    const { slack, platform } = chatops;
    const person = slack.as(joon);
    await runSuite(chatops);
    const run = await post(chatops, 0, title.done(2));
    expect(actionIds(run)).toEqual([]);
    await person.command("/msg-history", "", { conversation: tests });
    const shows = (id: string) =>
      slack.waitFor(() => slack.ephemerals(joon).find((one) => JSON.stringify(one).includes(id)), {
        what: id,
      });
    await person.click({ ephemeral: await shows("history.open") }, "history.open");
    await person.click({ ephemeral: await shows(again) }, `${again}:all`);
    const view = await slack.waitFor(() => person.views()[0], { what: "the confirmation" });
    expect(JSON.stringify(view.blocks)).toContain(runs.confirm.costs(2, 2));
    await person.submit();
    await post(chatops, 1, title.done(2));
    expect((await post(chatops, 0, title.done(2))).text).not.toContain(told.sent_again);
    expect(sends(platform)).toHaveLength(4);
  });
});

describe("“Send again” on a run", () => {
  const mode = oneMode;

  it("is one act if it is opened twice in the same state, and another one later", async () => {
    const chatops = await startWithSuite(suite, { mode, env });
    const { slack, platform } = chatops;
    const person = slack.as(joon);
    await runOnce(chatops);
    const one = await open(chatops);
    const other = await open(chatops);
    expect(metadataOf(other).act).toBe(metadataOf(one).act);
    await person.fill("reason", "Nothing came");
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    await post(chatops, 1, title.mixed("1 refused, 1 unknown, 1 accepted"));
    const later = await open(chatops);
    expect(metadataOf(later).act).not.toBe(metadataOf(one).act);
    expect(sends(platform)).toHaveLength(7);
  });

  it("sends nothing if an outcome changed since it was opened, and says so", async () => {
    const chatops = await startWithSuite(suite, { mode, env });
    const { slack, platform } = chatops;
    const person = slack.as(joon);
    await runOnce(chatops);
    await open(chatops);
    const listed = await slack.waitFor(() => topLevel(chatops, onCall)[0], { what: "on-call's post" });
    await slack.as(dana).click(at(listed), arrived);
    await post(chatops, 0, `Login ${told.arrived}`);
    await person.fill("reason", "Nothing came");
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    const shown = JSON.stringify(person.views().at(-1)?.blocks);
    expect(shown).toContain(runs.confirm.changed);
    expect(person.views().at(-1)?.submit).toBeNull();
    await person.closeView({ all: true });
    expect(JSON.stringify((await open(chatops)).blocks)).toContain(runs.confirm.costs(2, 2));
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    await post(chatops, 1, title.mixed("1 refused, 1 accepted"));
    expect(sends(platform)).toHaveLength(6);
  });

  it("offers nothing if all unknown messages have arrived meanwhile", async () => {
    const chatops = await startWithSuite({ ...suite, recipients: ["joon", "reset"] }, { mode, env });
    const { slack, platform } = chatops;
    const person = slack.as(joon);
    await runSuite(chatops);
    await post(chatops, 0, title.mixed("1 unknown, 1 accepted"));
    await open(chatops);
    const listed = await slack.waitFor(() => topLevel(chatops, onCall)[0], { what: "on-call's post" });
    await slack.as(dana).click(at(listed), arrived);
    await post(chatops, 0, `Login ${told.arrived}`);
    await person.fill("reason", "Nothing came");
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    const shown = JSON.stringify(person.views().at(-1)?.blocks);
    expect(shown).toContain(runs.again.nothing);
    expect(shown).not.toContain(runs.confirm.costs(2, 2));
    expect(sends(platform)).toHaveLength(2);
  });

  it("answers a second form with the outcome of the first", async () => {
    const recipients = ["refused", "denied"];
    const chatops = await startWithSuite(
      { ...suite, recipients },
      { mode: "http", env: { ...env, TEST_RECIPIENTS: `${env.TEST_RECIPIENTS},denied:01000000005` } },
    );
    const { slack, platform } = chatops;
    await runSuite(chatops);
    await post(chatops, 0, title.mixed("2 refused"));
    const second = await open(chatops);
    await open(chatops);
    const submitted = await slack.as(joon).submit();
    await post(chatops, 1, title.mixed("2 refused"));
    const answer = await submitAs(chatops, submitted, metadataOf(second));
    expect(answer).toContain(`${en.outcomes.title.refused(en.outcomes.message)} (2)`);
    expect(answer).not.toContain(runs.confirm.changed);
    expect(answer).not.toContain('"submit"');
    expect(sends(platform)).toHaveLength(4);
  });

  it("asks for a reason also if only an earlier try is unknown", async () => {
    const chatops = await startWithSuite({ ...suite, recipients: ["mina", "refused"] }, { mode, env });
    const { slack, platform } = chatops;
    const person = slack.as(joon);
    platform.faults.next({ kind: "reset", when: "after" }, { path: "/messages" });
    await runSuite(chatops);
    await post(
      chatops,
      0,
      title.mixed("1 refused, 1 unknown"),
      `mina (010-****-3333): Login ${told.unknown}`,
    );
    await open(chatops);
    await person.fill("reason", "Nothing came");
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    await post(chatops, 1, title.mixed("1 refused, 1 accepted"));
    const question = await slack.waitFor(() => slack.dm(mina)[1], { what: "the second question" });
    await slack.as(mina).click(at(question), "messages.receipt:did_not_arrive");
    await post(chatops, 1, told.did_not_arrive);
    const shown = JSON.stringify((await open(chatops, 1)).blocks);
    expect(shown).toContain(runs.again.risk(1));
    expect(await person.submit()).toMatchObject({ kind: "client_error" });
    await person.fill("reason", "Really nothing");
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    await post(chatops, 2, title.mixed("1 refused, 1 accepted"), "Really nothing");
    expect(sends(platform)).toHaveLength(6);
  });

  it("isn't offered after the author reported the unknown message in a form", async () => {
    const chatops = await startWithSuite({ ...suite, recipients: ["reset", "joon"] }, { mode, env });
    const { slack } = chatops;
    const person = slack.as(joon);
    await runSuite(chatops);
    const run = await post(chatops, 0, title.mixed("1 unknown, 1 accepted"));
    expect(actionIds(run)).toEqual(["messages.unsettled", again]);
    await slack.as(mina).click(at(run), "messages.unsettled");
    await slack.waitFor(() => slack.ephemerals(mina).find(({ text }) => text.includes(en.resolve.notYours)), {
      what: "a refusal",
    });
    await person.click(at(run), "messages.unsettled");
    await slack.waitFor(() => person.views()[0]?.callbackId === "messages.unsettled", { what: "the form" });
    await person.click({ view: true }, arrived);
    const told = await post(chatops, 0, recipients.counts.reported(1));
    expect(actionIds(told)).toEqual([]);
    expect(slack.findings).toEqual([]);
  });

  it("is refused to everybody but the run's author", async () => {
    const chatops = await startWithSuite(suite, { mode, env });
    const { slack } = chatops;
    const run = await runOnce(chatops);
    await slack.as(mina).click(at(run), again);
    await slack.waitFor(
      () => slack.ephemerals(mina).find(({ text }) => text.includes(en.outcomes.onlyAuthor)),
      {
        what: "a refusal",
      },
    );
    expect(slack.as(mina).views()).toEqual([]);
  });
});
