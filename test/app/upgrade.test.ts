import { describe, expect, it } from "vitest";
import { leaveVersion5, refusedId, unknownId } from "../support/bot-of-version-5.ts";
import { oneMode, startChatops } from "../support/chatops.ts";
import { sends } from "../support/sends.ts";
import { actionIds, arrived, at, didNotArrive } from "../support/unknown-outcome.ts";
import { en, heading } from "../support/words.ts";

const tests = "C0TESTS";
const onCall = "C0ONCALL";
const joon = "U0JOON";
const dana = "U0DANA";

/** The app of today on what the bot of version 5 left: its store, and its posts in Slack. */
async function startUpgraded() {
  const chatops = await startChatops({
    mode: oneMode,
    env: { TEST_RECIPIENTS: "joon:01000000001,reset:01000000010,refused:01000000003" },
    before: leaveVersion5,
  });
  const { slack } = chatops;
  const all = (where: string) => (where.startsWith("U") ? slack.dm(where) : slack.messages(where));
  /** The post of that operation there whose button can be pressed. */
  const withButton = (where: string, actionId: string, operation: string) => {
    const found = all(where).find(
      (post) => actionIds(post).includes(actionId) && JSON.stringify(post.blocks).includes(operation),
    );
    if (found === undefined) throw new Error(`no ${actionId} in ${where}`);
    return at(found);
  };
  const find = (where: string, words: string) =>
    slack.waitFor(() => all(where).find(({ text }) => text.includes(words)), {
      what: `“${words}” in ${where}`,
    });
  return { ...chatops, author: slack.as(joon), withButton, find };
}

const told = ({ slack }: Awaited<ReturnType<typeof startUpgraded>>, who: string, words: string) =>
  slack.waitFor(() => slack.ephemerals(who).find(({ text }) => text.includes(words)), {
    what: `${who} is told “${words}”`,
  });

describe("posts of the bot before, after the upgrade of its store", () => {
  it("are settled by their buttons, edited where Slack lets them, and answer whoever presses them later", async () => {
    const story = await startUpgraded();
    const { slack, author, withButton, find } = story;
    const old = withButton(joon, didNotArrive, unknownId);
    await slack.as(dana).click(withButton(onCall, arrived, unknownId), arrived);
    for (const where of [onCall, tests, joon]) {
      const post = await find(where, heading.arrived);
      expect(post.text).toContain(`<@${dana}>`);
      expect(actionIds(post)).toEqual([]);
    }
    // A conversation's post is the old one; a person's can't be edited, since nobody kept where it stands.
    expect(slack.messages(onCall).filter(({ threadTs }) => threadTs === null)).toHaveLength(1);
    expect(slack.dm(joon).filter(({ threadTs }) => threadTs === null)).toHaveLength(2);
    await author.click(old, didNotArrive);
    expect((await told(story, joon, en.settle.already)).text).toContain(`<@${dana}>`);
    await author.click(old, "messages.repeat");
    await told(story, joon, en.repeat.not.arrived);
    expect(author.views()).toEqual([]);
    expect(sends(story.platform)).toEqual([]);
    expect(slack.findings).toEqual([]);
  });

  it("send an unknown outcome again, once, and say so wherever it is told", async () => {
    const story = await startUpgraded();
    const { slack, author, platform, withButton, find } = story;
    const old = withButton(joon, "messages.repeat", unknownId);
    await slack.as(dana).click(withButton(onCall, didNotArrive, unknownId), didNotArrive);
    await find(joon, heading.notArrived);
    await author.click(old, "messages.repeat");
    const form = await slack.waitFor(() => author.views()[0], { what: "the form" });
    expect(JSON.stringify(form.blocks)).toContain("Hello there");
    await author.fill("reason", "nothing came");
    expect(await author.submit()).toMatchObject({ kind: "closed" });
    for (const where of [onCall, joon]) await find(where, heading.sentAgain);
    expect(sends(platform)).toMatchObject([
      { body: { message: { to: "01000000010", text: "Hello there" } } },
    ]);
    await author.click(old, "messages.repeat");
    await told(story, joon, en.repeat.already);
    expect(slack.findings).toEqual([]);
  });

  it("open what was refused in the form, which is sent once", async () => {
    const story = await startUpgraded();
    const { slack, author, platform, withButton, find } = story;
    const old = withButton(tests, "messages.edit", refusedId);
    await author.click(old, "messages.edit");
    await slack.waitFor(() => author.views().length === 1, { what: "the form" });
    await author.fillAll({ to: "joon" });
    expect(await author.submit()).toMatchObject({ kind: "cleared" });
    await find(tests, heading.accepted);
    await find(tests, heading.edited);
    expect(sends(platform)).toMatchObject([
      { body: { message: { to: "01000000001", text: "Hello there" } } },
    ]);
    expect(slack.messages(tests).filter((post) => actionIds(post).includes("messages.edit"))).toEqual([]);
    expect(slack.findings).toEqual([]);
  });
});
