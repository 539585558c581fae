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
import { tests } from "../support/names.ts";
import { jpg, pdf, picked, png, webp } from "../support/sample-files.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { actionIds } from "../support/unknown-outcome.ts";
import { fileRequests, findPost, upload, uploadIs } from "../support/uploads.ts";
import { en, heading, reason, titled } from "../support/words.ts";

const { imageFirst } = en.outcomes;
const photo = () => picked("table.jpg", jpg({ sizeBytes: 20_000 }));
const to = { to: "01000000001", from: "0212345678" };

async function startForm(kind: string, field: string, options: ChatopsOptions = {}) {
  const chatops = await startChatops(options);
  const form = await openSendForm(chatops.slack);
  await form.kind(kind, field);
  return { ...chatops, form };
}

async function sendMms(image: PickedFile, options: ChatopsOptions = {}, recipient = "joon") {
  const story = await startForm("MMS", "image", options);
  const { person } = story;
  await person.fillAll({ to: recipient, text: "Your table", image });
  return story;
}

/** The form of an MMS, after files were uploaded. */
async function startUploaded(...files: PickedFile[]) {
  const chatops = await startChatops();
  for (const file of files) {
    await upload(chatops, file, { type: file.mimetype === "image/jpeg" ? "MMS" : "DOCUMENT" });
    await findPost(chatops, `${uploadIs.accepted} · ${file.name.normalize("NFC")}`);
  }
  const form = await openSendForm(chatops.slack);
  await form.kind("MMS", "imageId");
  return { ...chatops, form, fileId: [...chatops.platform.state.files.keys()][0] ?? "" };
}

const bodyOf = (chatops: Chatops, index = 0) => sends(chatops.platform)[index]?.body;
const fileIdOf = ({ platform }: Chatops) => [...platform.state.files.keys()].at(-1);

describe.each(storyModes)("an image attached to a message, over %s", (mode) => {
  it("is uploaded first and then sent with the message, in two HTTP requests and one post", async () => {
    const file = photo();
    const story = await sendMms(file, { mode });
    const { person } = story;
    await person.submits("cleared");
    await findPost(story, titled("accepted", "MMS", "joon (010-****-0001)"));
    const [uploaded, ...others] = fileRequests(story);
    expect(others).toEqual([]);
    expect(uploaded?.body).toEqual({ file: "<20000 bytes>", type: "MMS" });
    const message = { ...to, type: "MMS", text: "Your table", imageId: fileIdOf(story) };
    expect(bodyOf(story)).toEqual({ message, agent: expect.anything() });
    expect(story.slack.messages(tests)).toHaveLength(1);
  });

  it("keeps its message from being sent when its upload is refused, and the post says why", async () => {
    const story = await sendMms(photo(), { mode });
    const { form, platform, slack, person } = story;
    const fault = { kind: "refuse", status: 402, errorCode: "NotEnoughBalance" } as const;
    platform.faults.next(fault, { path: "/storage" });
    await person.submits("cleared");
    const post = await findPost(story, titled("not_sent", "MMS", "joon (010-****-0001)"));
    expect(post.text).toContain(`${en.outcomes.imageFirst.failed} ${reason("NotEnoughBalance")}`);
    expect(sends(platform)).toEqual([]);
    expect(slack.messages(tests)).toHaveLength(1);

    // The form opens again filled in, and takes the image once more.
    await person.opensAt(post, "messages.edit");
    expect(form.valueOf("text")).toMatchObject({ value: "Your table" });
    await person.submits("cleared", { image: photo() });
    await findPost(story, heading.accepted);
    await findPost(story, heading.edited);
    expect(bodyOf(story)).toMatchObject({ message: { imageId: fileIdOf(story), text: "Your table" } });
  });
});

