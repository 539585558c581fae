import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Chatops } from "../support/chatops.ts";
import { startChatops, storyModes } from "../support/chatops.ts";
import { jpg, picked, png, sha256 } from "../support/sample-files.ts";
import { fileRequests, findPost, joon, tests, upload } from "../support/uploads.ts";
import { en, reason } from "../support/words.ts";

const { title } = en.terms.upload.outcomes;
const { againAccepted } = en.outcomes;
const file = picked("a.png", png({ sizeBytes: 20_000 }));

/** Somebody else's server, which notes who came, and with what. */
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

/** Pressed twice at once. */
async function uploadAgain({ slack }: Chatops, ts: string) {
  const again = { message: { conversation: tests, ts } };
  await Promise.all([slack.as(joon).click(again, "files.again"), slack.as(joon).click(again, "files.again")]);
}

describe.each(storyModes)("an upload over %s whose file Slack gives otherwise", (mode) => {
  it.each([
    ["its login page", { kind: "login_page", times: 1 }, "FileNoScope"],
    ["half of it", { kind: "cut", times: 3 }, "FileNotFetched"],
    ["half of it and then nothing", { kind: "stalled", times: 3 }, "FileNotFetched"],
    ["it without end", { kind: "endless", times: 3 }, "FileNotFetched"],
  ] as const)("as %s is not made, and made once on a second try", async (_, fault, code) => {
    const chatops = await startChatops({ mode, readingTimes: { idleMs: 500 } });
    // What may pass is tried three times.
    chatops.slack.faults.files(fault);
    await upload(chatops, file);
    const post = await findPost(chatops, title.not_sent(en.files.kind.upload));
    expect(post.text).toContain(reason(code));
    expect(fileRequests(chatops)).toEqual([]);
    await uploadAgain(chatops, post.ts);
    await findPost(chatops, title.accepted(en.files.kind.upload));
    await findPost(chatops, `${title.edited(en.files.kind.upload)}${againAccepted}`);
    expect(fileRequests(chatops)).toHaveLength(1);
    expect(chatops.slack.findings).toEqual([]);
  });

  it("so slowly that it would take too long is not made", async () => {
    const chatops = await startChatops({ mode, readingTimes: { totalMs: 300 } });
    chatops.slack.faults.files({ kind: "slow" });
    await upload(chatops, file);
    const post = await findPost(chatops, title.not_sent(en.files.kind.upload));
    expect(post.text).toContain(reason("FileNotFetched"));
    expect(fileRequests(chatops)).toEqual([]);
  });

  it("slowly is made whole, and its form is answered long before", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform } = chatops;
    slack.faults.files({ kind: "slow", times: 1 });
    const large = picked("a.jpg", jpg({ sizeBytes: 200_000 }));
    expect(await upload(chatops, large, { type: "MMS" })).toMatchObject({ kind: "cleared" });
    expect(fileRequests(chatops)).toEqual([]);
    await findPost(chatops, title.accepted(en.files.kind.upload));
    expect([...platform.state.fileHashes.values()]).toEqual([sha256(large.bytes)]);
  });

  it("as a redirect to another host or an inner address goes there neither with nor without the token", async () => {
    const elsewhere = await serveElsewhere();
    const chatops = await startChatops({ mode });
    const { slack, log } = chatops;
    const inner = ["http://169.254.169.254/latest/meta-data", "https://10.0.0.1/x", "http://[::1]:80/x"];
    for (const [index, to] of [elsewhere.url, ...inner, undefined].entries()) {
      slack.faults.files({ kind: "redirect", times: 1, ...(to === undefined ? {} : { to }) });
      await upload(chatops, picked(`${index}.png`, png()));
      const post = await findPost(chatops, `${title.not_sent(en.files.kind.upload)} · ${index}.png`);
      expect(post.text).toContain(reason("FileElsewhere"));
      expect(JSON.stringify(post.blocks)).not.toContain("files.again");
    }
    expect(elsewhere.came).toEqual([]);
    // Nor was the login page asked for that stands behind the sandbox's own other origin.
    expect(slack.findings).toEqual([]);
    expect(fileRequests(chatops)).toEqual([]);
    expect(log()).not.toContain(slack.botToken);
  });

  it("not at all, since it is gone, is not made, and can't be made again", async () => {
    const chatops = await startChatops({ mode });
    chatops.slack.faults.files({ kind: "missing", times: 1 });
    await upload(chatops, file);
    const post = await findPost(chatops, title.not_sent(en.files.kind.upload));
    expect(post.text).toContain(reason("FileGone"));
    expect(JSON.stringify(post.blocks)).not.toContain("files.again");
    expect(fileRequests(chatops)).toEqual([]);
  });
});
