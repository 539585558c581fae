import { describe, expect, it } from "vitest";
import { startChatops, storyModes } from "../support/chatops.ts";
import { dana, joon, mina, onCall, tests } from "../support/names.ts";
import type { Person, StorySlack } from "../support/story-slack.ts";
import { actionIds, arrived, didNotArrive } from "../support/unknown-outcome.ts";
import { en, heading, titled } from "../support/words.ts";

const { unknownsCard, message, says, several } = en.outcomes;
const unresolved = "messages.unsettled";

const names = ["one", "two", "three", "four", "five"];
const env = { TEST_RECIPIENTS: names.map((name, index) => `${name}:0102000000${index + 1}`).join() };

/** Sends five messages without a reply, one after the other; to the last `silent` of them one comes later. */
async function startSilence({ mode = "socket", silent = 0, conversation = tests }: Silence = {}) {
  const chatops = await startChatops({ mode, endsSilence: true, env });
  const { slack, platform, person: author } = chatops;
  for (const [index, name] of names.entries()) {
    if (index >= names.length - silent) platform.faults.next({ kind: "silence" });
    else platform.faults.next({ kind: "reset", when: "after" });
    await author.command("/msg-send", `${name} Hello there`, { conversation });
    await slack.waitFor(() => unknowns(slack, conversation) === index + 1);
  }
  const find = () =>
    slack.waitFor(() => slack.posts(onCall).find(({ text }) => isUnknownsCard(text)), { what: "the card" });
  const reads = (words: string) => slack.post(words, onCall);
  /** The lines in the card's thread, once there are so many. */
  const lines = async (count: number) => {
    const { ts } = await find();
    const told = () => slack.messages(onCall).filter(({ threadTs }) => threadTs === ts);
    await slack.waitFor(() => told().length === count, { what: `${count} lines` });
    return told().map(({ text }) => text);
  };
  const open = async (person: Person) => person.opensAt(await find(), unresolved);
  return { ...chatops, find, reads, lines, open };
}

type Silence = { mode?: "socket" | "http"; silent?: number; conversation?: string };

const unknowns = (slack: StorySlack, where: string) =>
  slack.posts(where).filter(({ text }) => text.startsWith(heading.unknown)).length;

const isUnknownsCard = (text: string) => /^(?:☑️|❓ Outcome unknown: \d)/u.test(text);

/** Rows of the form, by the ids of the blocks that hold their buttons. */
function rows(person: Person): string[] {
  const blocks = person.views()[0]?.blocks ?? [];
  return blocks.filter(({ type }) => type === "actions").map((block) => String(block["block_id"]));
}

describe.each(storyModes)("on-call's card of unknown outcomes, over %s", (mode) => {
  it("is one post, with a line in its thread for each later unknown outcome", async () => {
    const story = await startSilence({ mode });
    const { find, reads, lines } = story;
    await reads(several.title(5, 5));
    const post = await find();
    for (const name of names) expect(post.text).toContain(`${name} (010-`);
    expect(post.text).not.toMatch(/0102000/);
    expect(actionIds(post)).toEqual([unresolved, "oncall.take"]);
    expect(story.slack.posts(onCall)).toHaveLength(1);
    const told = await lines(4);
    expect(told).toEqual(
      ["two (010-****-0002)", "three (010-****-0003)", "four (010-****-0004)", "five (010-****-0005)"].map(
        (name) => `${titled("unknown", message, name)} · <@${joon}>`,
      ),
    );
  });

  it("is resolved message by message in a form, and closes after the last message", async () => {
    const story = await startSilence({ mode });
    const { slack, reads, open, find, lines, log } = story;
    const person = slack.as(dana);
    await reads(several.title(5, 5));
    await open(person);
    for (let left = 5; left > 0; left -= 1) {
      await slack.waitFor(() => rows(person).length === left, { what: `${left} rows` });
      const [id = ""] = rows(person);
      await person.press(left === 5 ? arrived : didNotArrive, { blockId: id });
    }
    await person.sees(unknownsCard.none);
    await reads(unknownsCard.closed(5));
    expect(actionIds(await find())).toEqual([]);
    const told = await lines(9);
    expect(told).toContain(
      `${message} · three (010-****-0003) · <@${joon}>, <@${dana}>${says.did_not_arrive}`,
    );
    expect(story.slack.posts(onCall)).toHaveLength(1);
    for (const post of story.slack.posts(onCall)) expect(actionIds(post)).toEqual([]);
    expect(log()).not.toContain('"level":50');
  });
});

describe("on-call's card of unknown outcomes", () => {
  it("closes when late answers, reports on other posts and sending again resolve its messages", async () => {
    const story = await startSilence({ silent: 2 });
    const { slack, platform, reads } = story;
    await reads(several.title(5, 5));
    platform.faults.release();
    await reads(several.title(3, 5));
    const author = slack.as(joon);
    const own = (name: string) => slack.post(`${name} (010-`, joon);
    await author.click(await own("one"), arrived);
    await author.click(await own("two"), didNotArrive);
    await reads(several.title(1, 5));
    await author.opensAt(await own("three"), "messages.repeat");
    await author.fill("reason", "nothing came");
    await author.submit();
    await reads(unknownsCard.closed(5));
    expect(story.slack.posts(onCall)).toHaveLength(1);
  });

  it("can be opened by the author of its messages, and not by others", async () => {
    const { slack, find, reads, open } = await startSilence();
    await reads(several.title(5, 5));
    await open(slack.as(joon));
    expect(rows(slack.as(joon))).toHaveLength(5);
    await slack.as(mina).click(await find(), unresolved);
    await slack.as(mina).reads(en.resolve.notYours);
    expect(slack.as(mina).views()).toEqual([]);
  });

  it("shows in a second person's form who reported the outcome first", async () => {
    const { slack, reads, open } = await startSilence();
    await reads(several.title(5, 5));
    const [first, second] = [slack.as(dana), slack.as(joon)];
    await open(first);
    await open(second);
    const [id = ""] = rows(first);
    await first.press(arrived, { blockId: id });
    await reads(several.title(4, 5));
    await second.press(didNotArrive, { blockId: id });
    await second.sees(en.resolve.already);
    expect(second.shown()).toContain(dana);
    expect(rows(second)).toHaveLength(4);
  });

  it("isn't posted for messages whose results are already in on-call's conversation", async () => {
    const { slack, app } = await startSilence({ conversation: onCall });
    await app.stop();
    expect(unknowns(slack, onCall)).toBe(5);
    expect(slack.posts(onCall).filter(({ text }) => isUnknownsCard(text))).toEqual([]);
  });
});
