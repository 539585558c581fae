import { describe, expect, it } from "vitest";
import { type Chatops, startChatops, storyModes } from "../support/chatops.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { actionIds, at, dana, joon, tests } from "../support/unknown-outcome.ts";
import { en, heading } from "../support/words.ts";

const another = "messages.anew";

/** Opens the details of the only post. */
async function openStory({ slack }: Chatops, who: string) {
  const post = await slack.waitFor(() => slack.messages(tests)[0], { what: "the result" });
  const value = /"value":"([^"]+)"/.exec(JSON.stringify(post.blocks))?.[1];
  const before = slack.ephemerals(who).length;
  await slack.as(who).click(at(post), "history.open", { value: String(value) });
  return slack.waitFor(() => slack.ephemerals(who)[before], { what: "its story" });
}

describe.each(storyModes)("“Send again” on an accepted message over %s", (mode) => {
  it("opens the filled form for its author, from the post's details", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform } = chatops;
    const author = slack.as(joon);
    await author.command("/msg-send", "joon Hello there", { conversation: tests });
    const story = await openStory(chatops, joon);
    expect(actionIds(slack.messages(tests)[0]!)).toEqual([]);
    await author.click({ ephemeral: story }, another);
    await slack.waitFor(() => author.views().length === 1, { what: "the form" });
    await author.fill("text", "Hello once more");
    expect(await author.submit()).toMatchObject({ kind: "cleared" });
    await slack.waitFor(() => slack.messages(tests)[1], { what: "the second result" });

    const bodies = sends(platform).map(({ body }) => JSON.stringify(body));
    expect(bodies[0]).toContain('"text":"Hello there"');
    expect(bodies[1]).toBe(bodies[0]?.replace("Hello there", "Hello once more"));
    // It is a message of its own: the first one's post doesn't mention it.
    for (const post of slack.messages(tests)) expect(post.text).toContain(heading.accepted);
    expect(slack.messages(tests).filter(({ threadTs }) => threadTs !== null)).toEqual([]);
    expect(slack.findings).toEqual([]);
  });
});

describe("“Send again” on an accepted message", () => {
  it("is on the post in the author's direct message", async () => {
    const { slack, platform } = await startChatops({ env: { RESULTS_CHANNEL: "" } });
    const author = slack.as(joon);
    await author.command("/msg-send", "", { conversation: tests });
    await slack.waitFor(() => author.views().length === 1, { what: "the form" });
    await author.fillAll({ to: "joon", text: "Hello", channel: null });
    expect(await author.submit()).toMatchObject({ kind: "cleared" });
    const post = await slack.waitFor(() => slack.dm(joon)[0], { what: "the result" });
    expect(actionIds(post)).toEqual([another]);
    expect(JSON.stringify(post.blocks)).not.toContain('"primary"');
    await author.click(at(post), another);
    await slack.waitFor(() => author.views().length === 1, { what: "the form" });
    expect(author.views()[0]?.values["text"]?.["value"]).toMatchObject({ value: "Hello" });
    expect(sends(platform)).toHaveLength(1);
    expect(slack.findings).toEqual([]);
  });

  it("opens as JSON if the form's fields can't hold the message", async () => {
    const { slack, platform } = await startChatops();
    const form = await openSendForm(slack, joon, tests);
    const { person, shows } = form;
    await person.click({ view: true }, "messages.json");
    await shows("json");
    const buttons = Array.from({ length: 40 }, (_, index) => ({ buttonName: `n${index}`, buttonType: "WL" }));
    const message = {
      to: "01000000001",
      from: "0212345678",
      text: "Hi",
      chatOptions: { pfId: "p", buttons },
    };
    platform.faults.next({ kind: "refuse", errorCode: "ValidationError" }, { path: "/messages" });
    await person.fill("json", JSON.stringify(message));
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    const post = await slack.waitFor(() => slack.messages(tests)[0], { what: "the refusal" });
    await person.click(at(post), "messages.edit");
    await shows("json");
    expect(JSON.parse(String(form.valueOf("json")?.["value"]))).toEqual({ message });
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    await slack.waitFor(() => sends(platform).length === 2, { what: "the message sent again" });
    expect(slack.findings).toEqual([]);
  });

  it("isn't offered to operators in another's details, or in the list of the history", async () => {
    const chatops = await startChatops();
    const { slack } = chatops;
    await slack.as(joon).command("/msg-send", "joon Hello", { conversation: tests });
    const operators = await openStory(chatops, dana);
    expect(operators.text).toContain(en.history.story.asked);
    expect(JSON.stringify(operators.blocks)).not.toContain(another);
    const before = slack.ephemerals(joon).length;
    await slack.as(joon).command("/msg-history", "", { conversation: tests });
    const list = await slack.waitFor(() => slack.ephemerals(joon)[before], { what: "the list" });
    expect(JSON.stringify(list.blocks)).not.toContain(another);
    expect(slack.findings).toEqual([]);
  });
});
