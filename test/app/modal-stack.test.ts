import { describe, expect, it } from "vitest";
import { type Chatops, startChatops } from "../support/chatops.ts";
import { joon } from "../support/names.ts";
import { jpg, picked } from "../support/sample-files.ts";
import { sends } from "../support/sends.ts";
import { findPost } from "../support/uploads.ts";
import { en, heading } from "../support/words.ts";

/** Opens the history from Home. */
async function openHistory({ slack }: Chatops) {
  const person = slack.as(joon);
  const top = () => person.views().at(-1);
  const shows = (depth: number, words: string) =>
    slack.waitFor(() => person.views().length === depth && JSON.stringify(top()?.blocks).includes(words), {
      what: `${words} in modal ${depth}`,
    });
  await person.openHome();
  await slack.as(joon).seesOnHome(en.home.asOf);
  await person.click({ home: true }, "history.open", { blockId: "start" });
  await shows(1, "history.open");
  const rowOf = (action: string) => {
    const newest = top()?.blocks.find((block) => JSON.stringify(block).includes(`"${action}"`));
    return { blockId: String(newest?.["block_id"]) };
  };
  return { person, shows, rowOf, typed: (field: string) => top()?.values[field]?.["value"] };
}

/** Opens history, details, and the form to send another one: three modals, as many as Slack stacks. */
async function editFromHome() {
  const chatops = await startChatops();
  await chatops.slack.as(joon).command("/msg-send", "joon Hello");
  await findPost(chatops, heading.accepted);
  const history = await openHistory(chatops);
  await history.person.press("history.open", history.rowOf("history.open"));
  await history.shows(2, en.history.story.asked);
  await history.person.press("messages.anew");
  await history.shows(3, en.send.asJson);
  return { ...chatops, ...history };
}

describe("a send form that is the third modal, Slack's maximum", () => {
  it("is replaced by its confirmation, which leads back to the form", async () => {
    const { slack, platform, person, shows, typed } = await editFromHome();
    await person.submits("updated", { to: "010-2345-6789" });
    await shows(3, en.confirm.costs);
    await person.press("messages.back");
    await shows(3, en.send.asJson);
    expect(typed("text")).toMatchObject({ value: "Hello" });
    await person.submits("updated", { text: "Hello again" });
    await person.submits("cleared");
    await slack.waitFor(() => sends(platform).length === 2);
    expect(sends(platform)[1]?.body).toMatchObject({ message: { to: "01023456789", text: "Hello again" } });
  });

  it("is replaced by its confirmation for a message written as JSON", async () => {
    const { person, shows } = await editFromHome();
    await person.press("messages.json");
    await shows(3, en.send.fields.json.label);
    const message = { to: "01023456789", from: "0212345678", text: "Hello" };
    await person.submits("updated", { json: JSON.stringify(message) });
    await shows(3, en.confirm.costs);
  });

  it("asks for the attached image again after the way back, in the rare field of its kind, and sends it", async () => {
    const { slack, platform, person, shows } = await editFromHome();
    const image = picked("table.jpg", jpg({ sizeBytes: 20_000 }));
    const has = (field: string) =>
      slack.waitFor(() =>
        person
          .views()
          .at(-1)
          ?.blocks.some(({ block_id }) => block_id === field),
      );
    await person.fill("kind", "chat");
    await has("chat.pfId");
    await person.press("messages.more");
    await has("image");
    await person.chooses("chat.pfId", platform.state.channels[0]?.pfId ?? "");
    await person.submits("updated", { to: "010-2345-6789", image });
    await shows(3, "table.jpg");
    await person.press("messages.back");
    await shows(3, en.send.imageAgain);
    await has("image");
    await person.submits("updated", { image });
    await person.submits("cleared");
    await slack.waitFor(() => sends(platform).length === 2);
    const [fileId] = platform.state.files.keys();
    expect(sends(platform)[1]?.body).toMatchObject({ message: { chatOptions: { imageId: fileId } } });
  });
});
