import { describe, expect, it } from "vitest";
import { oneMode, startChatops } from "../support/chatops.ts";
import { gif, jpg, pdf, picked, png, sha256, svg, tif, zip } from "../support/sample-files.ts";
import { fileRequests, fillUploadForm, findPost, joon, patience, tests, upload } from "../support/uploads.ts";
import { en, reason } from "../support/words.ts";

const { title } = { title: en.files.terms.upload.outcomes.title! };

describe.each(["socket", "http"] as const)("uploading over %s", (mode) => {
  it("goes from the form to the same bytes on the platform and one post", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform, log } = chatops;
    const file = picked("logo.png", png({ width: 300, height: 200 }));
    const typed = { type: "CHAT", name: "Spring logo", link: "https://shop.example/spring" };
    expect(await upload(chatops, file, typed)).toMatchObject({ kind: "cleared" });
    const post = await findPost(chatops, title.accepted(""));
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

  it("takes the file of a message, by the shortcut on it", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform } = chatops;
    const person = slack.as(joon);
    const file = picked("menu.pdf", pdf());
    const { ts } = person.upload({ ...file, conversation: tests });
    await person.messageShortcut("upload_this_file", { conversation: tests, ts });
    await slack.waitFor(() => person.views().length === 1, { ...patience, what: "the form" });
    expect(JSON.stringify(person.views()[0]?.blocks)).toContain("menu.pdf");
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    await findPost(chatops, title.accepted(""));
    const [stored] = platform.state.files.values();
    expect(platform.state.fileHashes.get(stored!.fileId)).toBe(sha256(file.bytes));
    const said = person.say(tests, "no file here");
    await person.messageShortcut("upload_this_file", { conversation: tests, ts: said.ts });
    await slack.waitFor(() =>
      slack.ephemerals(joon).some(({ text }) => text.includes(en.files.upload.noFiles)),
    );
  });

  it("opens the form by the global shortcut, and tells who may not whom to ask", async () => {
    const chatops = await startChatops({ mode, env: { FILE_MANAGERS: "U0DANA" } });
    const { slack } = chatops;
    await slack.as("U0DANA").shortcut("upload_file");
    await slack.waitFor(() => slack.as("U0DANA").views().length === 1, { ...patience, what: "the form" });
    await slack.as(joon).command("/msg-upload", "", { conversation: tests });
    await slack.waitFor(() => slack.ephemerals(joon).some(({ text }) => text.includes(en.files.notAllowed)));
    expect(slack.as(joon).views()).toEqual([]);
  });
});

