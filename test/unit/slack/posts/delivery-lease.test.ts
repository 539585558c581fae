import { describe, expect, it } from "vitest";
import type { NewPost } from "../../../../src/store/index.ts";
import { aLeading, aPost, startDelivery } from "../../../support/delivery.ts";

const [tests, onCall] = ["C0TESTS", "C0ONCALL"];

const result = aPost("result");
const copy = aLeading("unknown", "result", [onCall]);

async function start() {
  const { slack, store, resolve } = await startDelivery();
  const add = async (...posts: NewPost[]) => {
    await store.posts.add({ posts });
    await resolve();
  };
  const address = () =>
    `${slack.apiUrl.replace("/api/", "")}/archives/${tests}/p${resultTs().replace(".", "")}`;
  const resultTs = () => slack.messages(tests)[0]?.ts ?? "";
  const texts = (conversation: string) => slack.messages(conversation).map(({ text }) => text);
  return { slack, store, add, resolve, address, texts };
}

describe("a post with a link to another one", () => {
  it("gets its link once the other one is posted, whichever comes first", async () => {
    const { slack, store, add, resolve, address, texts } = await start();
    slack.faults.webApi({
      method: "chat.postMessage",
      conversation: tests,
      kind: "status",
      status: 503,
      times: 1,
    });
    await store.posts.add({ posts: [result, copy] });
    await slack.waitFor(() => slack.messages(onCall)[0], { what: "the copy, which waits for nothing" });
    await resolve();
    expect(texts(onCall)).toEqual([`unknown\nGo to result: ${address()}`]);
    expect(JSON.stringify(slack.messages(onCall)[0]?.blocks)).toContain(`<${address()}|Go to result>`);
    await add(aLeading("unknown", "result", [onCall], "arrived"));
    expect(texts(onCall)).toEqual([`arrived\nGo to result: ${address()}`]);
    expect(slack.findings).toEqual([]);
  });

  it.each([
    ["names no address", { kind: "error", error: "channel_not_found" }],
    ["does not answer", { kind: "hang" }],
  ] as const)("is posted without its link if Slack %s", async (_, fault) => {
    const { slack, add, texts } = await start();
    await add(result);
    slack.faults.webApi({ method: "chat.getPermalink", ...fault });
    await add(copy);
    expect(texts(onCall)).toEqual(["unknown"]);
    slack.faults.releaseHangs();
  });

  it("has no link to a private conversation or a direct message, except within it", async () => {
    const { slack, add, texts } = await start();
    slack.conversations.find(({ id }) => id === "G0SECRET")!.members.push(slack.botUserId);
    for (const [key, audience] of Object.entries({ private: "G0SECRET", direct: "U0JOON" })) {
      await add(aPost(key, "result", [audience]));
      await add(aLeading(`copy of ${key}`, key, [onCall], key));
    }
    expect(texts(onCall)).toEqual(["private", "direct"]);
    expect(slack.traffic.some(({ name }) => name === "chat.getPermalink")).toBe(false);
    await add(aLeading("beside it", "private", ["G0SECRET"]));
    expect(texts("G0SECRET").at(-1)).toContain("beside it\nGo to result: http");
  });
});
