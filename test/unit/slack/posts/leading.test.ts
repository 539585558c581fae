import { describe, expect, it, vi } from "vitest";
import type { NewPost } from "../../../../src/store/index.ts";
import { aPost, startDelivery } from "../../../support/delivery.ts";

const [tests, onCall] = ["C0TESTS", "C0ONCALL"];
const patience = { timeout: 10_000 };

const result = aPost("result", [tests], { kind: "post", key: "result" });
const copy: NewPost = { ...aPost("unknown", [onCall], { kind: "post", key: "copy" }), linksTo: "result" };

async function start() {
  const { slack, store, failures } = await startDelivery();
  const settle = () => vi.waitFor(async () => expect(await store.posts.countQueued()).toBe(0), patience);
  const add = async (...posts: NewPost[]) => {
    await store.posts.add(posts);
    await settle();
  };
  const address = () =>
    `${slack.apiUrl.replace("/api/", "")}/archives/${tests}/p${resultTs().replace(".", "")}`;
  const resultTs = () => slack.messages(tests)[0]?.ts ?? "";
  const texts = (conversation: string) => slack.messages(conversation).map(({ text }) => text);
  return { slack, store, failures, add, settle, address, texts };
}

describe("a post that leads to another", () => {
  it("gets its link as soon as Slack has the other, whichever comes first", async () => {
    const { slack, store, add, settle, address, texts } = await start();
    slack.faults.webApi({
      method: "chat.postMessage",
      conversation: tests,
      kind: "status",
      status: 503,
      times: 1,
    });
    await store.posts.add([result, copy]);
    await slack.waitFor(() => slack.messages(onCall)[0], { what: "the copy, which waits for nothing" });
    await settle();
    expect(texts(onCall)).toEqual([`unknown\nGo to result: ${address()}`]);
    expect(JSON.stringify(slack.messages(onCall)[0]?.blocks)).toContain(`<${address()}|Go to result>`);
    await add({ ...copy, ...aPost("arrived", [onCall], { kind: "edit", key: "copy" }), linksTo: "result" });
    expect(texts(onCall)).toEqual([`arrived\nGo to result: ${address()}`]);
    expect(slack.findings).toEqual([]);
  });

  it("stays one post where Slack refuses the edit that would add the link", async () => {
    const { slack, store, failures, settle, texts } = await start();
    slack.faults.refuseEdits({ conversation: onCall });
    slack.faults.webApi({
      method: "chat.postMessage",
      conversation: tests,
      kind: "status",
      status: 503,
      times: 1,
    });
    await store.posts.add([result, copy]);
    await settle();
    expect(texts(onCall)).toEqual(["unknown"]);
    expect(failures).toEqual(["HTTP 503", "edit_window_closed"]);
  });

  it.each([
    ["says no address", { kind: "error", error: "channel_not_found" }],
    ["does not answer", { kind: "hang" }],
  ] as const)("is not held up by a Slack that %s", async (_, fault) => {
    const { slack, add, texts } = await start();
    await add(result);
    slack.faults.webApi({ method: "chat.getPermalink", ...fault });
    await add(copy);
    expect(texts(onCall)).toEqual(["unknown"]);
    slack.faults.releaseHangs();
  });

  it("has none to a private conversation or a direct message", async () => {
    const { slack, add, texts } = await start();
    slack.conversations.find(({ id }) => id === "G0SECRET")!.members.push(slack.botUserId);
    for (const [key, place] of Object.entries({ private: "G0SECRET", direct: "U0JOON" })) {
      await add(aPost("result", [place], { kind: "post", key }));
      await add({ ...aPost(key, [onCall], { kind: "post", key: `${key}'s copy` }), linksTo: key });
    }
    expect(texts(onCall)).toEqual(["private", "direct"]);
    expect(slack.traffic.some(({ name }) => name === "chat.getPermalink")).toBe(false);
  });
});