describe.each(["socket", "http"] as const)("what is uploaded over %s", (mode) => {
  it.each([
    ["PNG", picked("a.png", png()), "300×200"],
    ["JPG", picked("a.jpg", jpg()), "640×480"],
    ["JPG called JPEG", picked("a.jpeg", jpg()), "640×480"],
    ["TIFF", picked("a.tif", tif()), "50×40"],
    ["PDF", picked("a.pdf", pdf()), ""],
    ["GIF", picked("a.gif", gif()), "30×20"],
    ["PNG called JPG", picked("a.jpg", png()), "300×200"],
  ])("takes a %s without a type, a name and a link", async (_, file, pixels) => {
    const chatops = await startChatops({ mode });
    await upload(chatops, file);
    const post = await findPost(chatops, title.accepted(""));
    const [stored] = chatops.platform.state.files.values();
    expect(stored).toMatchObject({ type: "DOCUMENT", link: null });
    expect(stored!.originalName).toBe(stored!.name);
    expect(chatops.platform.state.fileHashes.get(stored!.fileId)).toBe(sha256(file.bytes));
    expect(post.text).toContain(`${title.accepted("")} · ${file.name}`);
    expect(post.text).toContain(pixels);
    expect(Object.keys(fileRequests(chatops)[0]?.body as object)).toEqual(["file"]);
  });

  it.each([
    ["MMS", 204_800],
    ["CHAT", 512_000],
    ["DOCUMENT", 2_097_152],
  ])("takes a %s of the limit's size and nothing of one byte more", async (type, limit) => {
    const chatops = await startChatops({ mode });
    const { platform } = chatops;
    await upload(chatops, picked("at.png", png({ sizeBytes: limit })), { type });
    await findPost(chatops, title.accepted(""));
    const [stored] = platform.state.files.values();
    expect(stored).toMatchObject({ type, fileSize: limit });
    const over = picked("over.pdf", pdf(limit + 1));
    const result = await upload(chatops, over, { type });
    expect(result).toMatchObject({ kind: "errors" });
    expect(JSON.stringify(result)).toContain("too large");
    expect(fileRequests(chatops)).toHaveLength(1);
  });

  it.each([
    ["words called .png", picked("a.png", Buffer.from("just words")), undefined, "FileFormat"],
    ["an SVG called .jpg", picked("a.jpg", svg()), undefined, "FileFormat"],
    ["a zip called .jpg", picked("a.jpg", zip()), undefined, "FileFormat"],
    [
      "a picture with an archive behind it",
      picked("a.jpg", Buffer.concat([jpg(), zip()])),
      "MMS",
      "FileTwoFormats",
    ],
    ["a PDF as MMS", picked("a.pdf", pdf()), "MMS", "FileNotPicture"],
    [
      "a picture of 60 megapixels",
      picked("a.png", png({ width: 10_000, height: 6000 })),
      "CHAT",
      "FilePixels",
    ],
  ])("does not upload %s, and says why", async (_, file, type, code) => {
    const chatops = await startChatops({ mode });
    await upload(chatops, file, type === undefined ? {} : { type });
    const post = await findPost(chatops, title.not_sent(""));
    expect(post.text).toContain(reason(code));
    expect(fileRequests(chatops)).toEqual([]);
  });

  it("says on its field what is wrong before anything is read", async () => {
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

  it.each([
    ["login_page", "FileNoScope"],
    ["redirect", "FileElsewhere"],
    ["missing", "FileGone"],
    ["cut", "FileNotFetched"],
  ] as const)(
    "does not upload what Slack answers with %s, and uploads it once on a second try",
    async (kind, code) => {
      const chatops = await startChatops({ mode });
      const { slack } = chatops;
      // What may pass is tried three times.
      slack.faults.files({ kind, times: kind === "cut" ? 3 : 1 });
      const file = picked("a.png", png());
      await upload(chatops, file);
      const post = await findPost(chatops, title.not_sent(""));
      expect(post.text).toContain(reason(code));
      expect(fileRequests(chatops)).toEqual([]);
      // Nothing but Slack's own origin was asked, or the redirect would have met the login page.
      expect(slack.findings).toEqual([]);
      if (code === "FileGone" || code === "FileElsewhere") return;
      const again = { message: { conversation: tests, ts: post.ts } };
      await Promise.all([
        slack.as(joon).click(again, "files.again"),
        slack.as(joon).click(again, "files.again"),
      ]);
      await findPost(chatops, title.accepted(""));
      await findPost(chatops, title.edited(""));
      expect(fileRequests(chatops)).toHaveLength(1);
    },
  );
});

describe("an upload at the platform", () => {
  const mode = oneMode;
  const file = picked("a.png", png());

  it("that is refused says so, and can be uploaded again by its author alone", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform } = chatops;
    platform.faults.next({ kind: "refuse", errorCode: "Forbidden", status: 403 }, { path: "/storage" });
    await upload(chatops, file);
    const post = await findPost(chatops, title.refused(""));
    expect(post.text).toContain(reason("Forbidden"));
    const button = { message: { conversation: tests, ts: post.ts } };
    await slack.as("U0MINA").click(button, "files.again");
    await slack.waitFor(() =>
      slack.ephemerals("U0MINA").some(({ text }) => text.includes(en.files.onlyAuthor)),
    );
    await slack.as(joon).click(button, "files.again");
    await findPost(chatops, title.accepted(""));
    expect(fileRequests(chatops)).toHaveLength(2);
  });

  it.each([
    ["silent", { kind: "silence" }],
    ["dying", { kind: "reset", when: "after" }],
    ["useless", { kind: "useless" }],
  ] as const)(
    "that is %s is unknown, told to author and on-call, and not made again by the bot",
    async (_, fault) => {
      const chatops = await startChatops({ mode, env: { PLATFORM_TIMEOUT_MS: "1000" } });
      const { slack, platform } = chatops;
      const asked: string[] = [];
      platform.onReceived(({ path }) => asked.push(path));
      platform.faults.next(fault, { path: "/storage" });
      await upload(chatops, file);
      await findPost(chatops, title.unknown(""));
      const own = await findPost(chatops, title.unknown(""), joon);
      await findPost(chatops, title.unknown(""), "C0ONCALL");
      expect(own.text).toContain(en.files.terms.upload.outcomes.mayBeSent);
      await slack
        .as(joon)
        .click({ message: { conversation: own.conversation, ts: own.ts } }, "files.settle:did_not_arrive");
      await findPost(chatops, title.did_not_arrive(""));
      expect(asked).toEqual(["/storage/v1/files"]);
      platform.faults.release();
      if (fault.kind === "silence") {
        // The late answer has the last word.
        await findPost(chatops, title.accepted(""));
        expect(asked).toEqual(["/storage/v1/files"]);
      }
    },
  );

  it("that answers with numbers and texts that no column takes is kept by what was seen", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform } = chatops;
    const odd = { width: 300.5, height: 2 ** 40, fileSize: -1.5, link: "a\u0000b", type: "MM\u0000S" };
    const body = { fileId: "ST01", name: "a.png", originalName: "a", url: "x", accountId: "1", ...odd };
    platform.faults.next({ kind: "status", status: 200, body }, { path: "/storage" });
    await upload(chatops, file, { type: "MMS" });
    await findPost(chatops, title.accepted(""));
    await slack.as(joon).command("/msg-files", "", { conversation: tests });
    const shown = await slack.waitFor(
      () => slack.ephemerals(joon).find(({ text }) => text.includes("a.png")),
      { ...patience, what: "the file in the list" },
    );
    expect(shown.text).toContain("300×200");
  });

  it("that is away is not sent", async () => {
    const chatops = await startChatops({ mode, env: { PLATFORM_BASE_URL: "http://127.0.0.1:9" } });
    await upload(chatops, file);
    const post = await findPost(chatops, title.not_sent(""));
    expect(post.text).toContain(reason("ConnectionFailed"));
  });
});
