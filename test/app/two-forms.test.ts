import { expect, it } from "vitest";
import type { StoredMessage, View } from "../../sandbox/slack/index.ts";
import { startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { submitAs } from "../support/forged.ts";
import { sends } from "../support/sends.ts";
import { at, joon, openRepeatForm, startUnknown, tests } from "../support/unknown-outcome.ts";
import { en, heading } from "../support/words.ts";

/* Two forms of one message, as on two screens of one person: Slack's stand-in has one. */

const recipients = "joon:01000000001,refused:01000000003,silent:01000000009,reset:01000000010";
const metadataOf = ({ privateMetadata }: View): object => JSON.parse(privateMetadata);

/** Of two forms that edit one refusal the first is sent. */
async function editTwice(to: string) {
  const env = { TEST_RECIPIENTS: recipients, PLATFORM_TIMEOUT_MS: "60000" };
  const story = await startChatops({ mode: "http", env });
  const { slack, platform } = story;
  const person = slack.as(joon);
  await person.command("/msg-send", "refused First words", { conversation: tests });
  const refused = await slack.waitFor(() => slack.messages(tests)[0], { what: "the refusal" });
  const open = async (known?: View) => {
    await person.click(at(refused), "messages.edit");
    return slack.waitFor(() => person.views().find(({ id }) => id !== known?.id), { what: "a form" });
  };
  const second = await open();
  await open(second);
  await person.fillAll({ to, text: "Second words" });
  const submitted = await person.submit();
  expect(submitted).toMatchObject({ kind: "cleared" });
  const submitSecond = () => submitAs(story, submitted, metadataOf(second));
  const result = (mark: string) =>
    eventually(() => expect(slack.messages(tests).at(-1)?.text.startsWith(mark)).toBe(true));
  /** Whatever would have been sent beside it had its time when another one is. */
  const onlyBoth = async () => {
    await slack.as("U0SORA").command("/msg-send", "joon Marker", { conversation: "C0REVIEWS" });
    await slack.waitFor(() => slack.messages("C0REVIEWS")[0], { what: "another" });
    expect(sends(platform)).toHaveLength(3);
  };
  return { ...story, submitSecond, result, onlyBoth };
}

function expectWhoWasFirst(answer: string, says = "") {
  expect(answer).toContain(`${en.repeat.already}${en.repeat.alreadyBy}`);
  expect(answer).toContain(`"user_id":"${joon}"`);
  expect(answer).toContain(JSON.stringify(says).slice(1, -1));
}

it("of two forms that edit one refusal the second sends nothing while the first is unknown, and says who was first", async () => {
  const { submitSecond, result, onlyBoth } = await editTwice("reset");
  await result(heading.unknown);
  for (const answer of [await submitSecond(), await submitSecond()]) {
    expectWhoWasFirst(answer, en.repeat.unsettled);
  }
  await onlyBoth();
});

it("nor while the first is on its way", async () => {
  const { platform, submitSecond, result, onlyBoth } = await editTwice("silent");
  await eventually(() => expect(platform.state.messages).toHaveLength(1));
  expectWhoWasFirst(await submitSecond(), en.repeat.not.open);
  platform.faults.release();
  await result(heading.accepted);
  await onlyBoth();
});

it("nor once the first was accepted", async () => {
  const { submitSecond, result, onlyBoth } = await editTwice("joon");
  await result(heading.accepted);
  expect(await submitSecond()).toContain(en.repeat.not.accepted);
  await onlyBoth();
});

it("nor once the first was refused as well, which it doesn't show", async () => {
  const { slack, submitSecond, onlyBoth } = await editTwice("refused");
  const isOther = ({ text, threadTs }: StoredMessage) => threadTs === null && text.includes(heading.refused);
  await slack.waitFor(() => slack.messages(tests).slice(1).some(isOther), { what: "the other" });
  expectWhoWasFirst(await submitSecond());
  await onlyBoth();
});

it("of two forms that send one unknown outcome again the second sends nothing once the first is unknown too", async () => {
  const story = await startUnknown("reset", { mode: "http" });
  const { platform, author, find, app } = story;
  const second = await openRepeatForm(story);
  await author.closeView();
  await openRepeatForm(story);
  await author.fill("reason", "nothing came");
  const submitted = await author.submit();
  expect(submitted).toMatchObject({ kind: "closed" });
  await find(tests, heading.sentAgain);
  expectWhoWasFirst(await submitAs(story, submitted, metadataOf(second)), en.repeat.unsettled);
  await app.stop();
  expect(sends(platform)).toHaveLength(2);
});
