import { describe, expect, it } from "vitest";
import type { PickedFile } from "../../sandbox/slack/index.ts";
import {
  type Chatops,
  type ChatopsOptions,
  startAppOn,
  startChatops,
  storyModes,
} from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { deliveryOf } from "../support/forged.ts";
import { jpg, pdf, picked, webp } from "../support/sample-files.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { actionIds, at } from "../support/unknown-outcome.ts";
import { uploadOne } from "../support/uploaded.ts";
import { fileRequests, findPost, joon, tests, upload } from "../support/uploads.ts";
import { en, heading, reason, titled } from "../support/words.ts";

const { imageFirst } = en.outcomes;
const photo = () => picked("table.jpg", jpg({ sizeBytes: 20_000 }));
const to = { to: "01000000001", from: "0212345678" };

async function startForm(kind: string, field: string, options: ChatopsOptions = {}) {
  const chatops = await startChatops(options);
  const form = await openSendForm(chatops.slack, joon, tests);
  await form.kind(kind, field);
  return { ...chatops, form };
}

async function sendMms(file: PickedFile, options: ChatopsOptions = {}, recipient = "joon") {
  const story = await startForm("MMS", "image", options);
  const { form } = story;
  await form.person.fillAll({ to: recipient, text: "Your table", image: file });
  return story;
}

const bodyOf = (chatops: Chatops, index = 0) => sends(chatops.platform)[index]?.body;
const fileIdOf = ({ platform }: Chatops) => [...platform.state.files.keys()].at(-1);

describe.each(storyModes)("an image attached to a message, over %s", (mode) => {
  it("is uploaded first, then sent with the message: two requests, one post", async () => {
    const file = photo();
    const story = await sendMms(file, { mode });
    expect(await story.form.person.submit()).toMatchObject({ kind: "cleared" });
    await findPost(story, titled("accepted", "MMS", "joon (010-****-0001)"));
    const [uploaded, ...others] = fileRequests(story);
    expect(others).toEqual([]);
    expect(uploaded?.body).toEqual({ file: "<20000 bytes>", type: "MMS" });
    const message = { ...to, type: "MMS", text: "Your table", imageId: fileIdOf(story) };
    expect(bodyOf(story)).toEqual({ message, agent: expect.anything() });
    expect(story.slack.messages(tests)).toHaveLength(1);
    expect(story.slack.findings).toEqual([]);
  });

  it("holds the message back when it isn't accepted, and the post says why", async () => {
    const story = await sendMms(photo(), { mode });
    const { form, platform, slack } = story;
    const fault = { kind: "refuse", status: 402, errorCode: "NotEnoughBalance" } as const;
    platform.faults.next(fault, { path: "/storage" });
    expect(await form.person.submit()).toMatchObject({ kind: "cleared" });
    const post = await findPost(story, titled("not_sent", "MMS", "joon (010-****-0001)"));
    expect(post.text).toContain(`${en.outcomes.imageFirst.failed} ${reason("NotEnoughBalance")}`);
    expect(sends(platform)).toEqual([]);
    expect(slack.messages(tests)).toHaveLength(1);

    // The form opens again filled in, and takes the image once more.
    await form.person.click(at(post), "messages.edit");
    await slack.waitFor(() => form.person.views()[0], { what: "the form" });
    expect(form.valueOf("text")).toMatchObject({ value: "Your table" });
    await form.person.fill("image", photo());
    expect(await form.person.submit()).toMatchObject({ kind: "cleared" });
    await findPost(story, heading.accepted);
    await findPost(story, heading.edited);
    expect(bodyOf(story)).toMatchObject({ message: { imageId: fileIdOf(story), text: "Your table" } });
  });
});

