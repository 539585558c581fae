import { describe, expect, it } from "vitest";
import { startAppOn, startChatops, storyModes } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { changeMessage, makeRelease, openSuite, said, shows, type Where } from "../support/library.ts";
import { dana, joon, tests } from "../support/names.ts";
import { sends } from "../support/sends.ts";
import { around, en, heading } from "../support/words.ts";

const { runs, recipients } = en;

/** Recipients that the platform accepts, refuses, and leaves unknown. */
const env = {
  TEST_RECIPIENTS: "joon:01000000001,refused:01000000003,reset:01000000010",
  TEST_GROUPS: "qa=joon+refused+reset",
  OPERATORS: dana,
};

const post = ({ slack }: Where, text: string) => slack.post(text);

describe.each(storyModes)("a run of a suite, over %s", (mode) => {
  it("sends each saved message to each phone after its confirmation, and posts one table", async () => {
    const chatops = await startChatops({ mode, env });
    const { platform, person } = chatops;
    await makeRelease(chatops);
    await person.command("/msg-test", "Release");
    const confirmation = await shows(chatops, joon, runs.confirm.title);
    for (const shown of [
      ...[runs.confirm.costs(6, 3), "joon, refused, reset", en.confirm.kind, "SMS"],
      `"channel_id":"${tests}"`,
    ]) {
      expect(JSON.stringify(confirmation.blocks)).toContain(shown);
    }
    expect(sends(platform)).toEqual([]);
    await person.submits("cleared");
    const told = await post(chatops, "release · 2 refused, 2 unknown, 2 accepted");
    const { accepted, refused, unknown } = recipients.told;
    expect(told.text).toContain(`joon (010-****-0001): Login ${accepted}, Receipt ${accepted}`);
    expect(told.text).toContain(`refused (010-****-0003): Login ${refused}, Receipt ${refused}`);
    expect(told.text).toContain(`reset (010-****-0010): Login ${unknown}, Receipt ${unknown}`);
    expect(told.text).not.toMatch(/Kiwi|Thank you/);
    expect(chatops.slack.posts()).toHaveLength(1);
    expect(sends(platform)).toHaveLength(6);
  });

  it("is one entry on its author's Home", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack, person } = chatops;
    await makeRelease(chatops);
    await person.command("/msg-test", "release joon,refused");
    await shows(chatops, joon, runs.confirm.title);
    await person.submit();
    const title = "release · 2 refused, 2 accepted";
    await post(chatops, title);
    await person.openHome();
    const home = () => slack.as(joon).home();
    await slack.waitFor(() => home().includes(title), { what: "the run on Home" });
    expect(home()).not.toContain(heading.accepted);
    expect(home()).not.toContain(heading.refused);
  });

  it("goes only to the test recipients that the command names", async () => {
    const chatops = await startChatops({ mode, env });
    const { person } = chatops;
    await makeRelease(chatops);
    for (const typed of ["release, joon", "release: joon", "release 010 0000 0001", "release joon"]) {
      await person.closeView({ all: true });
      await person.command("/msg-test", typed);
      await shows(chatops, joon, runs.confirm.costs(2, 1));
    }
    await person.submit();
    await post(chatops, `release · ${recipients.title.done(2)}`);
    expect(sends(chatops.platform)).toHaveLength(2);
    // A recipient named 700 times counts once, so that the confirmation fits into Slack's limits.
    await person.command("/msg-test", `release ${"joon ".repeat(700)}`);
    await shows(chatops, joon, runs.confirm.costs(2, 1));
  });
});

