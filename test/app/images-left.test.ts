import { describe, expect, it } from "vitest";
import { startChatops } from "../support/chatops.ts";
import { jpg, picked } from "../support/sample-files.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { at } from "../support/unknown-outcome.ts";
import { findPost, joon, tests } from "../support/uploads.ts";
import { en, heading } from "../support/words.ts";

const photo = () => picked("table.jpg", jpg({ sizeBytes: 20_000 }));
const { imageLeft, imageAgain } = en.send;

/** A form that an image is attached to. */
async function startAttached(kind: "MMS" | "chat", to = "joon") {
  const chatops = await startChatops();
  const form = await openSendForm(chatops.slack, joon, tests);
  await form.kind(kind, kind === "MMS" ? "image" : "chat.pfId");
  if (kind === "chat") await form.more("image");
  await form.person.fillAll({ to, text: "Your table", image: photo() });
  const top = () => JSON.stringify(form.person.views().at(-1)?.blocks ?? []);
  const notificationFor = (words: string) =>
    chatops.slack.waitFor(() => top().includes(words), { what: words });
  return { ...chatops, ...form, top, notificationFor };
}

describe("a form that no longer has its attached image", () => {
  it.each(["MMS", "chat"] as const)("says so after %s is turned into JSON", async (kind) => {
    const { person, notificationFor, platform, ...form } = await startAttached(kind);
    if (kind === "chat") await form.choose("chat.pfId", platform.state.channels[0]?.pfId ?? "");
    await person.click({ view: true }, "messages.json");
    await notificationFor(imageLeft);
    const { message } = JSON.parse(String(form.valueOf("json")?.["value"]));
    expect(message).toMatchObject({ to: "01000000001", from: "0212345678", text: "Your table" });
  });

  it("says so after another kind was chosen", async () => {
    const { person, kind, notificationFor, platform, slack } = await startAttached("chat");
    await kind("LMS", "subject");
    await notificationFor(imageLeft);
    await kind("MMS", "image");
    await person.fill("image", photo());
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    await slack.waitFor(() => sends(platform).length === 1);
    expect(sends(platform)[0]?.body).toMatchObject({ message: { type: "MMS", imageId: expect.anything() } });
  });

  it("says so, and sends nothing, when it is submitted before the other kind is shown", async () => {
    const { person, notificationFor, names, platform, slack } = await startAttached("MMS");
    slack.faults.webApi({ method: "views.update", kind: "error", error: "internal_error", times: 1 });
    await person.fill("kind", "LMS");
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    await notificationFor(imageLeft);
    expect(names()).not.toContain("image");
    expect(sends(platform)).toEqual([]);
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    await slack.waitFor(() => sends(platform).length === 1);
    expect(sends(platform)[0]?.body).toMatchObject({ message: { type: "LMS", text: "Your table" } });
  });

  it("asks for the image again after its upload was refused", async () => {
    const story = await startAttached("chat");
    const { person, choose, platform, slack, names, notificationFor } = story;
    await choose("chat.pfId", platform.state.channels[0]?.pfId ?? "");
    platform.faults.next({ kind: "refuse", errorCode: "ValidationError" }, { path: "/storage" });
    await person.submit();
    const post = await findPost(story, heading.notSent);
    await person.click(at(post), "messages.edit");
    await slack.waitFor(() => person.views()[0], { what: "the form" });
    await notificationFor(imageAgain);
    expect(names()).toContain("image");
  });
});
