import { describe, expect, it } from "vitest";
import { startChatops, storyModes } from "../support/chatops.ts";
import { joon } from "../support/names.ts";
import { picked, png } from "../support/sample-files.ts";
import { at } from "../support/unknown-outcome.ts";
import { fileRequests, findPost, upload, uploadIs } from "../support/uploads.ts";
import { en, reason } from "../support/words.ts";

const file = picked("a.png", png());

describe.each(storyModes)("an upload over %s", (mode) => {
  it("can be tried again after a refusal by its author only", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform } = chatops;
    platform.faults.next({ kind: "refuse", errorCode: "Forbidden", status: 403 }, { path: "/storage" });
    await upload(chatops, file);
    const post = await findPost(chatops, uploadIs.refused);
    expect(post.text).toContain(reason("Forbidden"));
    const button = at(post);
    await slack.as("U0MINA").click(button, "files.again");
    await slack.as("U0MINA").reads(en.outcomes.onlyAuthor);
    await slack.as(joon).click(button, "files.again");
    await findPost(chatops, uploadIs.accepted);
    expect(fileRequests(chatops)).toHaveLength(2);
  });

  it.each([
    ["never answers", { kind: "silence" }],
    ["resets the connection", { kind: "reset", when: "after" }],
    ["answers without the expected fields", { kind: "useless" }],
    ["answers without JSON", { kind: "garbage" }],
    ["cuts its answer off", { kind: "cut" }],
    ["answers HTTP 500 with a page", { kind: "html500" }],
  ] as const)(
    "is posted as unknown to author and on-call, and not repeated, if the platform %s",
    async (_, fault) => {
      const chatops = await startChatops({ mode, endsSilence: true });
      const { slack, platform } = chatops;
      const asked: string[] = [];
      platform.onReceived(({ path }) => asked.push(path));
      platform.faults.next(fault, { path: "/storage" });
      await upload(chatops, file);
      await findPost(chatops, uploadIs.unknown);
      const own = await findPost(chatops, uploadIs.unknown, joon);
      await findPost(chatops, uploadIs.unknown, "C0ONCALL");
      expect(own.text).toContain(en.terms.upload.outcomes.mayBeSent);
      await slack.as(joon).click(own, "files.settle:did_not_arrive");
      await findPost(chatops, uploadIs.didNotArrive);
      expect(asked).toEqual(["/storage/v1/files"]);
      platform.faults.release();
      if (fault.kind === "silence") {
        // A late answer counts more than a report.
        await findPost(chatops, uploadIs.accepted);
        expect(asked).toEqual(["/storage/v1/files"]);
      }
    },
  );

  it("is listed with the size that the app measured when the reply's numbers and texts make no sense", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform } = chatops;
    const odd = { width: 300.5, height: 2 ** 40, fileSize: -1.5, link: "a\u0000b", type: "MM\u0000S" };
    const body = { fileId: "ST01", name: "a.png", originalName: "a", url: "x", accountId: "1", ...odd };
    platform.faults.next({ kind: "status", status: 200, body }, { path: "/storage" });
    await upload(chatops, file, { type: "MMS" });
    await findPost(chatops, uploadIs.accepted);
    await slack.as(joon).command("/msg-files");
    const shown = await slack.as(joon).reads("a.png");
    expect(shown.text).toContain("300×200");
  });

  it("is posted as not sent if the platform is unreachable", async () => {
    const chatops = await startChatops({ mode, env: { PLATFORM_BASE_URL: "http://127.0.0.1:9" } });
    await upload(chatops, file);
    await findPost(chatops, [uploadIs.notSent, reason("ConnectionFailed")]);
  });
});
