import { describe, expect, it } from "vitest";
import { startAppOn, startChatops } from "../support/chatops.ts";
import { picked, png } from "../support/sample-files.ts";
import { approve, mina, pressMore, propose, sora, startTemplates } from "../support/templates.ts";
import { uploadOne } from "../support/uploaded.ts";
import { findPost, joon, patience, tests, upload } from "../support/uploads.ts";
import { en, heading, noRight } from "../support/words.ts";

const group = "S0ONCALL";
const fault = { method: "usergroups.users.list", kind: "error", error: "no_such_subteam" } as const;
const { title } = en.proposals.card;

type Where = Parameters<NonNullable<NonNullable<Parameters<typeof startChatops>[0]>["before"]>>[0];
/** The group was deleted, but the configuration still names it; the app starts all the same. */
const before = ({ slack }: Where) => slack.faults.webApi(fault);
const groupPace = { firstReadMs: 100, retries: { firstMs: 500, longestMs: 60_000 } };

describe("while the operators' group can't be read", () => {
  const env = { OPERATORS: group };

  it("the list of files is shown to uploaders, without the buttons of operators", async () => {
    const chatops = await startChatops({ env, before, groupPace });
    const { slack } = chatops;
    await uploadOne(chatops);
    const told = slack.ephemerals(mina).length;
    await slack.as(mina).command("/msg-files", "", { conversation: tests });
    const list = await slack.waitFor(() => slack.ephemerals(mina)[told], { what: "the list" });
    expect(list.text).toContain("logo.png");
    expect(JSON.stringify(list.blocks)).not.toContain('"action_id":"files.delete"');
  });

  it("a reviewer named by id approves", async () => {
    const story = await startTemplates({ env: { ...env, REVIEWERS: `${mina},${sora}` }, before, groupPace });
    const { slack, platform, card } = story;
    await propose(story, title.open);
    await approve(story, mina, await card(title.open));
    const isOver = () =>
      platform.requests.some(({ method }) => method === "PUT") || slack.ephemerals(mina).length > 0;
    await slack.waitFor(isOver, { what: "the update or an answer" });
    expect(slack.ephemerals(mina).map(({ text }) => text)).toEqual([]);
  });

  it("a proposer withdraws, and others read that the group isn't known", async () => {
    const story = await startTemplates({ env: { ...env, REVIEWERS: mina }, before, groupPace });
    const { slack, card } = story;
    await propose(story, title.open);
    const withdraw = { card: await card(title.open), actionId: "templates.withdraw" };
    await pressMore(story, sora, withdraw);
    const told = await slack.waitFor(() => slack.dm(sora)[0], { what: "the answer" });
    expect(told.text).toBe(en.edge.groupNotKnown(group));
    await pressMore(story, joon, withdraw);
    await card(title.withdrawn);
  });
});

it("an operator named by id withdraws their own proposal while SENDERS can't be read", async () => {
  const story = await startTemplates({ env: { REVIEWERS: mina } });
  const { slack, card } = story;
  await propose(story, title.open);
  const posted = await card(title.open);
  await story.app.stop();
  slack.faults.webApi(fault);
  await startAppOn(story, { env: { SENDERS: group, REVIEWERS: mina, OPERATORS: joon }, groupPace });
  await pressMore(story, joon, { card: posted, actionId: "templates.withdraw" });
  await slack.waitFor(
    () =>
      slack.ephemerals(joon).length > 0 ||
      slack.messages(posted.conversation).some(({ text }) => text.includes(title.withdrawn)),
    { ...patience, what: "the withdrawal or an answer" },
  );
  expect(slack.ephemerals(joon).map(({ text }) => text)).toEqual([]);
});

describe("while the file managers' group can't be read", () => {
  const env = { FILE_MANAGERS: group };

  it("senders see the list of files", async () => {
    const { slack } = await startChatops({ env, before, groupPace });
    await slack.as(mina).command("/msg-files", "", { conversation: tests });
    const list = await slack.waitFor(() => slack.ephemerals(mina)[0], { what: "the list" });
    expect(list.text).toContain(en.files.list.title);
  });

  it("the send form opens without a field for an image", async () => {
    const { slack } = await startChatops({ env, before, groupPace });
    const person = slack.as(mina);
    await person.command("/msg-send", "", { conversation: tests });
    await slack.waitFor(() => person.views().length === 1, { ...patience, what: "the form" });
    expect(JSON.stringify(person.views()[0])).not.toContain("file_input");
  });

  it("“Upload again” says that the group isn't known", async () => {
    const chatops = await startChatops({ readingTimes: { idleMs: 500 } });
    const { slack } = chatops;
    slack.faults.files({ kind: "cut", times: 3 });
    await upload(chatops, picked("logo.png", png()), { type: "MMS" });
    const post = await findPost(chatops, heading.notSent);
    slack.faults.clear();
    await chatops.app.stop();
    slack.faults.webApi(fault);
    const next = await startAppOn(chatops, { env, groupPace });
    const told = slack.ephemerals(joon).length;
    await slack.as(joon).click({ message: { conversation: tests, ts: post.ts } }, "files.again");
    const answer = await slack.waitFor(() => slack.ephemerals(joon)[told], {
      ...patience,
      what: "the answer",
    });
    expect(answer.text).toBe(en.edge.groupNotKnown(group));
    expect(next.log()).not.toContain("an act could not be stored");
  });

  it("the form that deletes a file says that the group isn't known", async () => {
    const chatops = await startChatops();
    const { slack } = chatops;
    await uploadOne(chatops);
    const person = slack.as(joon);
    const told = slack.ephemerals(joon).length;
    await person.command("/msg-files", "", { conversation: tests });
    const list = await slack.waitFor(() => slack.ephemerals(joon)[told], patience);
    await person.click({ ephemeral: list }, "files.delete");
    await slack.waitFor(() => person.views().length === 1, patience);
    await chatops.app.stop();
    slack.faults.webApi(fault);
    const next = await startAppOn(chatops, { env, groupPace });
    const result = await person.submit();
    expect(JSON.stringify(result)).toContain(en.edge.groupNotKnown(group));
    expect(next.log()).not.toContain("an act could not be stored");
  });
});

it("Home says that a group isn't known, and not that a right is missing", async () => {
  const { slack } = await startChatops({ env: { SENDERS: group, OPERATORS: "U0DANA" }, before, groupPace });
  await slack.as(mina).openHome();
  const shownHome = () => JSON.stringify(slack.home(mina)?.blocks ?? []);
  await slack.waitFor(() => shownHome().includes(en.home.asOf), { what: "Home" });
  expect(shownHome()).toContain(en.home.notKnown(group));
  for (const no of [noRight(en.issues.notAllowed), noRight(en.home.nothing), "U0DANA"])
    expect(shownHome()).not.toContain(no);
});
