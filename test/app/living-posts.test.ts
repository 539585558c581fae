import { describe, expect, it } from "vitest";
import { storyModes } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import {
  actionIds,
  arrived,
  at,
  dana,
  didNotArrive,
  joon,
  onCall,
  openRepeatForm,
  type Story,
  type StoryOptions,
  startUnknown,
  tests,
  told,
  topLevel,
} from "../support/unknown-outcome.ts";
import { en, heading, titled } from "../support/words.ts";

const { sentTwice } = en.outcomes;
const first = titled("accepted", "SMS", "joon (010-****-0001)");
const general = "C0GENERAL";

/** Sends the message again; its author's form was open already when its outcome was reported. */
async function sendAgain(story: Story) {
  const { slack, author, find } = story;
  await openRepeatForm(story);
  const clicks = [author.click(at(await find(joon, heading.unknown)), didNotArrive), clickAtOnCall(story)];
  await Promise.all(clicks);
  await find(joon, heading.notArrived);
  await author.fill("reason", "nothing came");
  expect(await author.submit()).toMatchObject({ kind: "closed" });
  expect(slack.findings).toEqual([]);
}

/** Reports the outcome, then sends the message again from “Edit and send”. */
async function editAndSend(story: Story, resultIn = tests) {
  const { slack, author, find } = story;
  await Promise.all([
    author.click(at(await find(joon, heading.unknown)), didNotArrive),
    clickAtOnCall(story),
  ]);
  await find(resultIn, heading.notArrived);
  await author.click(at(await find(joon, heading.notArrived)), "messages.edit");
  await slack.waitFor(() => author.views().length === 1, { what: "the form again" });
  await author.fillAll({ to: "joon", text: "Hello again" });
  expect(await author.submit()).toMatchObject({ kind: "cleared" });
}

async function clickAtOnCall({ slack, find }: Story) {
  return slack.as(dana).click(at(await find(onCall, heading.unknown)), didNotArrive);
}

/** Lets the first message's late reply come after everything else was posted. */
async function correctFirst({ platform, find }: Story, audiences: string[]) {
  for (const where of audiences) await find(where, heading.sentAgain);
  platform.faults.release();
  for (const where of audiences) await find(where, sentTwice);
}

