import { expect, it } from "vitest";
import type { View } from "../../sandbox/slack/index.ts";
import { startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { submitAs } from "../support/forged.ts";
import { joon, tests } from "../support/names.ts";
import { sends } from "../support/sends.ts";
import { didNotArrive, openRepeatForm, startUnknown } from "../support/unknown-outcome.ts";
import { around, en, heading } from "../support/words.ts";

/* Two forms of one message, as on two screens of one person: the sandbox's person has one. */

const recipients =
  "joon:01000000001,refused:01000000003,denied:01000000005,silent:01000000009,reset:01000000010";
type State = keyof typeof en.outcomes.title;
const metadataOf = ({ privateMetadata }: View): object => JSON.parse(privateMetadata);

/** Opens two forms that edit one refused message, and sends the first. */
async function editTwice(to: string, isLimited = false) {
  const env = { TEST_RECIPIENTS: recipients };
  const story = await startChatops({ mode: "http", env });
  const { slack, platform, person } = story;
  await person.command("/msg-send", "refused First words");
  const refused = await slack.post();
  const open = async (known?: View) => {
    await person.click(refused, "messages.edit");
    return slack.waitFor(() => person.views().find(({ id }) => id !== known?.id), { what: "a form" });
  };
  const second = await open();
  await open(second);
  await person.fillAll({ to, text: "Second words" });
  if (isLimited) platform.faults.next({ kind: "status", status: 429, headers: { "retry-after": "60" } });
  const submitted = await person.submit();
  expect(submitted).toMatchObject({ kind: "cleared" });
  const submitSecond = () => submitAs(story, submitted, metadataOf(second));
  const result = (mark: string) =>
    eventually(() => expect(slack.messages(tests).at(-1)?.text.startsWith(mark)).toBe(true));
  /** Sends another message: when it is there, a third of ours would be too. */
  const onlyBoth = async () => {
    await slack.as("U0SORA").command("/msg-send", "joon Marker", { conversation: "C0REVIEWS" });
    await slack.post("", "C0REVIEWS");
    expect(sends(platform)).toHaveLength(3);
  };
  return { ...story, person, submitSecond, result, onlyBoth };
}

/** Expects who was first, the outcome of that, and the button to go on. */
function expectWhoWasFirst(answer: string, became: State, wayOn: string) {
  expect(answer).toContain(around(en.repeat.already).before);
  expect(answer).toContain(`"user_id":"${joon}"`);
  expect(answer).toContain(en.outcomes.title[became](en.outcomes.message));
  expect(answer).toContain(`"action_id":"${wayOn}"`);
}

it("the second form that edits a refused message sends nothing while the first form's send is under way", async () => {
  const { platform, submitSecond, result, onlyBoth } = await editTwice("silent");
  await eventually(() => expect(platform.state.messages).toHaveLength(1));
  expectWhoWasFirst(await submitSecond(), "under_way", "history.open");
  platform.faults.release();
  await result(heading.accepted);
  await onlyBoth();
});

it.each<[became: State, to: string, mark: string, says?: string]>([
  ["unknown", "reset", heading.unknown, en.repeat.unresolved],
  ["accepted", "joon", heading.accepted],
  ["refused", "refused", heading.refused],
  ["refused", "denied", heading.refused],
  ["not_sent", "joon", heading.notSent],
])(
  "the second form that edits a refused message sends nothing after the first send was %s (to %s)",
  async (became, to, mark, says = "") => {
    const { slack, submitSecond, onlyBoth } = await editTwice(to, became === "not_sent");
    const isOther = () =>
      slack
        .posts()
        .slice(1)
        .some(({ text }) => text.includes(mark));
    await slack.waitFor(isOther, { what: "the other" });
    for (const answer of [await submitSecond(), await submitSecond()]) {
      expectWhoWasFirst(answer, became, "history.open");
      expect(answer).toContain(says);
    }
    await onlyBoth();
  },
);

it("the second form that edits a refused message sends nothing after the first send didn't arrive", async () => {
  const { slack, submitSecond, person, result, onlyBoth } = await editTwice("reset");
  await result(heading.unknown);
  await person.click(await slack.post(heading.unknown, joon), didNotArrive);
  await slack.post(heading.notArrived);
  expectWhoWasFirst(await submitSecond(), "did_not_arrive", "history.open");
  await onlyBoth();
});

it("the second form that sends an unknown message again sends nothing when the first try is unknown too", async () => {
  const story = await startUnknown("reset", { mode: "http" });
  const { platform, author, find, app } = story;
  const second = await openRepeatForm(story);
  await author.closeView();
  await openRepeatForm(story);
  await author.fill("reason", "nothing came");
  const submitted = await author.submit();
  expect(submitted).toMatchObject({ kind: "closed" });
  await find(tests, heading.sentAgain);
  const answer = await submitAs(story, submitted, metadataOf(second));
  expectWhoWasFirst(answer, "unknown", "history.open");
  for (const said of [en.repeat.unresolved, en.common.secondNotSent]) expect(answer).toContain(said);
  await app.stop();
  expect(sends(platform)).toHaveLength(2);
});
