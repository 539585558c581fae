import { describe, expect, it } from "vitest";
import { type Chatops, oneMode, startAppOn, startChatops, storyModes } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { sends } from "../support/sends.ts";
import { dana, joon, mina, tests, topLevel } from "../support/unknown-outcome.ts";
import { en } from "../support/words.ts";

const { runs, recipients } = en;

/** One that is accepted, one that is refused, and one of which nobody knows. */
const env = {
  TEST_RECIPIENTS: "joon:01000000001,refused:01000000003,reset:01000000010",
  TEST_GROUPS: "qa=joon+refused+reset",
  OPERATORS: dana,
};

type Where = Pick<Chatops, "slack">;

const shows = ({ slack }: Where, who: string, text: string) =>
  slack.waitFor(
    () =>
      slack
        .as(who)
        .views()
        .find((view) => JSON.stringify(view).includes(text)),
    { what: text },
  );

const said = ({ slack }: Where, who: string, text: string) =>
  slack.waitFor(() => [...slack.ephemerals(who), ...slack.dm(who)].find((one) => one.text.includes(text)), {
    what: text,
  });

/** What somebody writes in the form and saves under a name. */
async function save(chatops: Where, { name, text, as = joon }: { name: string; text: string; as?: string }) {
  const person = chatops.slack.as(as);
  await person.command("/msg-send", "", { conversation: tests });
  await shows(chatops, as, en.send.fields.text.label);
  await person.fillAll({ text });
  await person.click({ view: true }, "messages.save");
  await shows(chatops, as, runs.save.note);
  await person.fillAll({ savedName: name });
  return await person.submit();
}

async function openList(chatops: Where, as = joon) {
  await chatops.slack.as(as).command("/msg-test", "", { conversation: tests });
  return await shows(chatops, as, runs.messages);
}

async function makeSuite(
  chatops: Where,
  { name, to, as = joon }: { name: string; to: string[]; as?: string },
) {
  const person = chatops.slack.as(as);
  const list = await openList(chatops, as);
  const ids = [
    ...JSON.stringify(list.blocks).matchAll(/"action_id":"messages.use_saved".*?"value":"([^"]+)"/g),
  ].map(([, id]) => id!);
  await person.click({ view: true }, "messages.suite");
  await shows(chatops, as, runs.suite.title);
  await person.fillAll({ suiteName: name, messages: ids, recipients: to });
  return await person.submit();
}

/** Two messages to three phones. */
async function prepare(chatops: Where) {
  await save(chatops, { name: "Login", text: "Your code is Kiwi" });
  await said(chatops, joon, runs.save.saved("Login"));
  await save(chatops, { name: "Receipt", text: "Thank you for the order" });
  await said(chatops, joon, runs.save.saved("Receipt"));
  expect(await makeSuite(chatops, { name: "release", to: ["@qa"] })).toMatchObject({
    delivery: expect.anything(),
  });
}

const post = (chatops: Where, text: string) =>
  chatops.slack.waitFor(() => topLevel(chatops, tests).find((one) => one.text.includes(text)), {
    what: `${text} in the conversation`,
  });

describe.each(storyModes)("a run over %s", (mode) => {
  it("sends each saved message to each phone once it is confirmed, and is one table", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack, platform } = chatops;
    const person = slack.as(joon);
    await prepare(chatops);
    await person.command("/msg-test", "Release", { conversation: tests });
    const confirmation = await shows(chatops, joon, runs.confirm.title);
    for (const shown of [runs.confirm.costs(6, 2, 3), "Login, Receipt", "joon, refused, reset"]) {
      expect(JSON.stringify(confirmation.blocks)).toContain(shown);
    }
    expect(sends(platform)).toEqual([]);
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    const told = await post(chatops, `${recipients.title.mixed(2, 6)} · release`);
    const { accepted, refused, unknown } = recipients.told;
    expect(told.text).toContain(`joon (010-****-0001): Login ${accepted}, Receipt ${accepted}`);
    expect(told.text).toContain(`refused (010-****-0003): Login ${refused}, Receipt ${refused}`);
    expect(told.text).toContain(`reset (010-****-0010): Login ${unknown}, Receipt ${unknown}`);
    expect(told.text).not.toMatch(/Kiwi|Thank you/);
    expect(topLevel(chatops, tests)).toHaveLength(1);
    expect(sends(platform)).toHaveLength(6);
    expect(slack.findings).toEqual([]);
  });

  it("goes to other test recipients alone where they are named", async () => {
    const chatops = await startChatops({ mode, env });
    const person = chatops.slack.as(joon);
    await prepare(chatops);
    await person.command("/msg-test", "release joon", { conversation: tests });
    await shows(chatops, joon, runs.confirm.costs(2, 2, 1));
    await person.submit();
    await post(chatops, `${recipients.title.done(2)} · release`);
    expect(sends(chatops.platform)).toHaveLength(2);
    // However often: the confirmation brings back what Slack has room for.
    await person.command("/msg-test", `release ${"joon ".repeat(700)}`, { conversation: tests });
    await shows(chatops, joon, runs.confirm.costs(2, 2, 1));
    expect(chatops.slack.findings).toEqual([]);
  });
});

