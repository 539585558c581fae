import { describe, expect, it } from "vitest";
import { startChatops, storyModes } from "../support/chatops.ts";
import {
  gif,
  heif,
  jpg,
  pdf,
  picked,
  png,
  pngWith,
  sha256,
  svg,
  tif,
  webp,
  zip,
} from "../support/sample-files.ts";
import { fileRequests, fillUploadForm, findPost, joon, patience, tests, upload } from "../support/uploads.ts";
import { en, noRight, reason } from "../support/words.ts";

const { title } = en.terms.upload.outcomes;
const typed = { name: "Spring logo", link: "https://shop.example/spring" };

describe.each(storyModes)("/msg-upload over %s", (mode) => {
  it("brings the form's file to the platform unchanged, and makes one post", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform, log } = chatops;
    const file = picked("logo.png", png({ width: 300, height: 200 }));
    expect(await upload(chatops, file, { type: "CHAT", ...typed })).toMatchObject({ kind: "cleared" });
    const post = await findPost(chatops, title.accepted(en.files.kind.upload));
    const [stored] = platform.state.files.values();
    expect(stored).toMatchObject({ type: "CHAT", originalName: "Spring logo", link: typed.link });
    expect(platform.state.fileHashes.get(stored!.fileId)).toBe(sha256(file.bytes));
    for (const words of ["Spring logo", "CHAT", "300×200", stored!.fileId, en.files.vendors(true, true)]) {
      expect(post.text).toContain(words);
    }
    expect(post.text).not.toContain(en.outcomes.notConfirmed);
    expect(fileRequests(chatops)).toHaveLength(1);
    expect(slack.findings).toEqual([]);
    expect(log()).not.toContain(slack.botToken);
  });

  it("is also a message shortcut, which takes the message's file", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform } = chatops;
    const person = slack.as(joon);
    const file = picked("menu.pdf", pdf());
    const { ts } = person.upload({ ...file, conversation: tests });
    await person.messageShortcut("upload_this_file", { conversation: tests, ts });
    await slack.waitFor(() => person.views().length === 1, { ...patience, what: "the form" });
    expect(JSON.stringify(person.views()[0]?.blocks)).toContain("menu.pdf");
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    await findPost(chatops, title.accepted(en.files.kind.upload));
    const [stored] = platform.state.files.values();
    expect(platform.state.fileHashes.get(stored!.fileId)).toBe(sha256(file.bytes));
    const said = person.say(tests, "no file here");
    await person.messageShortcut("upload_this_file", { conversation: tests, ts: said.ts });
    await slack.waitFor(() =>
      slack.ephemerals(joon).some(({ text }) => text.includes(en.files.upload.noFiles)),
    );
  });

  it("is also a global shortcut, and is refused to a person without the right", async () => {
    const chatops = await startChatops({ mode, env: { FILE_MANAGERS: "U0DANA" } });
    const { slack } = chatops;
    await slack.as("U0DANA").shortcut("upload_file");
    await slack.waitFor(() => slack.as("U0DANA").views().length === 1, { ...patience, what: "the form" });
    await slack.as(joon).command("/msg-upload", "", { conversation: tests });
    await slack.waitFor(() =>
      slack.ephemerals(joon).some(({ text }) => text.includes(noRight(en.files.notAllowed))),
    );
    expect(slack.as(joon).views()).toEqual([]);
  });
});

