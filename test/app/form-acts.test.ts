import { expect, it } from "vitest";
import { startOutsideWriter } from "../contract/outside-writer.ts";
import { startAppOn, startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { startLossyWay } from "../support/lossy-way.ts";
import { picked, png } from "../support/sample-files.ts";
import { sends } from "../support/sends.ts";
import { fileRequests } from "../support/uploads.ts";
import { en } from "../support/words.ts";

const tests = "C0TESTS";
const joon = "U0JOON";

async function startLossy() {
  const chatops = await startChatops({
    mode: "http",
    env: { TEST_RECIPIENTS: "joon:01000000001,sora:01000000002" },
  });
  const { slack, platform } = chatops;
  const person = slack.as(joon);
  const lose = await startLossyWay(chatops);
  const openForm = async (values: Record<string, string>) => {
    await person.command("/msg-send", "", { conversation: tests });
    await slack.waitFor(() => person.views().length === 1, { what: "the form" });
    await person.fillAll(values);
  };
  const submitTo = async (count: number) => {
    const submitted = await person.submit();
    await slack.waitFor(() => person.views().length === count, { what: "the confirmation" });
    return submitted;
  };
  const sent = (count: number) =>
    eventually(() => {
      expect(sends(platform)).toHaveLength(count);
      expect(slack.messages(tests)).toHaveLength(count);
    });
  const bodies = () => sends(platform).map(({ body }) => JSON.stringify(body));
  /** Whatever would have been sent beside it had its time when another one is. */
  const only = async (count: number) => {
    await slack.as("U0SORA").command("/msg-send", "joon Marker", { conversation: tests });
    await slack.waitFor(() => bodies().some((body) => body.includes("Marker")), { what: "another" });
    expect(bodies()).toHaveLength(count + 1);
  };
  const onlyOne = () => only(1);
  const shown = () => JSON.stringify(person.views());
  return { ...chatops, person, lose, openForm, submitTo, sent, only, onlyOne, shown, bodies };
}

it("a message that was confirmed is not sent again by a second confirmation of the same form", async () => {
  const { person, lose, openForm, submitTo, sent, onlyOne, shown } = await startLossy();
  await openForm({ to: "01023456789", text: "Only once" });
  await submitTo(2);
  await lose(() => person.submit());
  await sent(1);
  await person.closeView();
  await submitTo(2);
  expect(await person.submit()).toMatchObject({ kind: "cleared" });
  await onlyOne();
  expect(shown()).toBe("[]");
});

it("a quick command's message that was confirmed is not sent again by the form that a slow store leads back to", async () => {
  const chatops = await startLossy();
  const { app, slack, env, person, lose, submitTo, sent, onlyOne, shown } = chatops;
  await person.command("/msg-send", "01023456789 Only once", { conversation: tests });
  await slack.waitFor(() => person.views().length === 1, { what: "the confirmation" });
  await lose(() => person.submit());
  await sent(1);
  await app.stop();
  const next = await startAppOn(chatops, { mode: "http" });
  slack.setRequestUrl(`http://127.0.0.1:${next.app.port}/slack/events`);
  const writer = await startOutsideWriter(env["DATABASE_URL"]!.slice("file:".length));
  expect(await person.submit()).toMatchObject({ kind: "updated" });
  await writer.release();
  expect(shown()).toContain(en.common.tooSlow);
  await person.click({ view: true }, "messages.back");
  await slack.waitFor(() => person.views().at(-1)?.callbackId === "messages.send", { what: "the form" });
  await submitTo(2);
  expect(await person.submit()).toMatchObject({ kind: "cleared" });
  await onlyOne();
});

it("a form that a slow store brings back sends nothing that the same form had sent before a restart", async () => {
  const chatops = await startLossy();
  const { app, slack, env, person, lose, openForm, sent, onlyOne, shown } = chatops;
  await openForm({ to: "joon", text: "Only once" });
  await lose(() => person.submit());
  await sent(1);
  await app.stop();
  const recipients = { TEST_RECIPIENTS: "joon:01000000001,sora:01000000002" };
  const next = await startAppOn(chatops, { mode: "http", env: recipients });
  slack.setRequestUrl(`http://127.0.0.1:${next.app.port}/slack/events`);
  const writer = await startOutsideWriter(env["DATABASE_URL"]!.slice("file:".length));
  expect(await person.submit()).toMatchObject({ kind: "updated" });
  await writer.release();
  expect(shown()).toContain(en.common.tooSlow);
  expect(await person.submit()).toMatchObject({ kind: "cleared" });
  await onlyOne();
});

it("a message whose answer was lost by an upgrade is not sent again by the next version", async () => {
  const chatops = await startLossy();
  const { app, slack, person, lose, openForm, sent, onlyOne } = chatops;
  await openForm({ to: "joon", text: "Only once" });
  await lose(() => person.submit());
  await sent(1);
  await app.stop();
  // What the app says of itself is another thing now.
  const env = { TEST_RECIPIENTS: "joon:01000000001,sora:01000000002", PLATFORM_APP_ID: "another" };
  const next = await startAppOn(chatops, { mode: "http", env });
  slack.setRequestUrl(`http://127.0.0.1:${next.app.port}/slack/events`);
  expect(await person.submit()).toMatchObject({ kind: "cleared" });
  await onlyOne();
});

async function confirmChanged() {
  const story = await startLossy();
  const { person, lose, openForm, submitTo, sent, shown } = story;
  await openForm({ to: "01023456789", text: "First words" });
  await submitTo(2);
  await lose(() => person.submit());
  await sent(1);
  await person.closeView();
  await person.fillAll({ text: "Second words" });
  await submitTo(2);
  expect(await person.submit()).toMatchObject({ kind: "updated" });
  expect(shown()).toContain(en.common.changedSince);
  return story;
}

it("a message that was changed after it was confirmed is told as not sent, stands below that, and is sent when it is confirmed again", async () => {
  const { person, sent, bodies } = await confirmChanged();
  expect(JSON.stringify(person.views().at(-1)?.blocks)).toContain("Second words");
  expect(await person.submit()).toMatchObject({ kind: "cleared" });
  await sent(2);
  expect(bodies()[1]).toContain("Second words");
});

it("a message that was changed after it was confirmed is sent once, also by way of the form below", async () => {
  const { person, lose, submitTo, sent, only, bodies } = await confirmChanged();
  // Out of the confirmation, and in again: the form below knows of the first one alone.
  await person.closeView();
  await submitTo(2);
  expect(await person.submit()).toMatchObject({ kind: "updated" });
  await lose(() => person.submit());
  await sent(2);
  await person.closeView();
  await submitTo(2);
  expect(await person.submit()).toMatchObject({ kind: "cleared" });
  expect(person.views()).toEqual([]);
  await only(2);
  expect(bodies()[1]).toContain("Second words");
});

it("a message that was changed after it was confirmed is sent once, also when the first one fails in between", async () => {
  const story = await startLossy();
  const { slack, platform, person, lose, openForm, submitTo, only, bodies } = story;
  platform.faults.next(
    { kind: "silence", errorCode: "NotEnoughBalance" },
    { method: "POST", path: "/message" },
  );
  await openForm({ to: "01023456789", text: "First words" });
  await submitTo(2);
  await lose(() => person.submit());
  await person.closeView();
  await person.fillAll({ text: "Second words" });
  await submitTo(2);
  expect(await person.submit()).toMatchObject({ kind: "updated" });
  await lose(() => person.submit());
  await eventually(() => expect(bodies().filter((body) => body.includes("Second"))).toHaveLength(1));
  platform.faults.release();
  await eventually(() => expect(slack.messages(tests)).toHaveLength(2));
  await person.closeView();
  await submitTo(2);
  expect(await person.submit()).toMatchObject({ kind: "cleared" });
  await only(2);
});

it("a form that was changed after it was submitted is told as not sent, and is sent when it is submitted again", async () => {
  const { person, lose, openForm, sent, shown, bodies } = await startLossy();
  await openForm({ to: "joon", text: "First words" });
  await lose(() => person.submit());
  await sent(1);
  await person.fillAll({ to: "sora", text: "Second words" });
  expect(await person.submit()).toMatchObject({ kind: "updated" });
  expect(shown()).toContain(en.common.changedSince);
  expect(bodies()).toHaveLength(1);
  expect(await person.submit()).toMatchObject({ kind: "cleared" });
  await sent(2);
  expect(bodies()[1]).toContain("Second words");
});

it("a form that is submitted again as it was is closed, and its message sent once", async () => {
  const { person, lose, openForm, sent, onlyOne } = await startLossy();
  await openForm({ to: "joon", text: "Only once" });
  await lose(() => person.submit());
  await sent(1);
  expect(await person.submit()).toMatchObject({ kind: "cleared" });
  await onlyOne();
});

it("a comment that was changed after it was submitted is told as not sent", async () => {
  const { slack, platform, person, lose, shown } = await startLossy();
  const [, template = ""] = platform.state.templates.keys();
  await person.command("/msg-template", template, { conversation: tests });
  await slack.waitFor(() => person.views()[0], { what: "the template" });
  await person.click({ view: true }, "templates.comment");
  await slack.waitFor(() => person.views().length === 2, { what: "the form" });
  await person.fillAll({ comment: "First words" });
  await person.submit();
  const comments = () => platform.requests.filter(({ path }) => path.endsWith("/comment"));
  await lose(() => person.submit());
  await eventually(() => expect(comments()).toHaveLength(1));
  await person.fillAll({ comment: "Second words" });
  expect(await person.submit()).toMatchObject({ kind: "updated" });
  expect(shown()).toContain(en.common.changedSince);
  await person.submit();
  await eventually(() => expect(comments()).toHaveLength(2));
});

it("an upload that was changed after it was submitted is told as not uploaded", async () => {
  const chatops = await startLossy();
  const { slack, person, lose, shown } = chatops;
  await person.command("/msg-upload", "", { conversation: tests });
  await slack.waitFor(() => person.views().length === 1, { what: "the form" });
  await person.fill("file", picked("logo.png", png()));
  await lose(() => person.submit());
  await eventually(() => expect(fileRequests(chatops)).toHaveLength(1));
  await person.fillAll({ name: "Another name" });
  expect(await person.submit()).toMatchObject({ kind: "updated" });
  expect(shown()).toContain("was not uploaded");
});
