import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Chatops } from "../support/chatops.ts";
import { startChatops, storyModes } from "../support/chatops.ts";
import { joon, tests } from "../support/names.ts";
import { jpg, picked, png, sha256 } from "../support/sample-files.ts";
import { fileRequests, findPost, upload, uploadIs } from "../support/uploads.ts";
import { en, reason } from "../support/words.ts";

const file = picked("a.png", png({ sizeBytes: 20_000 }));

/** Another host, which notes each request's authorization. */
async function serveElsewhere() {
  const came: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    came.push(request.headers.authorization);
    response.end(file.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { came, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/files-pri/T1-F1/a.png` };
}

/** Presses the button twice at the same time. */
async function uploadAgain({ slack }: Chatops, ts: string) {
  const again = { message: { conversation: tests, ts } };
  await Promise.all([slack.as(joon).click(again, "files.again"), slack.as(joon).click(again, "files.again")]);
}

describe.each(storyModes)("an upload with a failing download from Slack, over %s", (mode) => {
  it.each([
    ["a login page", { kind: "login_page", times: 1 }, "FileNoScope"],
    ["half of the file", { kind: "cut", times: 3 }, "FileNotFetched"],
    ["half of the file and then nothing", { kind: "stalled", times: 3 }, "FileNotFetched"],
    ["bytes without end", { kind: "endless", times: 3 }, "FileNotFetched"],
  ] as const)(
    "isn't sent to the platform when Slack gives %s, and can be tried again",
    async (_, fault, code) => {
      const chatops = await startChatops({ mode, readingTimes: { idleMs: 500 } });
      // A failure that may be over soon is tried three times.
      chatops.slack.faults.files(fault);
      await upload(chatops, file);
      const post = await findPost(chatops, uploadIs.notSent);
      expect(post.text).toContain(reason(code));
      expect(fileRequests(chatops)).toEqual([]);
      await uploadAgain(chatops, post.ts);
      await findPost(chatops, uploadIs.accepted);
      await findPost(chatops, en.outcomes.newer.accepted);
      expect(fileRequests(chatops)).toHaveLength(1);
    },
  );

  it("isn't sent to the platform when the download takes too long", async () => {
    const chatops = await startChatops({ mode, readingTimes: { totalMs: 300 } });
    chatops.slack.faults.files({ kind: "slow" });
    await upload(chatops, file);
    await findPost(chatops, [uploadIs.notSent, reason("FileNotFetched")]);
    expect(fileRequests(chatops)).toEqual([]);
  });

  it("is sent in full after a slow download, long after its form was acknowledged", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform } = chatops;
    slack.faults.files({ kind: "slow", times: 1 });
    const large = picked("a.jpg", jpg({ sizeBytes: 200_000 }));
    expect(await upload(chatops, large, { type: "MMS" })).toMatchObject({ kind: "cleared" });
    expect(fileRequests(chatops)).toEqual([]);
    await findPost(chatops, uploadIs.accepted);
    expect([...platform.state.fileHashes.values()]).toEqual([sha256(large.bytes)]);
  });

  it("never follows a redirect to another host or to an internal address", async () => {
    const elsewhere = await serveElsewhere();
    const chatops = await startChatops({ mode });
    const { slack, log } = chatops;
    const inner = ["http://169.254.169.254/latest/meta-data", "https://10.0.0.1/x", "http://[::1]:80/x"];
    for (const [index, to] of [elsewhere.url, ...inner, undefined].entries()) {
      slack.faults.files({ kind: "redirect", times: 1, ...(to === undefined ? {} : { to }) });
      await upload(chatops, picked(`${index}.png`, png()));
      const post = await findPost(chatops, `${uploadIs.notSent} · ${index}.png`);
      expect(post.text).toContain(reason("FileElsewhere"));
      expect(JSON.stringify(post.blocks)).not.toContain("files.again");
    }
    expect(elsewhere.came).toEqual([]);
    // The sandbox's other origin with the login page wasn't asked either.
    expect(fileRequests(chatops)).toEqual([]);
    expect(log()).not.toContain(slack.botToken);
  });

  it("isn't sent to the platform when Slack has deleted the file, and can't be tried again", async () => {
    const chatops = await startChatops({ mode });
    chatops.slack.faults.files({ kind: "missing", times: 1 });
    await upload(chatops, file);
    const post = await findPost(chatops, uploadIs.notSent);
    expect(post.text).toContain(reason("FileGone"));
    expect(JSON.stringify(post.blocks)).not.toContain("files.again");
    expect(fileRequests(chatops)).toEqual([]);
  });
});
