import { describe, expect, it } from "vitest";
import { oneMode, startAppOn, startChatops, storyModes } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { firstRow, makeRelease, openList, said, shows, type Where } from "../support/library.ts";
import { sends } from "../support/sends.ts";
import { dana, joon, tests, topLevel } from "../support/unknown-outcome.ts";
import { around, en, heading } from "../support/words.ts";

const { runs, recipients } = en;

/** Recipients that the platform accepts, refuses, and leaves unknown. */
const env = {
  TEST_RECIPIENTS: "joon:01000000001,refused:01000000003,reset:01000000010",
  TEST_GROUPS: "qa=joon+refused+reset",
  OPERATORS: dana,
};

const post = (chatops: Where, text: string) =>
  chatops.slack.waitFor(() => topLevel(chatops, tests).find((one) => one.text.includes(text)), {
    what: `${text} in the conversation`,
  });

describe.each(storyModes)("a run over %s", (mode) => {
  it("sends each saved message to each phone after its confirmation, and posts one table", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack, platform } = chatops;
    const person = slack.as(joon);
    await makeRelease(chatops);
    await person.command("/msg-test", "Release", { conversation: tests });
    const confirmation = await shows(chatops, joon, runs.confirm.title);
    for (const shown of [
      ...[runs.confirm.costs(6, 3), "joon, refused, reset", en.confirm.kind, "SMS"],
      `"channel_id":"${tests}"`,
    ]) {
      expect(JSON.stringify(confirmation.blocks)).toContain(shown);
    }
    expect(sends(platform)).toEqual([]);
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    const told = await post(
      chatops,
      `${recipients.title.mixed("2 refused, 2 unknown, 2 accepted")} · release`,
    );
    const { accepted, refused, unknown } = recipients.told;
    expect(told.text).toContain(`joon (010-****-0001): Login ${accepted}, Receipt ${accepted}`);
    expect(told.text).toContain(`refused (010-****-0003): Login ${refused}, Receipt ${refused}`);
    expect(told.text).toContain(`reset (010-****-0010): Login ${unknown}, Receipt ${unknown}`);
    expect(told.text).not.toMatch(/Kiwi|Thank you/);
    expect(topLevel(chatops, tests)).toHaveLength(1);
    expect(sends(platform)).toHaveLength(6);
    expect(slack.findings).toEqual([]);
  });

  it("is one entry on its author's Home", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack } = chatops;
    const person = slack.as(joon);
    await makeRelease(chatops);
    await person.command("/msg-test", "release joon,refused", { conversation: tests });
    await shows(chatops, joon, runs.confirm.title);
    await person.submit();
    const title = `${recipients.title.mixed("2 refused, 2 accepted")} · release`;
    await post(chatops, title);
    await person.openHome();
    const home = () => JSON.stringify(slack.home(joon)?.blocks ?? []);
    await slack.waitFor(() => home().includes(title), { what: "the run on Home" });
    expect(home()).not.toContain(heading.accepted);
    expect(home()).not.toContain(heading.refused);
  });

  it("goes only to the test recipients named in the command", async () => {
    const chatops = await startChatops({ mode, env });
    const person = chatops.slack.as(joon);
    await makeRelease(chatops);
    for (const typed of ["release, joon", "release: joon", "release 010 0000 0001", "release joon"]) {
      await person.closeView({ all: true });
      await person.command("/msg-test", typed, { conversation: tests });
      await shows(chatops, joon, runs.confirm.costs(2, 1));
    }
    await person.submit();
    await post(chatops, `${recipients.title.done(2)} · release`);
    expect(sends(chatops.platform)).toHaveLength(2);
    // A recipient named 700 times counts once, so that the confirmation fits into Slack's limits.
    await person.command("/msg-test", `release ${"joon ".repeat(700)}`, { conversation: tests });
    await shows(chatops, joon, runs.confirm.costs(2, 1));
    expect(chatops.slack.findings).toEqual([]);
  });
});

