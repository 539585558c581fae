import { describe, expect, it } from "vitest";
import type { Actor } from "../../sandbox/slack/index.ts";
import { oneMode, startChatops, storyModes } from "../support/chatops.ts";
import {
  actionIds,
  arrived,
  at,
  dana,
  didNotArrive,
  joon,
  mina,
  onCall,
  tests,
  topLevel,
} from "../support/unknown-outcome.ts";
import { en, heading, ko, titled } from "../support/words.ts";

const { unknownsCard, message, says, several } = en.outcomes;
const unresolved = "messages.unsettled";

/** Sends five messages without a reply, one after the other. */
async function startSilence({
  mode,
  silent = 0,
  env = {},
  conversation = tests,
}: {
  mode: "socket" | "http";
  silent?: number;
  env?: object;
  conversation?: string;
}) {
  const names = ["one", "two", "three", "four", "five"];
  const chatops = await startChatops({
    mode,
    endsSilence: true,
    env: {
      TEST_RECIPIENTS: names.map((name, index) => `${name}:0102000000${index + 1}`).join(),
      ...env,
    },
  });
  const { slack, platform } = chatops;
  for (const [index, name] of names.entries()) {
    if (index >= names.length - silent) platform.faults.next({ kind: "silence" });
    else platform.faults.next({ kind: "reset", when: "after" });
    await slack.as(joon).command("/msg-send", `${name} Hello there`, { conversation });
    await slack.waitFor(() => unknowns(slack, conversation) === index + 1);
  }
  const find = () =>
    slack.waitFor(() => topLevel({ slack }, onCall).find(({ text }) => isUnknownsCard(text)), {
      what: "the card",
    });
  const reads = (words: string) =>
    slack.waitFor(() => topLevel({ slack }, onCall).some(({ text }) => text.includes(words)), {
      what: `on-call reads “${words}”`,
    });
  /** The lines in the card's thread, once there are so many. */
  const lines = async (count: number) => {
    const { ts } = await find();
    const told = () => slack.messages(onCall).filter(({ threadTs }) => threadTs === ts);
    await slack.waitFor(() => told().length === count, { what: `${count} lines` });
    return told().map(({ text }) => text);
  };
  const open = async (person: Actor) => {
    await person.click(at(await find()), unresolved);
    return slack.waitFor(() => person.views()[0], { what: "the form" });
  };
  return { ...chatops, find, reads, lines, open };
}

type Silence = Awaited<ReturnType<typeof startSilence>>;

function unknowns(slack: Silence["slack"], where: string): number {
  return topLevel({ slack }, where).filter(({ text }) => text.startsWith(heading.unknown)).length;
}

function isUnknownsCard(text: string): boolean {
  return /^(?:☑️|❓ Outcome unknown: \d)/u.test(text);
}

/** Rows of the form, by the ids of the blocks that hold their buttons. */
function rows(person: Actor): string[] {
  const blocks = person.views()[0]?.blocks ?? [];
  return blocks.filter(({ type }) => type === "actions").map((block) => String(block["block_id"]));
}

describe.each(storyModes)("on-call's card of unknown outcomes, over %s", (mode) => {
  it("is one post, with a line in its thread for each later outcome", async () => {
    const story = await startSilence({ mode });
    const { slack, find, reads, lines } = story;
    await reads(several.title(5, 5));
    const post = await find();
    for (const name of ["one", "two", "three", "four", "five"]) expect(post.text).toContain(`${name} (010-`);
    expect(post.text).not.toMatch(/0102000/);
    const asked = Array.from({ length: 5 }, () => [arrived, didNotArrive]).flat();
    expect(actionIds(post)).toEqual([...asked, unresolved, "oncall.take"]);
    expect(topLevel(story, onCall)).toHaveLength(1);
    const told = await lines(4);
    expect(told).toEqual(
      ["two (010-****-0002)", "three (010-****-0003)", "four (010-****-0004)", "five (010-****-0005)"].map(
        (name) => `${titled("unknown", message, name)} · <@${joon}>`,
      ),
    );
    expect(slack.findings).toEqual([]);
  });

  it("is resolved message by message in a form, and closes after the last one", async () => {
    const story = await startSilence({ mode });
    const { slack, reads, open, find, lines, log } = story;
    const person = slack.as(dana);
    await reads(several.title(5, 5));
    await open(person);
    for (let left = 5; left > 0; left -= 1) {
      const [id = ""] = await slack.waitFor(
        () => {
          const shown = rows(person);
          return shown.length === left ? shown : undefined;
        },
        { what: `${left} rows` },
      );
      await person.click({ view: true }, left === 5 ? arrived : didNotArrive, { blockId: id });
    }
    await slack.waitFor(() => JSON.stringify(person.views()[0]).includes(unknownsCard.none));
    await reads(unknownsCard.closed(5));
    expect(actionIds(await find())).toEqual([]);
    const told = await lines(9);
    expect(told).toContain(
      `${message} · three (010-****-0003) · <@${dana}>${says.did_not_arrive} <@${joon}>`,
    );
    expect(topLevel(story, onCall)).toHaveLength(1);
    for (const post of topLevel(story, onCall)) expect(actionIds(post)).toEqual([]);
    expect(slack.findings).toEqual([]);
    expect(log()).not.toContain('"level":50');
  });
});

