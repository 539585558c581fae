import { describe, expect, it } from "vitest";
import { startChatops, storyModes } from "../support/chatops.ts";
import { joon, tests } from "../support/names.ts";
import { gif, jpg, pdf, picked, png, sha256, svg, tif } from "../support/sample-files.ts";
import { fileRequests, fillUploadForm, findPost, patience, upload, uploadIs } from "../support/uploads.ts";
import { en, noRight, reason } from "../support/words.ts";

const typed = { name: "Spring logo", link: "https://shop.example/spring" };

describe.each(storyModes)("/msg-upload over %s", (mode) => {
  it("sends the form's file to the platform unchanged, and makes one post", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform, log } = chatops;
    const file = picked("logo.png", png({ width: 300, height: 200 }));
    expect(await upload(chatops, file, { type: "CHAT", ...typed })).toMatchObject({ kind: "cleared" });
    const post = await findPost(chatops, uploadIs.accepted);
    const [stored] = platform.state.files.values();
    expect(stored).toMatchObject({ type: "CHAT", originalName: "Spring logo", link: typed.link });
    expect(platform.state.fileHashes.get(stored!.fileId)).toBe(sha256(file.bytes));
    for (const words of ["Spring logo", "CHAT", "300×200", stored!.fileId, en.files.vendors(true, true)]) {
      expect(post.text).toContain(words);
    }
    expect(post.text).not.toContain(en.outcomes.notConfirmed);
    expect(fileRequests(chatops)).toHaveLength(1);
    expect(log()).not.toContain(slack.botToken);
  });

  it("is also a message shortcut, which uploads the message's file", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform, person } = chatops;
    const file = picked("menu.pdf", pdf());
    const { ts } = person.upload({ ...file, conversation: tests });
    await person.messageShortcut("upload_this_file", { conversation: tests, ts });
    await person.hasOpen(1);
    expect(person.shown()).toContain("menu.pdf");
    await person.submits("cleared");
    await findPost(chatops, uploadIs.accepted);
    const [stored] = platform.state.files.values();
    expect(platform.state.fileHashes.get(stored!.fileId)).toBe(sha256(file.bytes));
    const said = person.say(tests, "no file here");
    await person.messageShortcut("upload_this_file", { conversation: tests, ts: said.ts });
    await slack.as(joon).reads(en.files.upload.noFiles);
  });

  it("is also a global shortcut, which is refused to a person without the right", async () => {
    const { slack } = await startChatops({ mode, env: { FILE_MANAGERS: "U0DANA" } });
    await slack.as("U0DANA").shortcut("upload_file");
    await slack.as("U0DANA").hasOpen(1);
    await slack.as(joon).command("/msg-upload");
    await slack.as(joon).reads(noRight(en.files.notAllowed));
    expect(slack.as(joon).views()).toEqual([]);
  });
});