describe("an image attached to a message", () => {
  it("is reused without a second upload when its refused message is edited and sent", async () => {
    const story = await sendMms(photo(), {}, "refused");
    const { form, platform, person } = story;
    await person.submit();
    const post = await findPost(story, heading.refused);
    await person.opensAt(post, "messages.edit");
    const fileId = fileIdOf(story);
    expect(form.valueOf("imageId")).toMatchObject({ selected_option: { value: fileId } });
    await person.fill("to", "joon");
    await person.submit();
    await findPost(story, heading.accepted);
    expect(fileRequests(story)).toHaveLength(1);
    const message = { ...to, type: "MMS", text: "Your table", imageId: fileId };
    expect(bodyOf(story, 1)).toEqual({ message, agent: expect.anything() });
    expect(platform.state.messages).toHaveLength(1);
  });

  it("is named in the confirmation, and uploaded only after that is submitted", async () => {
    const story = await sendMms(photo(), {}, "01023456789");
    const { person } = story;
    const pushed = await person.submit();
    expect(pushed).toMatchObject({ kind: "pushed" });
    expect(person.shown()).toContain("table.jpg");
    expect(fileRequests(story)).toEqual([]);
    const confirmed = await person.submit();
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
    const { form, person } = story;
    const pfId = story.platform.state.channels[0]?.pfId ?? "";
    await form.choose("chat.pfId", pfId);
    await person.fillAll({ to: "joon", text: "Hi", image: photo() });
    await person.submit();
    await findPost(story, heading.accepted);
    expect(fileRequests(story)[0]?.body).toMatchObject({ type: "CHAT" });
    const chatOptions = { pfId, imageId: fileIdOf(story) };
    expect(bodyOf(story)).toEqual({
      message: { ...to, type: "CTI", text: "Hi", chatOptions },
      agent: expect.anything(),
    });
  });

  it("can be chosen by the file name of an earlier upload, which the confirmation shows", async () => {
    const story = await startUploaded(photo());
    const { form, fileId, person } = story;
    await form.choose("imageId", "table", fileId);
    await person.submits("pushed", { to: "010-2345-6789", text: "Hi" });
    expect(person.shown()).toContain("table.jpg");
    expect(person.shown()).not.toContain(fileId);
    await person.submits("cleared");
    await findPost(story, `${heading.accepted} MMS`);
    const message = { to: "01023456789", from: "0212345678", type: "MMS", text: "Hi", imageId: fileId };
    expect(bodyOf(story)).toEqual({ message, agent: expect.anything() });
    expect(fileRequests(story)).toHaveLength(1);
  });

  it("can be chosen among earlier uploads of type DOCUMENT", async () => {
    const story = await startUploaded(picked("plan.png", png()), picked("plan.pdf", pdf()));
    const { form, fileId, person } = story;
    const offered = JSON.stringify(await person.suggest("imageId", "plan"));
    expect(offered).toContain("plan.png · DOCUMENT");
    expect(offered).not.toContain("plan.pdf");
    await form.choose("imageId", "plan", fileId);
    await person.submits("cleared", { to: "joon", text: "Hi" });
    await findPost(story, `${heading.accepted} MMS`);
    expect(bodyOf(story)).toMatchObject({ message: { type: "MMS", imageId: fileId } });
  });

  it("is refused on its field if it is too large, or if an earlier image is chosen as well", async () => {
    const story = await sendMms(picked("big.jpg", jpg({ sizeBytes: 300_000 })));
    const { form, person } = story;
    await person.isRefused({ image: expect.stringContaining(en.files.upload.shrinks) });
    await person.isRefused(
      { image: imageFirst.format("WEBP") },
      { image: { ...picked("big.jpg", webp(300_000)), mimetype: "image/webp" } },
    );
    await person.fill("image", photo());
    await form.more("imageId");
    await form.choose("imageId", "ST01", "ST01");
    await person.isRefused({ image: en.issues.twoImages });
    expect(fileRequests(story)).toEqual([]);
  });

  it("has no field in the form of a person who may not upload", async () => {
    const { form } = await startForm("MMS", "imageId", { env: { FILE_MANAGERS: "U0DANA" } });
    expect(form.names()).not.toContain("image");
  });

  it.each([
    ["a PDF", pdf(2000), imageFirst.reasons.FileNotPicture.says],
    ["a WEBP", webp(2000), imageFirst.format("WEBP")],
  ])("keeps its message from being sent if it is %s, and the post says why", async (_, bytes, says) => {
    const story = await sendMms(picked("table.jpg", bytes));
    const { person } = story;
    await person.submit();
    const post = await findPost(story, heading.notSent);
    expect(post.text).toContain(says);
    expect(actionIds(post)).toEqual(["messages.edit"]);
    expect(sends(story.platform)).toEqual([]);
  });

  it("keeps its message from being sent when its outcome is unknown, and on-call gets a post about it", async () => {
    const story = await sendMms(photo(), { endsSilence: true });
    const { person } = story;
    story.platform.faults.next({ kind: "silence" }, { path: "/storage" });
    await person.submit();
    const post = await findPost(story, heading.notSent);
    expect(post.text).toContain(en.outcomes.imageFirst.unknown);
    expect(sends(story.platform)).toEqual([]);
    await eventually(() => expect(story.slack.messages("C0ONCALL")).toHaveLength(1));
  });

  it("can't be claimed in JSON by the id “(attached)”, and the message isn't sent", async () => {
    const { person, form, platform, slack } = await startForm("auto", "text");
    await form.presses("messages.json", "json");
    await person.submits("cleared", { json: JSON.stringify({ ...to, text: "Hi", imageId: "(attached)" }) });
    await slack.post(heading.notSent);
    expect(sends(platform)).toEqual([]);
  });

  it("counts as one with its message for the daily limit, and doesn't count when it is refused", async () => {
    const story = await sendMms(photo(), { env: { DAILY_SEND_LIMIT: "1" } });
    const { platform, slack, person } = story;
    platform.faults.next({ kind: "refuse", errorCode: "ValidationError" }, { path: "/storage" });
    await person.submit();
    const post = await findPost(story, heading.notSent);
    await person.opensAt(post, "messages.edit");
    await person.fill("image", photo());
    await person.submit();
    await findPost(story, heading.accepted);
    expect(fileRequests(story)).toHaveLength(2);
    const again = await openSendForm(slack);
    await again.person.fillAll({ to: "joon", text: "One more" });
    expect(JSON.stringify(await again.person.submit())).toContain(en.issues.overLimit(1));
  });
});

it("the history details of an uploaded image and of its message link to each other", async () => {
  const story = await sendMms(photo());
  const { person } = story;
  await person.submit();
  const post = await findPost(story, heading.accepted);
  const value = /"value":"([^"]+)"/.exec(JSON.stringify(post.blocks))?.[1] ?? "";
  const told = (id: string) => person.asks("/msg-history", id);
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

it("the image search finds a file name in decomposed Unicode, typed in either form", async () => {
  const name = "가격표.jpg";
  const { person } = await startUploaded(picked(name.normalize("NFD"), jpg()));
  for (const typed of ["가격", "가격".normalize("NFD")]) {
    const [first] = await person.suggest("imageId", typed);
    expect(JSON.stringify(first)).toContain(name);
  }
});
