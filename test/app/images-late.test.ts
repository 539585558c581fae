import { describe, expect, it } from "vitest";
import { startChatops } from "../support/chatops.ts";
import { jpg, picked } from "../support/sample-files.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { at } from "../support/unknown-outcome.ts";
import { fileRequests, findPost, joon, tests } from "../support/uploads.ts";
import { en, heading } from "../support/words.ts";

const uploadTitle = en.terms.upload.outcomes.title;

/** An MMS that is held back: the platform answers the upload of its image only now. */
async function startLate(fault: { kind: "silence"; errorCode?: string }) {
  const chatops = await startChatops({ endsSilence: true });
  const { slack, platform } = chatops;
  const form = await openSendForm(slack, joon, tests);
  await form.kind("MMS", "image");
  const image = picked("table.jpg", jpg());
  await form.person.fillAll({ to: "joon", text: "Your table", image });
  platform.faults.next(fault, { path: "/storage" });
  await form.person.submit();
  const post = await findPost(chatops, en.outcomes.imageFirst.unknown);
  await findPost(chatops, uploadTitle.unknown(en.files.kind.upload));
  platform.faults.release();
  return { ...chatops, form, post, image };
}

type Late = Awaited<ReturnType<typeof startLate>>;

async function edit({ form, post, slack }: Late) {
  await form.person.click(at(post), "messages.edit");
  await slack.waitFor(() => form.person.views()[0], { what: "the form" });
  expect(form.valueOf("text")).toMatchObject({ value: "Your table" });
  expect(form.valueOf("to")).toMatchObject({ value: expect.stringContaining("010") });
}

describe("a message held back by a late answer about its image", () => {
  it("opens again without the image if that was refused, and takes another one", async () => {
    const late = await startLate({ kind: "silence", errorCode: "Forbidden" });
    const { form, platform } = late;
    await findPost(late, uploadTitle.refused(en.files.kind.upload));
    await edit(late);
    expect(form.names()).toContain("image");
    await form.person.fill("image", late.image);
    expect(await form.person.submit()).toMatchObject({ kind: "cleared" });
    await findPost(late, `${heading.accepted} MMS`);
    await findPost(late, heading.edited);
    const [fileId] = platform.state.files.keys();
    expect(platform.state.files.size).toBe(1);
    expect(sends(platform)).toMatchObject([{ body: { message: { text: "Your table", imageId: fileId } } }]);
  });

  it("opens again with the image if that was accepted, and uploads nothing again", async () => {
    const late = await startLate({ kind: "silence" });
    const { form, platform } = late;
    await findPost(late, uploadTitle.accepted(en.files.kind.upload));
    await edit(late);
    const [fileId] = platform.state.files.keys();
    expect(form.valueOf("imageId")).toMatchObject({ selected_option: { value: fileId } });
    expect(await form.person.submit()).toMatchObject({ kind: "cleared" });
    await findPost(late, `${heading.accepted} MMS`);
    expect(fileRequests(late)).toHaveLength(1);
    expect(sends(platform)).toMatchObject([{ body: { message: { text: "Your table", imageId: fileId } } }]);
  });
});