describe.each(storyModes)("an uploaded file over %s", (mode) => {
  it.each([
    ["PNG", picked("a.png", png()), "300×200"],
    ["JPG", picked("a.jpg", jpg()), "640×480"],
    ["TIFF", picked("a.tif", tif()), "50×40"],
    ["PDF", picked("a.pdf", pdf()), ""],
    ["PNG called JPG", picked("a.jpg", png()), "300×200"],
  ])("can be a %s that is uploaded without a type, a name or a link", async (_, file, pixels) => {
    const chatops = await startChatops({ mode });
    await upload(chatops, file);
    const post = await findPost(chatops, uploadIs.accepted);
    const [stored] = chatops.platform.state.files.values();
    expect(stored).toMatchObject({ type: "DOCUMENT", link: null });
    expect(stored!.originalName).toBe(stored!.name);
    expect(chatops.platform.state.fileHashes.get(stored!.fileId)).toBe(sha256(file.bytes));
    expect(post.text).toContain(`${uploadIs.accepted} · ${file.name}`);
    expect(post.text).toContain(pixels);
    expect(Object.keys(fileRequests(chatops)[0]?.body as object)).toEqual(["file"]);
  });

  it.each(["DOCUMENT", "CHAT", "MMS"])(
    "can have the type %s, with or without a name and a link",
    async (type) => {
      const chatops = await startChatops({ mode });
      const { platform } = chatops;
      const files = [jpg({ width: 1 }), jpg({ width: 2 }), jpg({ width: 3 }), jpg({ width: 4 })];
      const forms = [{}, { name: typed.name }, { link: typed.link }, typed];
      for (const [index, more] of forms.entries()) {
        await upload(chatops, picked(`${index}.jpg`, files[index]!), { type, ...more });
        const name = "name" in more ? more.name : `${index}.jpg`;
        await chatops.slack.waitFor(() => platform.state.files.size === index + 1, patience);
        await findPost(chatops, `${uploadIs.accepted} · ${name}`);
      }
      const stored = [...platform.state.files.values()];
      expect(stored.every((one) => one.type === type)).toBe(true);
      const [bare, named, linked, both] = stored;
      for (const one of [bare!, linked!]) expect(one.originalName).toBe(one.name);
      for (const one of [named!, both!]) expect(one).toMatchObject({ originalName: typed.name });
      expect(stored.map(({ link }) => link)).toEqual([null, null, typed.link, typed.link]);
      expect([...platform.state.fileHashes.values()]).toEqual(files.map(sha256));
    },
  );

  it.each([
    ["MMS", 204_800],
    ["CHAT", 512_000],
    ["DOCUMENT", 2_097_152],
  ])("of type %s can have exactly the size limit, and not a byte more", async (type, limit) => {
    const chatops = await startChatops({ mode });
    const { platform } = chatops;
    await upload(chatops, picked("at.png", png({ sizeBytes: limit })), { type });
    await findPost(chatops, uploadIs.accepted);
    const [stored] = platform.state.files.values();
    expect(stored).toMatchObject({ type, fileSize: limit });
    const over = picked("over.gif", Buffer.concat([gif(), Buffer.alloc(limit)]));
    const result = await upload(chatops, over, { type });
    expect(result).toMatchObject({ kind: "errors" });
    expect(JSON.stringify(result)).toContain("too large");
    // A picture may be made smaller, so that the form takes one that Slack calls too large; its bytes are counted.
    await chatops.slack.as(joon).closeView();
    await upload(chatops, picked("counted.png", png({ width: 299, sizeBytes: limit + 1 })), { type });
    await findPost(chatops, [
      `${uploadIs.notSent} · counted.png`,
      reason(type === "MMS" ? "FileTooBig" : "FileTooLarge"),
    ]);
    expect(fileRequests(chatops)).toHaveLength(1);
  });

  it.each([
    ["an SVG", picked("a.jpg", svg()), undefined, "FileFormat"],
    ["words called .png", picked("a.png", Buffer.from("just words")), undefined, "FileFormat"],
    ["half a JPEG", picked("a.jpg", jpg().subarray(0, 60)), undefined, "FileDamaged"],
    ["a PDF as MMS", picked("a.pdf", pdf()), "MMS", "FileNotPicture"],
  ])("is refused, with the reason, if it is %s", async (_, file, type, code) => {
    const chatops = await startChatops({ mode });
    await upload(chatops, file, type === undefined ? {} : { type });
    await findPost(chatops, [uploadIs.notSent, reason(code)]);
    expect(fileRequests(chatops)).toEqual([]);
  });

  it("shows errors on its file and link fields before it is downloaded", async () => {
    const chatops = await startChatops({ mode });
    const empty = await upload(chatops, picked("a.png", Buffer.alloc(0)), { link: "javascript:alert(1)" });
    expect(empty).toMatchObject({
      kind: "errors",
      errors: { file: en.files.upload.issues.empty, link: en.files.upload.issues.link },
    });
    expect(fileRequests(chatops)).toEqual([]);
    await chatops.slack.as(joon).closeView();
    const person = await fillUploadForm(chatops, null);
    await person.submits("client_error");
  });
});