describe("a run", () => {
  const mode = oneMode;

  it("that would send something else than was confirmed sends nothing, and says so", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack, platform } = chatops;
    const [person, operator] = [slack.as(joon), slack.as(dana)];
    await prepare(chatops);
    await person.command("/msg-test", "release", { conversation: tests });
    await shows(chatops, joon, runs.confirm.title);
    const list = await openList(chatops, dana);
    await operator.click({ view: true }, "messages.suite", { blockId: firstRow(list) });
    await shows(chatops, dana, runs.suite.title);
    await operator.fillAll({ recipients: ["+82 01000000001"] });
    await operator.submit();
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    expect(JSON.stringify(person.views())).toContain(runs.confirm.changed);
    expect(sends(platform)).toEqual([]);
    await person.command("/msg-test", "release nobody", { conversation: tests });
    await said(chatops, joon, recipients.unknown("nobody", []));
  });

  it("sends none where the day's limit doesn't hold all of it", async () => {
    const chatops = await startChatops({ mode, env: { ...env, DAILY_SEND_LIMIT: "5" } });
    const person = chatops.slack.as(joon);
    await prepare(chatops);
    await person.command("/msg-test", "release", { conversation: tests });
    const confirmation = await shows(chatops, joon, runs.confirm.title);
    expect(JSON.stringify(confirmation.blocks)).toContain(recipients.overLimitSoon(5, 6));
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    expect(JSON.stringify(person.views())).toContain(recipients.overLimit(5, 6));
    expect(sends(chatops.platform)).toEqual([]);
  });

  it("that its process left behind ends with each phone's row true, and sends none twice", async () => {
    const chatops = await startChatops({
      mode,
      env: { ...env, TEST_RECIPIENTS: phones, TEST_GROUPS: group },
    });
    const { slack, platform, app } = chatops;
    const person = slack.as(joon);
    await prepare(chatops);
    await person.command("/msg-test", "release", { conversation: tests });
    await shows(chatops, joon, runs.confirm.costs(40, 2, 20));
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

describe("the library", () => {
  const mode = oneMode;

  it.each([
    ["K", runs.naming.length],
    ["01012345678", runs.naming.digits],
    ["The Kiwi code", runs.naming.repeats_text],
  ])("refuses the name %s of a message on its field", async (name, says) => {
    const chatops = await startChatops({ mode, env });
    expect(await save(chatops, { name, text: "The Kiwi code of today" })).toMatchObject({
      kind: "errors",
      errors: { savedName: says },
    });
    expect(chatops.slack.findings).toEqual([]);
  });

  it("is everybody's to use, and its author's and operators' to change", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack } = chatops;
    await prepare(chatops);
    expect(await save(chatops, { name: "login", text: "Hello", as: mina })).toMatchObject({
      errors: { savedName: runs.taken },
    });
    const seen = JSON.stringify((await openList(chatops, mina)).blocks);
    expect(seen).toContain("release");
    expect(seen).not.toContain("messages.remove_saved");
    await slack.as(joon).command("/msg-test", "relese", { conversation: tests });
    await said(chatops, joon, runs.unknownSuite("relese", ["release"]));
    const list = await openList(chatops, dana);
    await slack.as(dana).click({ view: true }, "messages.remove_saved", { blockId: firstRow(list) });
    await shows(chatops, dana, runs.removed("release"));
    await slack.as(joon).command("/msg-test", "release", { conversation: tests });
    await said(chatops, joon, runs.unknownSuite("release", []));
    expect(slack.findings).toEqual([]);
  });
});

function firstRow({ blocks }: { blocks: unknown }): string {
  return /library\.[^"]+/.exec(JSON.stringify(blocks))?.[0] ?? "";
}