describe("on-call's card of unknown outcomes", () => {
  const mode = oneMode;

  it("closes after late answers, reports on other posts, and messages sent again", async () => {
    const story = await startSilence({ mode, silent: 2 });
    const { slack, platform, reads } = story;
    await reads(several.title(5, 5));
    platform.faults.release();
    await reads(several.title(3, 5));
    const author = slack.as(joon);
    const own = (name: string) =>
      slack.waitFor(() =>
        slack.dm(joon).find(({ text, threadTs }) => threadTs === null && text.includes(`${name} (010-`)),
      );
    await author.click(at(await own("one")), arrived);
    await author.click(at(await own("two")), didNotArrive);
    await reads(several.title(1, 5));
    await author.click(at(await own("three")), "messages.repeat");
    await slack.waitFor(() => author.views().length === 1, { what: "the form" });
    await author.fill("reason", "nothing came");
    await author.submit();
    await reads(unknownsCard.closed(5));
    expect(topLevel(story, onCall)).toHaveLength(1);
    expect(slack.findings).toEqual([]);
  });

  it("can be opened by the messages' author, and not by others", async () => {
    const { slack, find, reads, open } = await startSilence({ mode });
    await reads(several.title(5, 5));
    await open(slack.as(joon));
    expect(rows(slack.as(joon))).toHaveLength(5);
    await slack.as(mina).click(at(await find()), unresolved);
    await slack.waitFor(() => slack.ephemerals(mina).find(({ text }) => text.includes(en.resolve.notYours)));
    expect(slack.as(mina).views()).toEqual([]);
    expect(slack.findings).toEqual([]);
  });

  it("says in a second person's form who reported first", async () => {
    const { slack, reads, open } = await startSilence({ mode });
    await reads(several.title(5, 5));
    const [first, second] = [slack.as(dana), slack.as(joon)];
    await open(first);
    await open(second);
    const [id = ""] = rows(first);
    await first.click({ view: true }, arrived, { blockId: id });
    await reads(several.title(4, 5));
    await second.click({ view: true }, didNotArrive, { blockId: id });
    const shown = await slack.waitFor(() => {
      const view = JSON.stringify(second.views()[0]?.blocks);
      return view.includes(en.resolve.already) ? view : undefined;
    });
    expect(shown).toContain(dana);
    expect(rows(second)).toHaveLength(4);
    expect(slack.findings).toEqual([]);
  });

  it("isn't posted for messages whose results are in on-call's conversation already", async () => {
    const { slack, app } = await startSilence({ mode, conversation: onCall });
    await app.stop();
    expect(unknowns(slack, onCall)).toBe(5);
    expect(topLevel({ slack }, onCall).filter(({ text }) => isUnknownsCard(text))).toEqual([]);
    expect(slack.findings).toEqual([]);
  });

  it("is worded in Korean for a Korean team", async () => {
    const { slack } = await startSilence({ mode, env: { LOCALE: "ko" } });
    const title = ko.outcomes.several.title(5, 5);
    const post = await slack.waitFor(() =>
      topLevel({ slack }, onCall).find(({ text }) => text.startsWith(title)),
    );
    expect(post.text).toContain(ko.outcomes.several.ask);
    expect(slack.findings).toEqual([]);
  });
});
