import { describe, expect, it } from "vitest";
import { type Chatops, oneMode, startAppOn, startChatops, storyModes } from "../support/chatops.ts";
import { dana, joon, onCall, tests } from "../support/unknown-outcome.ts";
import { en } from "../support/words.ts";

const { title, over } = en.platform;
const env = { TEST_RECIPIENTS: "joon:01000000001" };

const read = ({ slack }: Pick<Chatops, "slack">) =>
  slack.messages(onCall).map(({ text }) => text.split("\n")[0]);

const told = (chatops: Chatops, words: string) =>
  chatops.slack.waitFor(() => read(chatops).includes(words), { what: words });

const send = ({ slack }: Chatops) =>
  slack.as(joon).command("/msg-send", "joon Hello", { conversation: tests });

describe.each(storyModes)("the platform monitor over %s", (mode) => {
  it("posts once that the key is refused, and edits the post when it is over", async () => {
    const chatops = await startChatops({ mode, env });
    const { slack, platform } = chatops;
    const refusal = { kind: "refuse", errorCode: "Unauthorized", status: 401 } as const;
    platform.faults.next(refusal, { path: "/messages", times: 2 });
    await send(chatops);
    await told(chatops, title.key);
    await send(chatops);
    await slack.waitFor(() => platform.requests.length === 2);
    await send(chatops);
    await told(chatops, over.key);
    await slack.waitFor(() => read(chatops).length === 2, { what: "the line under it" });
    const [post, line] = slack.messages(onCall);
    expect(post!.text).toContain(over.key);
    expect(line).toMatchObject({ threadTs: post!.ts });
    expect(slack.findings).toEqual([]);
  });
});

describe("the platform monitor", () => {
  it("posts an empty balance once over a restart, and shows it on on-call's Home", async () => {
    const chatops = await startChatops({ mode: oneMode, env });
    const { slack, platform } = chatops;
    const refusal = { kind: "refuse", errorCode: "NotEnoughBalance", status: 402 } as const;
    platform.faults.next(refusal, { path: "/messages", times: 2 });
    await send(chatops);
    await told(chatops, title.balance);
    await chatops.app.stop();
    await startAppOn(chatops, { mode: oneMode, env });
    await send(chatops);
    await slack.waitFor(() => platform.requests.length === 2);
    await slack.as(dana).openHome();
    await slack.waitFor(() => JSON.stringify(slack.home(dana)?.blocks ?? []).includes(title.balance));
    expect(read(chatops)).toEqual([title.balance]);
    await send(chatops);
    await told(chatops, over.balance);
    expect(slack.findings).toEqual([]);
  });

  it("posts nothing without ONCALL_CHANNEL", async () => {
    const chatops = await startChatops({ mode: oneMode, env: { ...env, ONCALL_CHANNEL: "" } });
    chatops.platform.faults.next(
      { kind: "refuse", errorCode: "NotEnoughBalance", status: 402 },
      { path: "/messages" },
    );
    await send(chatops);
    await chatops.slack.waitFor(() => chatops.slack.messages(tests).length === 1);
    expect(read(chatops)).toEqual([]);
    expect(chatops.log()).not.toContain('"level":50');
  });
});
