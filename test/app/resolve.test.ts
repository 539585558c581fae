import { describe, expect, it } from "vitest";
import { storyModes } from "../support/chatops.ts";
import { dana, joon, mina, onCall, tests } from "../support/names.ts";
import { sends } from "../support/sends.ts";
import {
  actionIds,
  arrived,
  didNotArrive,
  type Story,
  startUnknown,
  told,
} from "../support/unknown-outcome.ts";
import { en, heading, titled } from "../support/words.ts";

const { resolve, outcomes } = en;
const { says } = outcomes;
const audiences = [tests, onCall, joon];

/** How many reports a conversation got, each in the thread of its one post. */
const reports = ({ slack }: Story, where: string) =>
  slack
    .messages(where)
    .filter(
      ({ text, threadTs }) => threadTs !== null && Object.values(says).some((said) => text.includes(said)),
    ).length;

/** Lets the app learn who the person is, so that their clicks come at the same time. */
const isKnown = ({ slack }: Story, who: string) => slack.as(who).command("/msg-help");

/** Expects one post of the operation in each audience, however often it changed. */
function expectOnePost(story: Story) {
  for (const where of audiences) expect(story.slack.posts(where)).toHaveLength(1);
}

describe.each(storyModes)("an unknown outcome over %s", (mode) => {
  it("has report buttons only in the posts for its author and for on-call", async () => {
    const { find } = await startUnknown("reset", { mode });
    expect(actionIds(await find(tests, heading.unknown))).toEqual([]);
    expect(actionIds(await find(onCall, heading.unknown))).toEqual([arrived, didNotArrive, "oncall.take"]);
    expect(actionIds(await find(joon, heading.unknown))).toEqual([arrived, didNotArrive, "messages.repeat"]);
    for (const where of [tests, joon, onCall]) {
      expect(JSON.stringify(await find(where, heading.unknown))).not.toContain("01000000010");
    }
  });

  it("is reported by its author, and each of its posts shows it with a line in its thread", async () => {
    const story = await startUnknown("reset", { mode });
    const { author, find, line, log } = story;
    await author.click(await find(joon, heading.unknown), arrived);
    for (const where of audiences) {
      const post = await find(where, titled("arrived", outcomes.message, "reset (010-****-0010)"));
      expect(post.text).toContain(`<@${joon}>${says.arrived}`);
      expect(actionIds(post)).toEqual([]);
      expect((await line(where, says.arrived)).threadTs).toBe(post.ts);
    }
    expectOnePost(story);
    expect(log()).not.toContain('"level":50');
  });

  it("is resolved once when two people click different buttons at the same time", async () => {
    const story = await startUnknown("reset", { mode });
    const { slack, app, author, find } = story;
    const own = await find(joon, heading.unknown);
    const theirs = await find(onCall, heading.unknown);
    await isKnown(story, dana);
    await Promise.all([author.click(own, arrived), slack.as(dana).click(theirs, didNotArrive)]);
    const first = await slack.waitFor(() => story.slack.posts().find(({ text }) => /📬|❌/u.test(text)));
    const winner = first.text.includes(heading.arrived) ? joon : dana;
    const loser = winner === joon ? dana : joon;
    const late = await told(story, loser, resolve.already);
    expect(late.text).toContain(`<@${winner}>${says[winner === joon ? "arrived" : "did_not_arrive"]}`);
    await app.stop();
    expect(reports(story, tests)).toBe(1);
    expect(reports(story, onCall)).toBe(1);
    expect(slack.ephemerals(winner).filter(({ text }) => text.includes(resolve.already))).toEqual([]);
  });

  it("is resolved once when fifty clicks arrive at the same time", async () => {
    const story = await startUnknown("reset", { mode });
    const { slack, app, author, find } = story;
    const own = await find(joon, heading.unknown);
    const theirs = await find(onCall, heading.unknown);
    await isKnown(story, dana);
    const clicks = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0 ? author.click(own, arrived) : slack.as(dana).click(theirs, didNotArrive),
      ),
    );
    for (const { ack, trouble } of clicks)
      expect({ ack: ack?.status, trouble }).toEqual({ ack: 200, trouble: null });
    const isTold = ({ text }: { text: string }) => text.includes(resolve.already);
    await slack.waitFor(
      () => [joon, dana].flatMap((who) => slack.ephemerals(who).filter(isTold)).length === 49,
    );
    await app.stop();
    expect(reports(story, tests)).toBe(1);
  });
});

describe("an unknown outcome", () => {
  it("can't be reported by others, who read who may report it", async () => {
    const story = await startUnknown("reset");
    const { slack, find, line } = story;
    const post = await find(onCall, heading.unknown);
    await slack.as(mina).click(post, arrived);
    await told(story, mina, resolve.notYours);
    expect(actionIds(await find(onCall, heading.unknown))).toEqual([arrived, didNotArrive, "oncall.take"]);
    await slack.as(dana).click(post, didNotArrive);
    await find(tests, heading.notArrived);
    expect((await line(tests, says.did_not_arrive)).text).toContain("<@U0DANA>");
  });

  it("can be reported with a second click when Slack couldn't identify the person at the first one", async () => {
    const { slack, find } = await startUnknown("reset");
    const question = await find(onCall, heading.unknown);
    slack.faults.webApi({ method: "users.info", kind: "error", error: "internal_error", times: 1 });
    await slack.as(dana).click(question, arrived);
    await slack.as(dana).reads(en.edge.notRecognised);
    await slack.as(dana).click(question, arrived);
    await find(tests, heading.arrived);
  });

  it("is corrected by a late answer in its existing posts, each with a line in its thread", async () => {
    const story = await startUnknown("silent");
    const { platform, author, find, line } = story;
    await author.click(await find(joon, heading.unknown), didNotArrive);
    await find(tests, heading.notArrived);
    platform.faults.release();
    for (const where of audiences) {
      expect(actionIds(await find(where, heading.accepted))).toEqual([]);
      await line(where, outcomes.late(outcomes.states.accepted));
    }
    expectOnePost(story);
    expect(sends(platform)).toHaveLength(1);
  });
});