/** Nothing waits to be posted. */
const atRest = ({ app }: Story) =>
  eventually(async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${app.port}/metrics`)).text();
    expect(metrics).toMatch(/^chatops_posts_queued 0$/m);
  });

const start = (options: StoryOptions) => startUnknown("silent once", options);
const audiences = [tests, onCall, joon];

describe.each(storyModes)("a message's whole life over %s", (mode) => {
  it.each([
    ["sent again", sendAgain],
    ["edited and sent", (story: Story) => editAndSend(story)],
  ])(
    "has one post in each audience, without buttons, once it was reported, %s and corrected",
    async (_, act) => {
      const story = await start({ mode });
      const { slack, platform, app, line, log } = story;
      await act(story);
      await correctFirst(story, audiences);
      for (const where of audiences) await line(where, en.outcomes.late(en.outcomes.states.accepted));
      await app.stop();
      const shown = Object.fromEntries(audiences.map((where) => [where, topLevel(story, where)]));
      // The first message is in each audience; the second only where results go, since its outcome is known.
      expect(audiences.map((where) => shown[where]?.length)).toEqual([2, 1, 1]);
      for (const where of audiences) {
        expect(shown[where]?.[0]?.text).toContain(first);
        for (const post of shown[where] ?? []) expect(actionIds(post)).toEqual([]);
      }
      expect(shown[tests]?.[1]?.text).toContain(first);
      expect(shown[tests]?.[1]?.text).not.toContain(sentTwice);
      expect(platform.requests.filter(({ path }) => path === "/messages/v4/send")).toHaveLength(2);
      expect(slack.findings).toEqual([]);
      expect(log()).not.toContain('"level":50');
    },
  );
});

describe("a post that Slack doesn't let the bot edit", () => {
  it.each(storyModes)(
    "is followed by an up-to-date one in a conversation without the bot, over %s",
    async (mode) => {
      const refuse = ({ slack }: Pick<Story, "slack">) => slack.faults.refuseEdits({ whereNoMember: true });
      const story = await start({ mode, conversation: general, begin: refuse });
      const { slack, author, find } = story;
      await editAndSend(story, general);
      await correctFirst(story, [onCall, joon, general]);
      await slack.waitFor(() => topLevel(story, general).at(-1)?.text.includes(sentTwice));
      const newest = topLevel(story, general).at(-1);
      expect(newest?.text).toContain(first);
      expect(actionIds(newest!)).toEqual([]);
      for (const where of [onCall, joon]) {
        expect(topLevel(story, where)).toHaveLength(1);
        expect(actionIds(await find(where, sentTwice))).toEqual([]);
      }
      // The old post still has its button, which answers with the outcome.
      const old = topLevel(story, general).find((post) => actionIds(post).includes("messages.edit"));
      await author.click(at(old!), "messages.edit");
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
  ])("is followed by one post for each change if Slack answers every edit %s", async (error) => {
    const refuse = ({ slack }: Pick<Story, "slack">) =>
      slack.faults.webApi({ method: "chat.update", kind: "error", error });
    const story = await start({ mode: "socket", begin: refuse });
    const { slack, author, find, platform } = story;
    const stand = async (...titles: string[]) => {
      await atRest(story);
      const shown = audiences.map((where) => topLevel(story, where).map(({ text }) => text.split(" ")[0]));
      expect(shown).toEqual(audiences.map(() => titles));
    };
    await stand(heading.unknown);
    await author.click(at(await find(joon, heading.unknown)), arrived);
    await stand(heading.unknown, heading.arrived);
    platform.faults.release();
    await find(tests, heading.accepted);
    await stand(heading.unknown, heading.arrived, heading.accepted);
    expect(slack.findings).toEqual([]);
  });

  it("is followed by a new post after one refused edit, and that one is edited from then on", async () => {
    const story = await start({ mode: "socket" });
    const { slack, author, platform, find, line } = story;
    slack.faults.refuseEdits({ conversation: tests, times: 1 });
    await author.click(at(await find(joon, heading.unknown)), arrived);
    await find(tests, heading.arrived);
    platform.faults.release();
    const post = await find(tests, first);
    expect((await line(tests, en.outcomes.late(en.outcomes.states.accepted))).threadTs).toBe(post.ts);
    expect(topLevel(story, tests).map(({ text }) => text.split(" ")[0])).toEqual([
      heading.unknown,
      heading.accepted,
    ]);
    for (const where of [onCall, joon]) expect(topLevel(story, where)).toHaveLength(1);
  });
});

describe("a post that Slack is slow to take", () => {
  it.each(storyModes)("shows the newest state once Slack has taken it, over %s", async (mode) => {
    const hold = ({ slack }: Pick<Story, "slack">) =>
      slack.faults.webApi({
        method: "chat.postMessage",
        kind: "hang",
        conversation: onCall,
        times: 1,
      });
    const story = await start({ mode, awaited: [tests, joon], begin: hold });
    const { slack, author, platform, find, line } = story;
    await author.click(at(await find(joon, heading.unknown)), didNotArrive);
    await find(tests, heading.notArrived);
    platform.faults.release();
    await find(tests, first);
    expect(topLevel(story, onCall)).toEqual([]);
    slack.faults.releaseHangs();
    const post = await find(onCall, first);
    expect((await line(onCall, en.outcomes.late(en.outcomes.states.accepted))).threadTs).toBe(post.ts);
    expect(topLevel(story, onCall)).toHaveLength(1);
    expect(actionIds(post)).toEqual([]);
    expect(slack.findings).toEqual([]);
  });
});