describe("an image attached to a message", () => {
  it("is used again, without a second upload, after the message was refused", async () => {
    const story = await sendMms(photo(), {}, "refused");
    const { form, platform, slack } = story;
    await form.person.submit();
    const post = await findPost(story, heading.refused);
    await form.person.click(at(post), "messages.edit");
    await slack.waitFor(() => form.person.views()[0], { what: "the form" });
    const fileId = fileIdOf(story);
    expect(form.valueOf("imageId")).toMatchObject({ selected_option: { value: fileId } });
    await form.person.fill("to", "joon");
    await form.person.submit();
    await findPost(story, heading.accepted);
    expect(fileRequests(story)).toHaveLength(1);
    const message = { ...to, type: "MMS", text: "Your table", imageId: fileId };
    expect(bodyOf(story, 1)).toEqual({ message, agent: expect.anything() });
    expect(platform.state.messages).toHaveLength(1);
  });

  it("is named in the confirmation, and uploaded only after it", async () => {
    const story = await sendMms(photo(), {}, "01023456789");
    const { form } = story;
    const pushed = await form.person.submit();
    expect(pushed).toMatchObject({ kind: "pushed" });
    expect(JSON.stringify(form.person.views().at(-1)?.blocks)).toContain("table.jpg");
    expect(fileRequests(story)).toEqual([]);
    const confirmed = await form.person.submit();
    expect(confirmed).toMatchObject({ kind: "cleared" });
    await findPost(story, heading.accepted);
    expect(bodyOf(story)).toMatchObject({ message: { to: "01023456789", imageId: fileIdOf(story) } });

    // Delivered again, the submission is answered with its outcome, even if its author may no longer manage files.
    await story.app.stop();
    await startAppOn(story, { env: { FILE_MANAGERS: "U0MINA" } });
    const again = await story.slack.redeliver(deliveryOf(confirmed).id, { newEnvelope: true });
    expect(JSON.stringify(again.ack?.body)).toContain(
      en.common.submitted(en.outcomes.title.accepted(en.outcomes.message)),
    );
  });

  it("is uploaded as a CHAT file for a CTI message, and sent in chatOptions", async () => {
    const story = await startForm("CTI", "image");
    const { form } = story;
    const pfId = story.platform.state.channels[0]?.pfId ?? "";
    await form.choose("chat.pfId", pfId);
    await form.person.fillAll({ to: "joon", text: "Hi", image: photo() });
    await form.person.submit();
    await findPost(story, heading.accepted);
    expect(fileRequests(story)[0]?.body).toMatchObject({ type: "CHAT" });
    const chatOptions = { pfId, imageId: fileIdOf(story) };
    expect(bodyOf(story)).toEqual({
      message: { ...to, type: "CTI", text: "Hi", chatOptions },
      agent: expect.anything(),
    });
  });

  it("can be chosen by its file name if it was uploaded before", async () => {
    const chatops = await startChatops();
    await upload(chatops, photo(), { type: "MMS" });
    await findPost(chatops, en.terms.upload.outcomes.title?.accepted(en.files.kind.upload) ?? "");
    const fileId = fileIdOf(chatops) ?? "";
    const form = await openSendForm(chatops.slack, joon, tests);
    await form.kind("MMS", "imageId");
    await form.person.fillAll({ to: "joon", text: "Hi" });
    await form.choose("imageId", "table", fileId);
    await form.person.submit();
    await findPost(chatops, heading.accepted.concat(" MMS"));
    expect(bodyOf(chatops)).toEqual({
      message: { ...to, type: "MMS", text: "Hi", imageId: fileId },
      agent: expect.anything(),
    });
    expect(fileRequests(chatops)).toHaveLength(1);
  });

  it("is named in the confirmation also if it was uploaded before", async () => {
    const chatops = await startChatops();
    await upload(chatops, photo(), { type: "MMS" });
    await findPost(chatops, en.terms.upload.outcomes.title?.accepted(en.files.kind.upload) ?? "");
    const fileId = fileIdOf(chatops) ?? "";
    const form = await openSendForm(chatops.slack, joon, tests);
    await form.kind("MMS", "imageId");
    await form.person.fillAll({ to: "010-2345-6789", text: "Hi" });
    await form.choose("imageId", "table", fileId);
    expect(await form.person.submit()).toMatchObject({ kind: "pushed" });
    const shown = JSON.stringify(form.person.views().at(-1)?.blocks);
    expect(shown).toContain("table.jpg");
    expect(shown).not.toContain(fileId);
  });

  it("can be chosen also if it was uploaded as a DOCUMENT", async () => {
    const chatops = await startChatops();
    const { fileId } = await uploadOne(chatops, "plan.png", "DOCUMENT");
    await uploadOne(chatops, "plan.pdf", "DOCUMENT");
    const form = await openSendForm(chatops.slack, joon, tests);
    await form.kind("MMS", "imageId");
    const offered = JSON.stringify(await form.person.suggest("imageId", "plan"));
    expect(offered).toContain("plan.png · DOCUMENT");
    expect(offered).not.toContain("plan.pdf");
    await form.person.fillAll({ to: "joon", text: "Hi" });
    await form.choose("imageId", "plan", fileId);
    expect(await form.person.submit()).toMatchObject({ kind: "cleared" });
    await findPost(chatops, heading.accepted.concat(" MMS"));
    expect(bodyOf(chatops)).toMatchObject({ message: { type: "MMS", imageId: fileId } });
  });

  it("is refused on its field if it is too large, or if there are two", async () => {
    const story = await sendMms(picked("big.jpg", jpg({ sizeBytes: 300_000 })));
    const { form } = story;
    expect(await form.person.submit()).toMatchObject({
      kind: "errors",
      errors: { image: expect.stringContaining(en.files.upload.shrinks) },
    });
    await form.person.fill("image", { ...picked("big.jpg", webp(300_000)), mimetype: "image/webp" });
    expect(await form.person.submit()).toMatchObject({ errors: { image: imageFirst.format("WEBP") } });
    await form.person.fill("image", photo());
    await form.more("imageId");
    await form.choose("imageId", "ST01", "ST01");
    expect(await form.person.submit()).toMatchObject({ errors: { image: en.issues.twoImages } });
    expect(fileRequests(story)).toEqual([]);
  });

  it("has no field for a person who may not upload", async () => {
    const { form } = await startForm("MMS", "imageId", { env: { FILE_MANAGERS: "U0DANA" } });
    expect(form.names()).not.toContain("image");
  });

  it.each([
    ["a document", pdf(2000), imageFirst.reasons.FileNotPicture.says],
    ["another format", webp(2000), imageFirst.format("WEBP")],
  ])("isn't sent if it is %s, and the post says why", async (_, bytes, says) => {
    const story = await sendMms(picked("table.jpg", bytes));
    await story.form.person.submit();
    const post = await findPost(story, heading.notSent);
    expect(post.text).toContain(says);
    expect(actionIds(post)).toEqual(["messages.edit"]);
    expect(sends(story.platform)).toEqual([]);
  });

  it("holds the message back if its outcome is unknown, and on-call gets a post about it", async () => {
    const story = await sendMms(photo(), { endsSilence: true });
    story.platform.faults.next({ kind: "silence" }, { path: "/storage" });
    await story.form.person.submit();
    const post = await findPost(story, heading.notSent);
    expect(post.text).toContain(en.outcomes.imageFirst.unknown);
    expect(sends(story.platform)).toEqual([]);
    await eventually(() => expect(story.slack.messages("C0ONCALL")).toHaveLength(1));
  });

  it("can't be named in JSON as “(attached)”: the message is not sent", async () => {
    const { form, platform, slack } = await startForm("auto", "text");
    await form.person.click({ view: true }, "messages.json");
    await form.shows("json");
    await form.person.fill("json", JSON.stringify({ ...to, text: "Hi", imageId: "(attached)" }));
    expect(await form.person.submit()).toMatchObject({ kind: "cleared" });
    await slack.waitFor(() => slack.messages(tests).find(({ text }) => text.includes(heading.notSent)));
    expect(sends(platform)).toEqual([]);
  });

  it("counts once for the daily limit, and not if it is refused", async () => {
    const story = await sendMms(photo(), { env: { DAILY_SEND_LIMIT: "1" } });
    const { form, platform, slack } = story;
    platform.faults.next({ kind: "refuse", errorCode: "ValidationError" }, { path: "/storage" });
    await form.person.submit();
    const post = await findPost(story, heading.notSent);
    await form.person.click(at(post), "messages.edit");
    await slack.waitFor(() => form.person.views()[0], { what: "the form" });
    await form.person.fill("image", photo());
    await form.person.submit();
    await findPost(story, heading.accepted);
    expect(fileRequests(story)).toHaveLength(2);
    const again = await openSendForm(slack, joon, tests);
    await again.person.fillAll({ to: "joon", text: "One more" });
    expect(JSON.stringify(await again.person.submit())).toContain(en.issues.overLimit(1));
  });
});

