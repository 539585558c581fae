import { describe, expect, it } from "vitest";
import { allArrived } from "../support/all-arrived.ts";
import { storyModes } from "../support/chatops.ts";
import { dana, general, joon, onCall, tests } from "../support/names.ts";
import {
  actionIds,
  arrived,
  didNotArrive,
  openRepeatForm,
  type Story,
  type StoryOptions,
  startUnknown,
  told,
} from "../support/unknown-outcome.ts";
import { en, heading, titled } from "../support/words.ts";

const { sentTwice } = en.outcomes;
const first = titled("accepted", "SMS", "joon (010-****-0001)");

/** Sends the message again; its author's form was open already when its outcome was reported. */
async function sendAgain(story: Story) {
  const { author, find } = story;
  await openRepeatForm(story);
  const clicks = [author.click(await find(joon, heading.unknown), didNotArrive), clickAtOnCall(story)];
  await Promise.all(clicks);
  await find(joon, heading.notArrived);
  await author.submits("closed", { reason: "nothing came" });
}

/** Reports the outcome, then sends the message again from “Edit and send”. */
async function editAndSend(story: Story, resultIn = tests) {
  const { author, find } = story;
  await Promise.all([author.click(await find(joon, heading.unknown), didNotArrive), clickAtOnCall(story)]);
  await find(resultIn, heading.notArrived);
  await author.opensAt(await find(joon, heading.notArrived), "messages.edit");
  await author.submits("cleared", { to: "joon", text: "Hello again" });
}

async function clickAtOnCall({ slack, find }: Story) {
  return slack.as(dana).click(await find(onCall, heading.unknown), didNotArrive);
}

/** Lets the first message's late reply come after everything else was posted. */
async function correctFirst({ platform, find }: Story, audiences: string[]) {
  for (const where of audiences) await find(where, heading.sentAgain);
  platform.faults.release();
  for (const where of audiences) await find(where, sentTwice);
}

const start = (options: StoryOptions) => startUnknown("silent once", options);
const audiences = [tests, onCall, joon];

describe.each(storyModes)("a message with an unknown outcome, over %s", (mode) => {
  it.each([
    ["Send again", sendAgain],
    ["Edit and send", (story: Story) => editAndSend(story)],
  ])(
    "keeps one post per audience, without buttons, after a report, “%s” and a late answer",
    async (_, act) => {
      const story = await start({ mode });
      const { platform, app, line, log } = story;
      await act(story);
      await correctFirst(story, audiences);
      for (const where of audiences) await line(where, en.outcomes.late(en.outcomes.states.accepted));
      await app.stop();
      const shown = Object.fromEntries(audiences.map((where) => [where, story.slack.posts(where)]));
      // The first message is in each audience; the second only where results go, since its outcome is known.
      expect(audiences.map((where) => shown[where]?.length)).toEqual([2, 1, 1]);
      for (const where of audiences) {
        expect(shown[where]?.[0]?.text).toContain(first);
        for (const post of shown[where] ?? []) expect(actionIds(post)).toEqual([]);
      }
      expect(shown[tests]?.[1]?.text).toContain(first);
      expect(shown[tests]?.[1]?.text).not.toContain(sentTwice);
      expect(platform.requests.filter(({ path }) => path === "/messages/v4/send")).toHaveLength(2);
      expect(log()).not.toContain('"level":50');
    },
  );
});

describe("a post that Slack doesn't let the bot edit", () => {
  it.each(storyModes)(
    "is followed by an up-to-date post in a channel that the bot isn't in, over %s",
    async (mode) => {
      const refuse = ({ slack }: Pick<Story, "slack">) => slack.faults.refuseEdits({ whereNoMember: true });
      const story = await start({ mode, conversation: general, begin: refuse });
      const { author, find } = story;
      await editAndSend(story, general);
      await correctFirst(story, [onCall, joon, general]);
      // Posted before or after the second message's result, as Slack's pace has it.
      const newest = await find(general, sentTwice);
      expect(newest.text).toContain(first);
      expect(actionIds(newest)).toEqual([]);
      for (const where of [onCall, joon]) {
        expect(story.slack.posts(where)).toHaveLength(1);
        expect(actionIds(await find(where, sentTwice))).toEqual([]);
      }
      // The old post still has its button, which answers with the outcome.
      const old = story.slack.posts(general).find((post) => actionIds(post).includes("messages.edit"));
      await author.click(old!, "messages.edit");
      await told(story, joon, en.repeat.not.accepted);
      expect(author.views()).toEqual([]);
    },
  );

  it.each([
    "edit_window_closed",
    "cant_update_message",
    "message_not_found",
    "msg_too_long",
    "msg_blocks_too_long",
    "is_archived",
  ])("is followed by a new post for each change when Slack answers every edit with %s", async (error) => {
    const refuse = ({ slack }: Pick<Story, "slack">) =>
      slack.faults.webApi({ method: "chat.update", kind: "error", error });
    const story = await start({ mode: "socket", begin: refuse });
    const { author, find, platform } = story;
    const stand = async (...titles: string[]) => {
      await allArrived(story);
      const shown = audiences.map((where) => story.slack.posts(where).map(({ text }) => text.split(" ")[0]));
      expect(shown).toEqual(audiences.map(() => titles));
    };
    await stand(heading.unknown);
    await author.click(await find(joon, heading.unknown), arrived);
    await stand(heading.unknown, heading.arrived);
    platform.faults.release();
    await find(tests, heading.accepted);
    await stand(heading.unknown, heading.arrived, heading.accepted);
  });

  it("is followed, after one refused edit, by a new post that is edited from then on", async () => {
    const story = await start({ mode: "socket" });
    const { slack, author, platform, find, line } = story;
    slack.faults.refuseEdits({ conversation: tests, times: 1 });
    await author.click(await find(joon, heading.unknown), arrived);
    await find(tests, heading.arrived);
    platform.faults.release();
    const post = await find(tests, first);
    expect((await line(tests, en.outcomes.late(en.outcomes.states.accepted))).threadTs).toBe(post.ts);
    expect(story.slack.posts().map(({ text }) => text.split(" ")[0])).toEqual([
      heading.unknown,
      heading.accepted,
    ]);
    for (const where of [onCall, joon]) expect(story.slack.posts(where)).toHaveLength(1);
  });
});

describe("a post that Slack accepts late", () => {
  it.each(storyModes)("shows the newest outcome as soon as Slack has accepted it, over %s", async (mode) => {
    const hold = ({ slack }: Pick<Story, "slack">) =>
      slack.faults.webApi({ method: "chat.postMessage", kind: "hang", conversation: onCall, times: 1 });
    const story = await start({ mode, awaited: [tests, joon], begin: hold });
    const { slack, author, platform, find, line } = story;
    await author.click(await find(joon, heading.unknown), didNotArrive);
    await find(tests, heading.notArrived);
    platform.faults.release();
    await find(tests, first);
    expect(story.slack.posts(onCall)).toEqual([]);
    slack.faults.releaseHangs();
    const post = await find(onCall, first);
    expect((await line(onCall, en.outcomes.late(en.outcomes.states.accepted))).threadTs).toBe(post.ts);
    expect(story.slack.posts(onCall)).toHaveLength(1);
    expect(actionIds(post)).toEqual([]);
  });
});