describe.each(storyModes)("an uploaded file over %s", (mode) => {
  it.each([
    ["PNG", picked("a.png", png()), "300×200"],
    ["JPG", picked("a.jpg", jpg()), "640×480"],
    ["JPG called JPEG", picked("a.jpeg", jpg()), "640×480"],
    ["TIFF", picked("a.tif", tif()), "50×40"],
    ["PDF", picked("a.pdf", pdf()), ""],
    ["GIF", picked("a.gif", gif()), "30×20"],
    ["PNG called JPG", picked("a.jpg", png()), "300×200"],
  ])("can be a %s without a type, a name or a link", async (_, file, pixels) => {
    const chatops = await startChatops({ mode });
    await upload(chatops, file);
    const post = await findPost(chatops, title.accepted(en.files.kind.upload));
    const [stored] = chatops.platform.state.files.values();
    expect(stored).toMatchObject({ type: "DOCUMENT", link: null });
    expect(stored!.originalName).toBe(stored!.name);
    expect(chatops.platform.state.fileHashes.get(stored!.fileId)).toBe(sha256(file.bytes));
    expect(post.text).toContain(`${title.accepted(en.files.kind.upload)} · ${file.name}`);
    expect(post.text).toContain(pixels);
    expect(Object.keys(fileRequests(chatops)[0]?.body as object)).toEqual(["file"]);
  });

  it.each(["DOCUMENT", "CHAT", "MMS"])("can be a %s with or without a name and a link", async (type) => {
    const chatops = await startChatops({ mode });
    const { platform } = chatops;
    const files = [jpg({ width: 1 }), jpg({ width: 2 }), jpg({ width: 3 }), jpg({ width: 4 })];
    const forms = [{}, { name: typed.name }, { link: typed.link }, typed];
    for (const [index, more] of forms.entries()) {
      await upload(chatops, picked(`${index}.jpg`, files[index]!), { type, ...more });
      const name = "name" in more ? more.name : `${index}.jpg`;
      await chatops.slack.waitFor(() => platform.state.files.size === index + 1, patience);
      await findPost(chatops, `${title.accepted(en.files.kind.upload)} · ${name}`);
    }
    const stored = [...platform.state.files.values()];
    expect(stored.every((one) => one.type === type)).toBe(true);
    const [bare, named, linked, both] = stored;
    for (const one of [bare!, linked!]) expect(one.originalName).toBe(one.name);
    for (const one of [named!, both!]) expect(one).toMatchObject({ originalName: typed.name });
    expect(stored.map(({ link }) => link)).toEqual([null, null, typed.link, typed.link]);
    expect([...platform.state.fileHashes.values()]).toEqual(files.map(sha256));
  });

  it.each([
    ["MMS", 204_800],
    ["CHAT", 512_000],
    ["DOCUMENT", 2_097_152],
  ])("can be a %s of exactly the size limit, and not a byte more", async (type, limit) => {
    const chatops = await startChatops({ mode });
    const { platform } = chatops;
    await upload(chatops, picked("at.png", png({ sizeBytes: limit })), { type });
    await findPost(chatops, title.accepted(en.files.kind.upload));
    const [stored] = platform.state.files.values();
    expect(stored).toMatchObject({ type, fileSize: limit });
    const over = picked("over.gif", Buffer.concat([gif(), Buffer.alloc(limit)]));
    const result = await upload(chatops, over, { type });
    expect(result).toMatchObject({ kind: "errors" });
    expect(JSON.stringify(result)).toContain("too large");
    // A picture may be made smaller, so that the form takes one that Slack calls too large; its bytes are counted.
    await chatops.slack.as(joon).closeView();
    await upload(chatops, picked("counted.png", png({ width: 299, sizeBytes: limit + 1 })), { type });
    const post = await findPost(chatops, `${title.not_sent(en.files.kind.upload)} · counted.png`);
    expect(post.text).toContain(reason(type === "MMS" ? "FileTooBig" : "FileTooLarge"));
    expect(fileRequests(chatops)).toHaveLength(1);
  });

  it.each([
    ["an SVG", picked("a.jpg", svg()), undefined, "FileFormat"],
    ["words called .png", picked("a.png", Buffer.from("just words")), undefined, "FileFormat"],
    ["half a JPEG", picked("a.jpg", jpg().subarray(0, 60)), undefined, "FileDamaged"],
    ["the head of a PNG", picked("a.png", png().subarray(0, 33)), "MMS", "FileDamaged"],
    ["a cut GIF", picked("a.gif", gif().subarray(0, 25)), undefined, "FileDamaged"],
    ["a PDF as MMS", picked("a.pdf", pdf()), "MMS", "FileNotPicture"],
    [
      "a picture of 60 megapixels",
      picked("a.png", png({ width: 10_000, height: 6000 })),
      "CHAT",
      "FilePixels",
    ],
  ])("is refused, with the reason, if it is %s", async (_, file, type, code) => {
    const chatops = await startChatops({ mode });
    await upload(chatops, file, type === undefined ? {} : { type });
    const post = await findPost(chatops, title.not_sent(en.files.kind.upload));
    expect(post.text).toContain(reason(code));
    expect(fileRequests(chatops)).toEqual([]);
  });

  it.each([
    ["HEIC", picked("a.heic", heif("heic", 250_000)), "MMS"],
    ["AVIF", picked("a.avif", heif("avif", 2_200_000)), undefined],
    ["WEBP", picked("a.webp", webp(600_000)), "CHAT"],
    ["ZIP", picked("a.jpg", zip()), undefined],
  ])("is refused for its format before its size: %s", async (format, file, type) => {
    const chatops = await startChatops({ mode });
    await upload(chatops, file, type === undefined ? {} : { type });
    const post = await findPost(chatops, title.not_sent(en.files.kind.upload));
    expect(post.text).toContain(en.files.otherFormat(format));
    expect(fileRequests(chatops)).toEqual([]);
  });

  it.each([
    ["an animated PNG", picked("a.png", pngWith("acTL", Buffer.alloc(8)))],
    ["a PNG whose notes hold markup", picked("a.png", pngWith("iTXt", Buffer.from("<svg>")))],
    ["a PDF titled with markup", picked("a.pdf", pdf(0, "<< /Title (<script>) >>"))],
  ])("can be %s", async (_, file) => {
    const chatops = await startChatops({ mode });
    await upload(chatops, file);
    await findPost(chatops, title.accepted(en.files.kind.upload));
    expect([...chatops.platform.state.fileHashes.values()]).toEqual([sha256(file.bytes)]);
  });

  it("keeps bytes after a picture's end, as cameras write them", async () => {
    const chatops = await startChatops({ mode });
    const bytes = Buffer.concat([jpg(), Buffer.alloc(2000), Buffer.from("\0\0\0\u0018ftypmp42 a film")]);
    await upload(chatops, picked("moving.jpg", bytes), { type: "MMS" });
    await findPost(chatops, title.accepted(en.files.kind.upload));
    expect([...chatops.platform.state.fileHashes.values()]).toEqual([sha256(bytes)]);
  });

  it("has errors on its field and its link before anything is read", async () => {
    const chatops = await startChatops({ mode });
    const empty = await upload(chatops, picked("a.png", Buffer.alloc(0)), { link: "javascript:alert(1)" });
    expect(empty).toMatchObject({
      kind: "errors",
      errors: { file: en.files.upload.issues.empty, link: en.files.upload.issues.link },
    });
    expect(fileRequests(chatops)).toEqual([]);
    await chatops.slack.as(joon).closeView();
    const person = await fillUploadForm(chatops, null);
    expect(await person.submit()).toMatchObject({ kind: "client_error" });
  });
});
