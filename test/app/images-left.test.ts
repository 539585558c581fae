import { describe, expect, it } from "vitest";
import { startChatops } from "../support/chatops.ts";
import { jpg, picked } from "../support/sample-files.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { fileRequests, findPost, uploadIs } from "../support/uploads.ts";
import { en, heading } from "../support/words.ts";

const photo = () => picked("table.jpg", jpg({ sizeBytes: 20_000 }));
const { imageLeft, imageAgain } = en.send;

/** A form that an image is attached to. */
async function startAttached(kind: "MMS" | "chat", to = "joon") {
  const chatops = await startChatops();
  const form = await openSendForm(chatops.slack);
  await form.kind(kind, kind === "MMS" ? "image" : "chat.pfId");
  if (kind === "chat") await form.more("image");
  await form.person.fillAll({ to, text: "Your table", image: photo() });
  const top = () => form.person.shown();
  const notificationFor = (words: string) =>
    chatops.slack.waitFor(() => top().includes(words), { what: words });
  return { ...chatops, ...form, top, notificationFor };
}

describe("a send form that loses its attached image", () => {
  it.each(["MMS", "chat"] as const)("says so when a %s message is turned into JSON", async (kind) => {
    const { person, notificationFor, platform, ...form } = await startAttached(kind);
    if (kind === "chat") await form.choose("chat.pfId", platform.state.channels[0]?.pfId ?? "");
    await person.press("messages.json");
    await notificationFor(imageLeft);
    const { message } = form.json();
    expect(message).toMatchObject({ to: "01000000001", from: "0212345678", text: "Your table" });
  });

  it("says so when another kind of message is chosen", async () => {
    const { person, kind, notificationFor, platform, slack } = await startAttached("chat");
    await kind("LMS", "subject");
    await notificationFor(imageLeft);
    await kind("MMS", "image");
    await person.submits("cleared", { image: photo() });
    await slack.waitFor(() => sends(platform).length === 1);
    expect(sends(platform)[0]?.body).toMatchObject({ message: { type: "MMS", imageId: expect.anything() } });
  });

  it("says so, and sends nothing, when it is submitted before the new kind is shown", async () => {
    const { person, notificationFor, names, platform, slack } = await startAttached("MMS");
    slack.faults.webApi({ method: "views.update", kind: "error", error: "internal_error", times: 1 });
    await person.submits("updated", { kind: "LMS" });
    await notificationFor(imageLeft);
    expect(names()).not.toContain("image");
    expect(sends(platform)).toEqual([]);
    await person.submits("cleared");
    await slack.waitFor(() => sends(platform).length === 1);
    expect(sends(platform)[0]?.body).toMatchObject({ message: { type: "LMS", text: "Your table" } });
  });

  it("asks for the image again after its upload was refused", async () => {
    const story = await startAttached("chat");
    const { person, choose, platform, names, notificationFor } = story;
    await choose("chat.pfId", platform.state.channels[0]?.pfId ?? "");
    platform.faults.next({ kind: "refuse", errorCode: "ValidationError" }, { path: "/storage" });
    await person.submit();
    const post = await findPost(story, heading.notSent);
    await person.opensAt(post, "messages.edit");
    await notificationFor(imageAgain);
    expect(names()).toContain("image");
  });
});

/** An MMS that is held back: the platform answers the upload of its image only now. */
async function startLate(fault: { kind: "silence"; errorCode?: string }) {
  const chatops = await startChatops({ endsSilence: true });
  const { slack, platform } = chatops;
  const form = await openSendForm(slack);
  await form.kind("MMS", "image");
  const image = picked("table.jpg", jpg());
  await form.person.fillAll({ to: "joon", text: "Your table", image });
  platform.faults.next(fault, { path: "/storage" });
  await form.person.submit();
  const post = await findPost(chatops, en.outcomes.imageFirst.unknown);
  await findPost(chatops, uploadIs.unknown);
  platform.faults.release();
  return { ...chatops, form, post, image };
}

type Late = Awaited<ReturnType<typeof startLate>>;

async function edit({ form, post }: Late) {
  await form.person.opensAt(post, "messages.edit");
  expect(form.valueOf("text")).toMatchObject({ value: "Your table" });
  expect(form.valueOf("to")).toMatchObject({ value: expect.stringContaining("010") });
}

describe("a message not sent because its image was unknown", () => {
  it("takes a new image in its form after a late answer refuses the first one", async () => {
    const late = await startLate({ kind: "silence", errorCode: "Forbidden" });
    const { form, platform } = late;
    await findPost(late, uploadIs.refused);
    await edit(late);
    expect(form.names()).toContain("image");
    await form.person.submits("cleared", { image: late.image });
    await findPost(late, `${heading.accepted} MMS`);
    await findPost(late, heading.edited);
    const [fileId] = platform.state.files.keys();
    expect(platform.state.files.size).toBe(1);
    expect(sends(platform)).toMatchObject([{ body: { message: { text: "Your table", imageId: fileId } } }]);
  });

  it("keeps the image in its form after a late answer accepts it, without a second upload", async () => {
    const late = await startLate({ kind: "silence" });
    const { form, platform } = late;
    await findPost(late, uploadIs.accepted);
    await edit(late);
    const [fileId] = platform.state.files.keys();
    expect(form.valueOf("imageId")).toMatchObject({ selected_option: { value: fileId } });
    await form.person.submits("cleared");
    await findPost(late, `${heading.accepted} MMS`);
    expect(fileRequests(late)).toHaveLength(1);
    expect(sends(platform)).toMatchObject([{ body: { message: { text: "Your table", imageId: fileId } } }]);
  });
});
