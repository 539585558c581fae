import { describe, expect, it } from "vitest";
import { startChatops, storyModes } from "../support/chatops.ts";
import { picked, png } from "../support/sample-files.ts";
import { fileRequests, findPost, joon, patience, tests, upload } from "../support/uploads.ts";
import { en, reason } from "../support/words.ts";

const { title } = en.terms.upload.outcomes;
const file = picked("a.png", png());

describe.each(storyModes)("an upload at the platform, over %s", (mode) => {
  it("that is refused says so, and can be uploaded again by its author alone", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform } = chatops;
    platform.faults.next({ kind: "refuse", errorCode: "Forbidden", status: 403 }, { path: "/storage" });
    await upload(chatops, file);
    const post = await findPost(chatops, title.refused(en.files.kind.upload));
    expect(post.text).toContain(reason("Forbidden"));
    const button = { message: { conversation: tests, ts: post.ts } };
    await slack.as("U0MINA").click(button, "files.again");
    await slack.waitFor(() =>
      slack.ephemerals("U0MINA").some(({ text }) => text.includes(en.outcomes.onlyAuthor)),
    );
    await slack.as(joon).click(button, "files.again");
    await findPost(chatops, title.accepted(en.files.kind.upload));
    expect(fileRequests(chatops)).toHaveLength(2);
  });

  it.each([
    ["silent", { kind: "silence" }],
    ["dying", { kind: "reset", when: "after" }],
    ["useless", { kind: "useless" }],
    ["garbage", { kind: "garbage" }],
    ["cut off in its answer", { kind: "cut" }],
    ["a page of HTTP 500", { kind: "html500" }],
  ] as const)(
    "that is %s is unknown, told to author and on-call, and not made again by the bot",
    async (_, fault) => {
      const chatops = await startChatops({ mode, endsSilence: true });
      const { slack, platform } = chatops;
      const asked: string[] = [];
      platform.onReceived(({ path }) => asked.push(path));
      platform.faults.next(fault, { path: "/storage" });
      await upload(chatops, file);
      await findPost(chatops, title.unknown(en.files.kind.upload));
      const own = await findPost(chatops, title.unknown(en.files.kind.upload), joon);
      await findPost(chatops, title.unknown(en.files.kind.upload), "C0ONCALL");
      expect(own.text).toContain(en.terms.upload.outcomes.mayBeSent);
      await slack
        .as(joon)
        .click({ message: { conversation: own.conversation, ts: own.ts } }, "files.settle:did_not_arrive");
      await findPost(chatops, title.did_not_arrive(en.files.kind.upload));
      expect(asked).toEqual(["/storage/v1/files"]);
      platform.faults.release();
      if (fault.kind === "silence") {
        // The late answer has the last word.
        await findPost(chatops, title.accepted(en.files.kind.upload));
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
    await findPost(chatops, title.accepted(en.files.kind.upload));
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
    const post = await findPost(chatops, title.not_sent(en.files.kind.upload));
    expect(post.text).toContain(reason("ConnectionFailed"));
  });
});
