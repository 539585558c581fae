import { describe, expect, it } from "vitest";
import { deliver } from "../support/forged.ts";
import { joon, tests } from "../support/names.ts";
import { sends } from "../support/sends.ts";
import {
  actionIds,
  arrived,
  didNotArrive,
  openRepeatForm,
  type Story,
  startUnknown,
  told,
} from "../support/unknown-outcome.ts";
import { en, heading } from "../support/words.ts";

describe("a refused second try of an unknown message", () => {
  const failing = async () => {
    const story = await startUnknown("silent", { mode: "http" });
    const { platform, author, find } = story;
    await openRepeatForm(story);
    await author.fill("reason", "nothing came");
    platform.faults.next({ kind: "refuse", errorCode: "FailedToAddMessage" }, { path: "/messages" });
    await author.submits("closed");
    return { ...story, refused: await find(tests, heading.refused) };
  };

  it("can't be edited and sent while the first try is unresolved", async () => {
    const story = await failing();
    const { slack, author, find, refused } = story;
    const { payload } = await author.click(refused, "messages.edit");
    await told(story, joon, en.repeat.unresolvedBefore);
    expect(author.views()).toEqual([]);
    await openRepeatForm(story);
    await author.submits("closed", { reason: "once more" });
    await find(tests, en.outcomes.again("once more"));
    const now = () => story.slack.posts().find(({ ts }) => ts === refused.ts);
    await slack.waitFor(() => actionIds(now() ?? refused).length === 0, { what: "no button any more" });
    // A screen that still shows the button gets the same answer.
    await deliver(story, payload);
    const isTold = ({ text }: { text: string }) => text.includes(en.repeat.unresolvedBefore);
    await slack.waitFor(() => slack.ephemerals(joon).filter(isTold).length === 2, { what: "the same again" });
    expect(author.views()).toEqual([]);
  });

  it("isn't sent from its open form after the first try was accepted late", async () => {
    const { platform, author, find, refused } = await failing();
    await author.click(await find(joon, heading.unknown), didNotArrive);
    await find(joon, heading.notArrived);
    await author.opensAt(refused, "messages.edit");
    platform.faults.release();
    const corrected = await find(tests, heading.accepted);
    expect(corrected.text).not.toContain(en.outcomes.sentTwice);
    await author.fillAll({ to: "joon", text: "Hello again" });
    expect(JSON.stringify(await author.submit())).toContain(en.repeat.not.accepted);
    expect(sends(platform)).toHaveLength(2);
  });

  it.each<[string, (story: Story) => unknown]>([
    ["a late answer accepts the first try", ({ platform }) => platform.faults.release()],
    [
      "somebody reports that the first try arrived",
      async ({ author, find }) => author.click(await find(joon, heading.unknown), arrived),
    ],
  ])("loses its button when %s", async (_, happens) => {
    const story = await failing();
    const { slack, refused } = story;
    expect(actionIds(refused)).toEqual(["messages.edit"]);
    await happens(story);
    const now = () => slack.messages(tests).find(({ ts }) => ts === refused.ts);
    await slack.waitFor(() => actionIds(now() ?? refused).length === 0, {
      what: "the post without a button",
    });
    expect(now()?.text).toContain(heading.refused);
    expect(slack.messages(tests).filter(({ threadTs }) => threadTs === refused.ts)).toEqual([]);
  });

  it("can be edited and sent after the first try was reported as not arrived", async () => {
    const { platform, author, find, refused } = await failing();
    await author.click(await find(joon, heading.unknown), didNotArrive);
    await find(joon, heading.notArrived);
    await author.opensAt(refused, "messages.edit");
    await author.submits("cleared", { to: "joon", text: "Hello again" });
    await find(tests, heading.accepted);
    expect(actionIds(await find(tests, heading.edited))).toEqual([]);
    expect(sends(platform)).toHaveLength(2);
  });
});
