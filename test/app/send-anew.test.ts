import { describe, expect, it } from "vitest";
import { type Chatops, startChatops, storyModes } from "../support/chatops.ts";
import { dana, joon, tests } from "../support/names.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { actionIds } from "../support/unknown-outcome.ts";
import { en, heading } from "../support/words.ts";

const another = "messages.anew";

/** Opens the details of the only post. */
async function openStory({ slack }: Chatops, who: string) {
  const post = await slack.post();
  const value = /"value":"([^"]+)"/.exec(JSON.stringify(post.blocks))?.[1];
  return slack.as(who).isAnswered(() => slack.as(who).click(post, "history.open", { value: String(value) }));
}

describe.each(storyModes)("“Send again” on an accepted message over %s", (mode) => {
  it("opens the filled form for its author, from the post's details", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform } = chatops;
    const author = slack.as(joon);
    await author.command("/msg-send", "joon Hello there");
    const story = await openStory(chatops, joon);
    expect(actionIds(slack.messages(tests)[0]!)).toEqual([]);
    await author.opensAt(story, another);
    await author.submits("cleared", { text: "Hello once more" });
    await slack.waitFor(() => slack.messages(tests)[1], { what: "the second result" });

    const bodies = sends(platform).map(({ body }) => JSON.stringify(body));
    expect(bodies[0]).toContain('"text":"Hello there"');
    expect(bodies[1]).toBe(bodies[0]?.replace("Hello there", "Hello once more"));
    // It is a message of its own: the first one's post doesn't mention it.
    for (const post of slack.messages(tests)) expect(post.text).toContain(heading.accepted);
    expect(slack.messages(tests).filter(({ threadTs }) => threadTs !== null)).toEqual([]);
  });
});

describe("“Send again” on an accepted message", () => {
  it("is a button on the result post in the author's direct message", async () => {
    const { slack, platform } = await startChatops({ env: { RESULTS_CHANNEL: "" } });
    const author = slack.as(joon);
    await author.opens("/msg-send");
    await author.submits("cleared", { to: "joon", text: "Hello", channel: null });
    const post = await slack.post("", joon);
    expect(actionIds(post)).toEqual([another]);
    expect(JSON.stringify(post.blocks)).not.toContain('"primary"');
    await author.opensAt(post, another);
    expect(author.views()[0]?.values["text"]?.["value"]).toMatchObject({ value: "Hello" });
    expect(sends(platform)).toHaveLength(1);
  });

  it("opens its form as JSON when the form's fields can't hold the message", async () => {
    const { slack, platform } = await startChatops();
    const form = await openSendForm(slack);
    const { person, shows, presses } = form;
    await presses("messages.json", "json");
    const buttons = Array.from({ length: 40 }, (_, index) => ({ buttonName: `n${index}`, buttonType: "WL" }));
    const message = {
      to: "01000000001",
      from: "0212345678",
      text: "Hi",
      chatOptions: { pfId: "p", buttons },
    };
    platform.faults.next({ kind: "refuse", errorCode: "ValidationError" }, { path: "/messages" });
    await person.submits("cleared", { json: JSON.stringify(message) });
    const post = await slack.post();
    await person.click(post, "messages.edit");
    await shows("json");
    expect(form.json()).toEqual({ message });
    await person.submits("cleared");
    await slack.waitFor(() => sends(platform).length === 2, { what: "the message sent again" });
  });

  it("isn't offered to operators in another person's details, or in /msg-history's list", async () => {
    const chatops = await startChatops();
    const { slack } = chatops;
    await slack.as(joon).command("/msg-send", "joon Hello");
    const operators = await openStory(chatops, dana);
    expect(operators.text).toContain(en.history.story.asked);
    expect(JSON.stringify(operators.blocks)).not.toContain(another);
    const list = await slack.as(joon).asks("/msg-history");
    expect(JSON.stringify(list.blocks)).not.toContain(another);
  });
});
