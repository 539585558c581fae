import { expect, it } from "vitest";
import { startOutsideWriter } from "../contract/outside-writer.ts";
import { startAppOn } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { recipients, startLossy } from "../support/lossy-story.ts";
import { en } from "../support/words.ts";

type Story = Awaited<ReturnType<typeof startLossy>>;

async function restart(story: Story) {
  await story.app.stop();
  const next = await startAppOn(story, { mode: "http", env: recipients });
  story.slack.setRequestUrl(`http://127.0.0.1:${next.app.port}/slack/events`);
}

/** Submits the form while the store takes no writes, which the answer says in time. */
async function submitToBusyStore({ env, person, shown }: Story) {
  const writer = await startOutsideWriter(env["DATABASE_URL"]!.slice("file:".length));
  await person.submits("updated");
  await writer.release();
  expect(shown()).toContain(en.common.unsaved);
}

it("a send form that is confirmed a second time shows its outcome, and doesn't send again", async () => {
  const { person, lose, openForm, submitTo, submitAgain, sent, only } = await startLossy();
  await openForm({ to: "01023456789", text: "Only once" });
  await submitTo(2);
  await lose(() => person.submit());
  await sent(1);
  await submitAgain("accepted");
  await person.closeView();
  await submitTo(2);
  await submitAgain("accepted");
  await only(1);
});

it("the form behind a confirmed /msg-send command doesn't send its message again", async () => {
  const story = await startLossy();
  const { person, lose, submitTo, submitAgain, sent, only } = story;
  await person.opens("/msg-send", "01023456789 Only once");
  await lose(() => person.submit());
  await sent(1);
  await restart(story);
  await submitToBusyStore(story);
  await person.press("messages.back");
  await person.sees("messages.send");
  await submitTo(2);
  await submitAgain("accepted");
  await only(1);
});

it("a form sent before a restart shows its outcome, and doesn't send again, after a “store busy” answer", async () => {
  const story = await startLossy();
  const { person, lose, openForm, submitAgain, sent, only } = story;
  await openForm({ to: "joon", text: "Only once" });
  await lose(() => person.submit());
  await sent(1);
  await restart(story);
  await submitToBusyStore(story);
  await submitAgain("accepted");
  await only(1);
});

it("a form that was refused by a busy store is sent once, with the words typed last", async () => {
  const story = await startLossy();
  const { person, lose, openForm, submitAgain, sent, only, bodies } = story;
  await openForm({ to: "joon", text: "First words" });
  await submitToBusyStore(story);
  await person.fillAll({ text: "Second words" });
  await lose(() => person.submit());
  await sent(1);
  await submitAgain("accepted");
  await only(1);
  expect(bodies()[0]).toContain("Second words");
});

async function confirmChanged(): Promise<Story> {
  const story = await startLossy();
  const { person, lose, openForm, submitTo, submitAgain, sent } = story;
  await openForm({ to: "01023456789", text: "First words" });
  await submitTo(2);
  await lose(() => person.submit());
  await sent(1);
  await person.closeView();
  await person.fillAll({ text: "Second words" });
  await submitTo(2);
  await submitAgain("accepted");
  return story;
}

it("a form changed after its message was sent doesn't send the changes", async () => {
  const { person, submitTo, submitAgain, only, bodies } = await confirmChanged();
  await person.closeView();
  await submitTo(2);
  await submitAgain("accepted");
  await only(1);
  expect(bodies()[0]).toContain("First words");
});

it("a form changed while its message is being sent shows the outcome, and doesn't send the changes", async () => {
  const story = await startLossy();
  const { slack, platform, person, lose, openForm, submitTo, submitAgain } = story;
  platform.faults.next(
    { kind: "silence", errorCode: "NotEnoughBalance" },
    { method: "POST", path: "/message" },
  );
  await openForm({ to: "01023456789", text: "First words" });
  await submitTo(2);
  await lose(() => person.submit());
  await eventually(() => expect(story.received).toHaveLength(1));
  await person.closeView();
  await person.fillAll({ text: "Second words" });
  await submitTo(2);
  await submitAgain("under_way");
  platform.faults.release();
  await slack.post();
  await person.closeView();
  await submitTo(2);
  await submitAgain("refused");
  await story.only(1);
  expect(story.bodies()[0]).toContain("First words");
});