describe("a run", () => {
  const mode = oneMode;

  it("sends nothing if its suite was changed after the confirmation opened", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack, platform } = chatops;
    const [person, operator] = [slack.as(joon), slack.as(dana)];
    await makeRelease(chatops);
    await person.command("/msg-test", "release", { conversation: tests });
    await shows(chatops, joon, runs.confirm.title);
    const list = await openList(chatops, dana);
    await operator.click({ view: true }, "messages.suite", { blockId: firstRow(list) });
    await shows(chatops, dana, runs.suite.title.change);
    await operator.fillAll({ recipients: ["+82 01000000001"] });
    await operator.submit();
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    expect(JSON.stringify(person.views())).toContain(runs.confirm.changed);
    expect(sends(platform)).toEqual([]);
    await person.command("/msg-test", "release", { conversation: tests });
    await shows(chatops, joon, runs.confirm.costs(2, 1));
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    await post(chatops, `${recipients.title.done(2)} · release`);
    expect(sends(platform)).toHaveLength(2);
    await person.command("/msg-test", "release nobody", { conversation: tests });
    await said(chatops, joon, recipients.unknown("nobody", []));
  });

  it("names who changed its messages since this person's last run", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack } = chatops;
    const person = slack.as(joon);
    const changedBy = JSON.stringify(around(runs.confirm.changedBy).after);
    const last = async (name: string) => {
      await person.command("/msg-test", `${name} joon`, { conversation: tests });
      return JSON.stringify((await shows(chatops, joon, runs.confirm.title)).blocks);
    };
    await makeRelease(chatops);
    const first = await last("release");
    for (const text of ["Your code is Kiwi", "Thank you for the order"]) expect(first).toContain(text);
    expect(first).not.toContain(changedBy);
    await person.submit();
    await post(chatops, `${recipients.title.done(2)} · release`);
    // Dana is an operator, who may change what others saved.
    const operator = slack.as(dana);
    const list = await openList(chatops, dana);
    await operator.click({ view: true }, "messages.use_saved", { blockId: firstRow(list, "message") });
    await shows(chatops, dana, en.send.fields.text.label);
    await operator.fillAll({ text: "Your code is Mango" });
    await operator.click({ view: true }, "messages.save");
    await shows(chatops, dana, runs.save.note);
    await operator.submit();
    await said(chatops, dana, runs.save.saved("Login"));
    // “Send again” sends what was sent then, without later changes.
    const shown = (id: string) =>
      slack.waitFor(() => slack.ephemerals(joon).find((one) => JSON.stringify(one).includes(id)), {
        what: id,
      });
    await person.command("/msg-history", "", { conversation: tests });
    await person.click({ ephemeral: await shown("history.open") }, "history.open");
    const details = await shown("run_again");
    for (let times = 1; times < 10; times += 1) {
      await person.click({ ephemeral: details }, "messages.run_again:all");
      const same = await shows(chatops, joon, runs.again.title(2));
      expect(JSON.stringify(same.blocks)).not.toContain("Mango");
      expect(await person.submit()).toMatchObject({ kind: "cleared" });
      await slack.waitFor(() => topLevel(chatops, tests).length === 1 + times, { what: "the run again" });
    }
    const changed = await last("release");
    expect(changed).toContain("Your code is Mango");
    expect(changed.split(changedBy)).toHaveLength(2);
    expect(changed).toContain(`"user_id":"${dana}"`);
    await person.closeView({ all: true });
    const again = await openList(chatops, dana);
    await operator.click({ view: true }, "messages.suite", { blockId: firstRow(again) });
    await shows(chatops, dana, runs.suite.title.change);
    await operator.fillAll({ suiteName: "hotfix" });
    await operator.submit();
    await shows(chatops, dana, '"hotfix"');
    expect((await last("hotfix")).split(changedBy)).toHaveLength(3);
    expect(slack.findings).toEqual([]);
  });

  it("sends nothing if the daily limit has no room for all of it", async () => {
    const chatops = await startChatops({ mode, env: { ...env, DAILY_SEND_LIMIT: "6" } });
    const person = chatops.slack.as(joon);
    await makeRelease(chatops);
    await person.command("/msg-test", "release", { conversation: tests });
    await shows(chatops, joon, runs.confirm.title);
    await person.command("/msg-send", "joon Hi", { conversation: tests });
    await chatops.slack.waitFor(() => chatops.slack.messages(tests)[0], { what: "a message meanwhile" });
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    expect(JSON.stringify(person.views())).toContain(recipients.overLimit(5, 6));
    expect(sends(chatops.platform)).toHaveLength(1);
  });

  it("ends with a true table after a stop interrupted it, and sends nothing twice", async () => {
    const chatops = await startChatops({
      mode,
      env: { ...env, TEST_RECIPIENTS: phones, TEST_GROUPS: group },
    });
    const { slack, platform, app } = chatops;
    const person = slack.as(joon);
    await makeRelease(chatops);
    await person.command("/msg-test", "release", { conversation: tests });
    await shows(chatops, joon, runs.confirm.costs(40, 20));
    platform.faults.always({ kind: "delay", ms: 200 });
    const submitting = person.submit();
    await eventually(() => expect(sends(platform).length).toBeGreaterThan(5));
    await app.stop();
    await submitting;
    platform.faults.clear();
    await startAppOn(chatops, { mode, env: { ...env, TEST_RECIPIENTS: phones, TEST_GROUPS: group } });
    const told = await slack.waitFor(
      () => topLevel(chatops, tests).find(({ text }) => text.includes("release") && !text.includes("⏳")),
      { what: "the run's end" },
    );
    const sent = sends(platform).map(({ body }) => JSON.stringify(body));
    expect(new Set(sent).size).toBe(sent.length);
    const marks = (mark: string) => told.text.split(mark).length - 1;
    expect(marks(`Login ${recipients.told.accepted}`) + marks(`Receipt ${recipients.told.accepted}`)).toBe(
      sent.length,
    );
  });
});

const phones = Array.from(
  { length: 20 },
  (_, index) => `p${index}:010222200${String(index).padStart(2, "0")}`,
).join();
const group = `qa=${Array.from({ length: 20 }, (_, index) => `p${index}`).join("+")}`;
