import { describe, expect, it } from "vitest";
import type { Fault } from "../../sandbox/platform/faults.ts";
import { type Chatops, startChatops, storyModes } from "../support/chatops.ts";
import { fillStore } from "../support/earlier-operations.ts";
import { dana, joon, tests } from "../support/names.ts";
import { storyNow } from "../support/story-clock.ts";
import { en, heading, ko } from "../support/words.ts";

const { home } = en;
const env = { TEST_RECIPIENTS: "joon:01000000001,mina@U0MINA:01087654321" };
const shown = ({ slack }: Chatops, who: string) => slack.as(who).home();

async function open(chatops: Chatops, who: string, words: string = home.asOf) {
  await chatops.slack.as(who).openHome();
  return chatops.slack.waitFor(() => shown(chatops, who).includes(words) && shown(chatops, who), {
    what: `“${words}” on the Home of ${who}`,
  });
}

const count = (where: string, words: string) => where.split(words).length - 1;

describe.each(storyModes)("Home over %s", (mode) => {
  it("shows ten of a thousand messages, and counts all questions that wait for an answer", async () => {
    const chatops = await startChatops({
      ...{ mode, env },
      before: ({ env: { DATABASE_URL = "" } }) =>
        fillStore(DATABASE_URL, {
          ...{ count: 1000, endedMs: storyNow().getTime(), phoneOwner: "U0MINJI" },
          author: (index) => (index % 2 === 0 ? dana : "U0MINJI"),
        }),
    });
    expect(count(await open(chatops, dana), heading.accepted)).toBe(10);
    const questions = await open(chatops, "U0MINJI", ko.home.asOf);
    expect(count(questions, heading.accepted)).toBe(10);
    expect(questions).toContain(ko.home.waiting(50));
    expect(questions).toContain(ko.lists.more(42));
  });

  it.each([
    ["doesn't answer", { kind: "silence" }],
    ["refuses the API key", { kind: "refuse", errorCode: "Unauthorized", status: 401 }],
    ["answers 403", { kind: "refuse", errorCode: "Forbidden", status: 403 }],
    ["answers 500", { kind: "html500" }],
    ["resets the connection", { kind: "reset", when: "before" }],
    ["answers without JSON", { kind: "garbage" }],
    [
      "answers without a message id",
      { kind: "status", status: 200, body: { statusCode: "2000", messageId: null } },
    ],
    [
      "answers with unknown fields",
      {
        ...{ kind: "status", status: 200 },
        body: { statusCode: "2000", messageId: "M1", groupId: null, type: null, extra: { x: [1] } },
      },
    ],
  ] satisfies [string, Fault][])("shows a message's outcome when the platform %s", async (_, fault) => {
    const chatops = await startChatops({ mode, env, endsSilence: true });
    const { slack, platform } = chatops;
    platform.faults.always(fault);
    await open(chatops, joon);
    await slack.as(joon).command("/msg-send", "mina Hello");
    const marks = [heading.accepted, heading.refused, heading.unknown];
    const result = await slack.waitFor(
      () => slack.messages(tests).find(({ text }) => marks.some((mark) => text.startsWith(mark))),
      { what: "the result" },
    );
    const mark = marks.find((one) => result.text.startsWith(one)) ?? "";
    await slack.waitFor(() => shown(chatops, joon).includes(mark), { what: `${mark} on Home` });
    expect(result.text).not.toContain("Hello");
    // The phone's owner is asked only about a message that may have arrived.
    const isAsked = mark !== heading.refused;
    if (isAsked) await slack.waitFor(() => slack.dm("U0MINA").length === 1, { what: "the question" });
    await open(chatops, "U0MINA");
    expect(shown(chatops, "U0MINA").includes(en.receipts.buttons.did_not_arrive)).toBe(isAsked);
    expect(shown(chatops, "U0MINA")).not.toContain("Hello");
    expect(slack.dm("U0MINA")).toHaveLength(isAsked ? 1 : 0);
  });
});