it("history details of an upload and of its message name each other", async () => {
  const story = await sendMms(photo());
  await story.form.person.submit();
  const post = await findPost(story, heading.accepted);
  const person = story.slack.as(joon);
  const value = /"value":"([^"]+)"/.exec(JSON.stringify(post.blocks))?.[1] ?? "";
  const told = async (id: string) => {
    const before = story.slack.ephemerals(joon).length;
    await person.command("/msg-history", id, { conversation: tests });
    return await story.slack.waitFor(() => story.slack.ephemerals(joon)[before]);
  };
  const { follows, followedBy } = en.history.story;
  const uploadId = value.replace(/:send$/, "");
  const leadsTo = (text: string, id: string) =>
    expect.arrayContaining([
      expect.objectContaining({
        elements: [expect.objectContaining({ text: expect.objectContaining({ text }), value: id })],
      }),
    ]);
  expect((await told(value)).blocks).toEqual(leadsTo(follows, uploadId));
  expect((await told(uploadId)).blocks).toEqual(leadsTo(followedBy, value));
});

it("the image search finds a decomposed file name, whether typed composed or decomposed", async () => {
  const chatops = await startChatops();
  const name = "가격표.jpg";
  await upload(chatops, picked(name.normalize("NFD"), jpg()), { type: "MMS" });
  await findPost(chatops, en.terms.upload.outcomes.title.accepted(en.files.kind.upload));
  const form = await openSendForm(chatops.slack, joon, tests);
  await form.kind("MMS", "imageId");
  for (const typed of ["가격", "가격".normalize("NFD")]) {
    const [first] = await form.person.suggest("imageId", typed);
    expect(JSON.stringify(first)).toContain(name);
  }
});
