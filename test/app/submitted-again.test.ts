import { expect, it } from "vitest";
import { runSuite, startWithSuite } from "../support/a-suite.ts";
import { eventually } from "../support/eventually.ts";
import { submitAs } from "../support/forged.ts";
import { startLossy } from "../support/lossy-story.ts";
import { joon, tests } from "../support/names.ts";
import { picked, png } from "../support/sample-files.ts";
import { sends } from "../support/sends.ts";
import { fileRequests } from "../support/uploads.ts";
import { core, en, heading } from "../support/words.ts";

const metadataOf = ({ privateMetadata }: { privateMetadata: string }) => JSON.parse(privateMetadata);

it.each([
  ["accepted", "joon", { to: "sora", text: "Second words" }],
  ["unknown", "reset", { to: "joon", text: "Second words" }],
] as const)(
  "a form that was sent with the outcome %s shows it when it is changed and submitted again, and sends no change",
  async (became, to, changed) => {
    const { person, lose, openForm, submitAgain, sent, only, bodies } = await startLossy();
    await openForm({ to, text: "First words" });
    await lose(() => person.submit());
    await sent(1);
    await person.fillAll(changed);
    for (let times = 0; times < 2; times += 1) await submitAgain(became);
    await only(1);
    expect(bodies()[0]).toContain("First words");
  },
);

it("a second form that edits a refused message shows the outcome of the first form, and isn't sent", async () => {
  const story = await startLossy();
  const { slack, person, lose, openForm, submitAgain, sent } = story;
  story.platform.faults.next({ kind: "refuse", errorCode: "NotEnoughBalance" }, { path: "/messages" });
  await openForm({ to: "joon", text: "First words" });
  await lose(() => person.submit());
  await sent(1);
  await submitAgain("refused");
  await person.press("history.open");
  const isStory = ({ blocks }: { blocks: unknown }) => JSON.stringify(blocks).includes("messages.edit");
  const details = await slack.waitFor(() => slack.dm(joon).find(isStory), { what: "the details" });
  await person.closeView();
  await person.click(details, "messages.edit");
  const form = await slack.waitFor(() => person.views().find((view) => "again" in metadataOf(view)), {
    what: "the form",
  });
  const { again } = metadataOf(form);
  expect(again.root).toBe(again.newest);
  const submitted = await person.submit();
  await sent(2);
  const second = await submitAs(story, submitted, { again, act: "another-form" });
  expect(second).toContain(en.outcomes.title.accepted(en.outcomes.message));
  expect(second).toContain(en.common.secondNotSent);
  await slack.waitFor(() => slack.messages(tests)[0]?.text.includes(heading.edited), { what: "the refusal" });
  await story.only(2);
});

it("a comment that is changed and submitted again isn't sent a second time", async () => {
  const { platform, person, lose, shown } = await startLossy();
  const [, template = ""] = platform.state.templates.keys();
  await person.opens("/msg-template", template);
  await person.press("templates.comment");
  await person.hasOpen(2);
  await person.fillAll({ comment: "First words" });
  await person.submit();
  const comments = () => platform.requests.filter(({ path }) => path.endsWith("/comment"));
  await lose(() => person.submit());
  await eventually(() => expect(comments()).toHaveLength(1));
  await person.submits("updated", { comment: "Second words" });
  expect(shown()).toContain(core(en.common.submitted));
  expect(comments()).toHaveLength(1);
});

it("an upload that is changed and submitted again isn't uploaded a second time", async () => {
  const chatops = await startLossy();
  const { person, lose, shown } = chatops;
  await person.opens("/msg-upload");
  await person.fill("file", picked("logo.png", png()));
  await lose(() => person.submit());
  await eventually(() => expect(fileRequests(chatops)).toHaveLength(1));
  await person.submits("updated", { file: picked("other.png", png({ width: 10 })), name: "Another name" });
  expect(shown()).toContain(core(en.common.submitted));
  expect(fileRequests(chatops)).toHaveLength(1);
});

it("a run that is submitted again after its suite changed shows only the outcome of its first submission", async () => {
  const chatops = await startWithSuite(
    { messages: { Login: "Hello", Receipt: "Thanks" }, recipients: ["joon"] },
    { mode: "http", env: { TEST_RECIPIENTS: "joon:01000000001" } },
  );
  const { slack, platform } = chatops;
  const submitted = await runSuite(chatops);
  const done = en.recipients.title.done(2);
  await slack.waitFor(() => chatops.slack.posts()[0]?.text.includes(done), { what: done });
  const person = slack.as(joon);
  await person.command("/msg-test");
  const saved = { blockId: "library.message.saved-Receipt" };
  await person.hasOpen(1);
  await person.press("messages.remove_saved", saved);
  const isGone = () => !person.shown().includes("saved-Receipt");
  await slack.waitFor(isGone, { what: "one message less" });
  const answer = await submitAs(chatops, submitted, {});
  expect(answer).toContain(core(en.common.submitted));
  expect(answer).not.toContain('"submit"');
  expect(sends(platform)).toHaveLength(2);
});