describe("a run of a suite", () => {
  it("sends nothing when the suite was changed after the confirmation opened", async () => {
    const chatops = await startChatops({ env });
    const { slack, platform } = chatops;
    const { person } = chatops;
    await makeRelease(chatops);
    await person.command("/msg-test", "release");
    await shows(chatops, joon, runs.confirm.title);
    await (await openSuite(chatops, dana)).fillAll({ recipients: ["+82 01000000001"] });
    await slack.as(dana).submit();
    await person.submits("updated");
    expect(person.shown()).toContain(runs.confirm.changed);
    expect(sends(platform)).toEqual([]);
    await person.command("/msg-test", "release");
    await shows(chatops, joon, runs.confirm.costs(2, 1));
    await person.submits("cleared");
    await post(chatops, `release · ${recipients.title.done(2)}`);
    expect(sends(platform)).toHaveLength(2);
    await person.command("/msg-test", "release nobody");
    await said(chatops, joon, recipients.unknown("nobody", []));
  });

  it("names in its confirmation who changed its messages since this person's last run", async () => {
    const chatops = await startChatops({ env });
    const { slack, person } = chatops;
    const changedBy = JSON.stringify(around(runs.confirm.changedBy).after);
    const last = async (name: string) => {
      await person.command("/msg-test", `${name} joon`);
      return JSON.stringify((await shows(chatops, joon, runs.confirm.title)).blocks);
    };
    await makeRelease(chatops);
    const first = await last("release");
    for (const text of ["Your code is Kiwi", "Thank you for the order"]) expect(first).toContain(text);
    expect(first).not.toContain(changedBy);
    await person.submit();
    await post(chatops, `release · ${recipients.title.done(2)}`);
    // Dana is an operator, who may change what others saved.
    await changeMessage(chatops, dana, "Your code is Mango");
    await said(chatops, dana, runs.save.saved("Login"));
    // “Send again” sends what was sent then, without later changes.
    const list = await person.asks("/msg-history");
    const details = await person.isAnswered(() => person.click(list, "history.open"));
    for (let times = 1; times < 10; times += 1) {
      await person.click(details, "messages.run_again:all");
      const same = await shows(chatops, joon, runs.again.title(2));
      expect(JSON.stringify(same.blocks)).not.toContain("Mango");
      await person.submits("cleared");
      await slack.waitFor(() => chatops.slack.posts().length === 1 + times, { what: "the run again" });
    }
    const changed = await last("release");
    expect(changed).toContain("Your code is Mango");
    expect(changed.split(changedBy)).toHaveLength(2);
    expect(changed).toContain(`"user_id":"${dana}"`);
    await person.closeView({ all: true });
    const operator = await openSuite(chatops, dana);
    await operator.fillAll({ suiteName: "hotfix" });
    await operator.submit();
    await shows(chatops, dana, '"hotfix"');
    expect((await last("hotfix")).split(changedBy)).toHaveLength(3);
  });

  it("sends nothing when the daily limit has no room for all its messages", async () => {
    const chatops = await startChatops({ env: { ...env, DAILY_SEND_LIMIT: "6" } });
    const { person } = chatops;
    await makeRelease(chatops);
    await person.command("/msg-test", "release");
    await shows(chatops, joon, runs.confirm.title);
    await person.command("/msg-send", "joon Hi");
    await chatops.slack.post();
    await person.submits("updated");
    expect(person.shown()).toContain(recipients.overLimit(5, 6));
    expect(sends(chatops.platform)).toHaveLength(1);
  });

  it("ends with a correct table after a restart interrupted it, and sends nothing twice", async () => {
    const chatops = await startChatops({ env: { ...env, TEST_RECIPIENTS: phones, TEST_GROUPS: group } });
    const { slack, platform, app, person } = chatops;
    await makeRelease(chatops);
    await person.command("/msg-test", "release");
    await shows(chatops, joon, runs.confirm.costs(40, 20));
    platform.faults.always({ kind: "delay", ms: 200 });
    const submitting = person.submit();
    await eventually(() => expect(sends(platform).length).toBeGreaterThan(5));
    await app.stop();
    await submitting;
    platform.faults.clear();
    await startAppOn(chatops, { env: { ...env, TEST_RECIPIENTS: phones, TEST_GROUPS: group } });
    const told = await slack.waitFor(
      () => chatops.slack.posts().find(({ text }) => text.includes("release") && !text.includes("⏳")),
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

const twenty = Array.from({ length: 20 }, (_, index) => `p${index}`);
const phones = twenty.map((name, index) => `${name}:010222200${String(index).padStart(2, "0")}`).join();
const group = `qa=${twenty.join("+")}`;
