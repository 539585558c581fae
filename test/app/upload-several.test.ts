import { describe, expect, it, vi } from "vitest";
import { openStore } from "../../src/store/index.ts";
import { type Chatops, startChatops, storyModes } from "../support/chatops.ts";
import { joon, tests } from "../support/names.ts";
import { picked, png, svg } from "../support/sample-files.ts";
import { storyNow } from "../support/story-clock.ts";
import { fileRequests, fillUploadForm, findPost, patience, upload, uploadIs } from "../support/uploads.ts";
import { en, reason } from "../support/words.ts";

const { upload: words } = en.files;

/** The post's title with these numbers. */
function counts(of: Partial<Parameters<typeof words.batch>[0]>) {
  const none = { total: 0, done: 0, refused: 0, notSent: 0, unknown: 0, again: 0, open: 0 };
  return words.batch({ ...none, ...of });
}

function pictures(count: number) {
  return Array.from({ length: count }, (_, index) =>
    picked(`file-${index + 1}.png`, png({ width: 100 + index })),
  );
}

/** The posts that aren't in a thread. */
function posts({ slack }: Chatops) {
  return slack.posts();
}

describe.each(storyModes)("an upload of several files over %s", (mode) => {
  it("has one post that counts the outcomes, and names each failed file with the reason", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform } = chatops;
    platform.faults.next({ kind: "refuse", errorCode: "Forbidden", status: 403 }, { path: "/storage" });
    const [one, two] = pictures(2);
    const files = [one!, picked("logo.png", svg()), two!];
    expect(await upload(chatops, files, { type: "CHAT" })).toMatchObject({ kind: "cleared" });
    const post = await findPost(chatops, counts({ total: 3, done: 1, refused: 1, notSent: 1 }));
    for (const shown of [
      /· logo\.png · CHAT · [^\n]*B\n/.exec(post.text)?.[0] ?? "logo.png with its size",
      reason("FileFormat"),
      reason("Forbidden"),
      "file-1.png",
      "file-2.png",
    ]) {
      expect(post.text).toContain(shown);
    }
    const line = await slack.waitFor(
      () => slack.messages(tests).find(({ threadTs }) => threadTs === post.ts),
      { ...patience, what: "the line about it" },
    );
    expect(line.text).toContain(`<@${joon}>`);
    expect(posts(chatops)).toHaveLength(1);
    expect(fileRequests(chatops)).toHaveLength(2);
    expect(platform.state.files.size).toBe(1);

    await slack.as(joon).click(post, "files.again");
    await findPost(chatops, counts({ total: 3, done: 1, notSent: 1, again: 1 }));
    expect(platform.state.files.size).toBe(2);
  });

  it("takes up to ten files of one Slack message", async () => {
    const chatops = await startChatops({ mode });
    const { platform, person } = chatops;
    const { ts } = person.say(tests, "ten and two", { files: pictures(12) });
    await person.messageShortcut("upload_this_file", { conversation: tests, ts });
    await person.hasOpen(1);
    const shown = person.shown();
    expect(shown).toContain(words.leftOut("file-11.png, file-12.png"));
    await person.submits("cleared");
    await findPost(chatops, counts({ total: 10, done: 10 }));
    expect(platform.state.files.size).toBe(10);
    expect(posts(chatops)).toHaveLength(2);
  });
});

describe("an upload of several files", () => {
  it("makes two requests at a time, and meanwhile answers another person that the app is busy", async () => {
    const chatops = await startChatops();
    const { platform } = chatops;
    const asked: string[] = [];
    platform.onReceived(({ path }) => asked.push(path));
    platform.faults.always({ kind: "silence" });
    await upload(chatops, pictures(3));
    await vi.waitFor(() => expect(asked).toHaveLength(2), patience.timeoutMs);
    const other = await fillUploadForm(chatops, picked("theirs.png", png()), { by: "U0MINA" });
    await other.submits("updated");
    expect(other.shown()).toContain(en.terms.upload.common.busy);
    platform.faults.clear();
    platform.faults.release();
    await findPost(chatops, counts({ total: 3, done: 3 }));
    expect(asked).toHaveLength(3);
    await other.submits("cleared");
    await findPost(chatops, `${uploadIs.accepted} · theirs.png`);
  });

  it("counts its outcomes again after the unknown one was reported", async () => {
    const chatops = await startChatops();
    const { slack, platform } = chatops;
    platform.faults.next({ kind: "reset", when: "after" }, { path: "/storage" });
    await upload(chatops, pictures(2));
    await findPost(chatops, counts({ total: 2, done: 1, unknown: 1 }));
    const own = await findPost(chatops, uploadIs.unknown, joon);
    await slack.as(joon).click(own, "files.settle:arrived");
    await findPost(chatops, counts({ total: 2, done: 2 }));
  });

  it("is closed and counted by the next process after a crash", async () => {
    const chatops = await startChatops({
      before: async ({ env }) => {
        const store = await openStore({
          url: env["DATABASE_URL"]!,
          owner: "dead",
          leaseMs: 1,
          now: storyNow,
        });
        const request = (name: string) => ({ file: { id: `F${name}`, name, mode: "hosted" } });
        const act = { id: "act", kind: "files.upload", author: joon, conversation: tests };
        const siblings = ["two.png", "three.png"].map((name) => ({
          id: `act.${name}`,
          request: request(name),
        }));
        await store.operations.enqueue({ ...act, request: request("one.png"), siblings });
        await store.operations.start("act");
        await store.close();
      },
    });
    const post = await findPost(chatops, counts({ total: 3, unknown: 1, notSent: 2 }));
    for (const name of ["one.png", "two.png", "three.png"]) expect(post.text).toContain(name);
    expect(fileRequests(chatops)).toEqual([]);
  });
});
