import { expect, it } from "vitest";
import { SILENT } from "../../../../sandbox/test/support/bolt-app.ts";
import { createSlackClient } from "../../../../src/slack/edge/web-client.ts";
import { Publisher, withLink } from "../../../../src/slack/posts/publisher.ts";
import { answerJson, serve } from "../loopback.ts";

const placed = { audience: "result", destinations: ["C1", "U1"] };

/** A publisher with a Slack that describes a conversation as the test says, and takes no post. */
async function startPublisher(channel: Record<string, boolean>, more: object = {}) {
  const { apiUrl } = await serve(({ url }, response) =>
    answerJson(
      response,
      url === "/api/chat.postMessage" ? { ok: false, error: "is_archived" } : { ok: true, channel, ...more },
    ),
  );
  const clock = { elapsedMs: 0, aheadMs: 0 };
  const publisher = new Publisher({
    client: createSlackClient({ botToken: "xoxb-1", apiUrl, logger: SILENT }),
    isNamed: (conversation) => conversation === "C2",
    ...{ repeatNote: "may repeat", moved: "{conversation}" },
    clocks: { monotonicMs: () => clock.elapsedMs, wallMs: () => clock.elapsedMs + clock.aheadMs },
  });
  return { publisher, clock };
}

it.each(["is_ext_shared", "is_pending_ext_shared"])(
  "the publisher treats a conversation with %s as shared with other organisations",
  async (flag) => {
    const { publisher } = await startPublisher({ is_private: false, [flag]: true });
    expect(await publisher.findBar("C1", placed)).toBe("externally_shared");
    expect(await publisher.findBar("C2", placed)).toBeNull();
  },
);

it.each([
  ["a minute has passed", { elapsedMs: 60_000 }],
  ["a minute has passed, even if the clock was set back", { elapsedMs: 60_000, aheadMs: -3 * 3_600_000 }],
  ["the machine slept for a minute", { aheadMs: 60_000 }],
])("the publisher asks Slack a second time whether a conversation is shared once %s", async (_, moved) => {
  const channel = { is_private: false, is_ext_shared: false };
  const { publisher, clock } = await startPublisher(channel);
  expect(await publisher.findBar("C1", placed)).toBeNull();
  channel.is_ext_shared = true;
  Object.assign(clock, moved);
  expect(await publisher.findBar("C1", placed)).toBe("externally_shared");
});

it("the publisher believes Slack's answer for a minute from the question, however late the answer came", async () => {
  const late = {
    get read() {
      clock.elapsedMs += 60_000;
      return true;
    },
  };
  const { publisher, clock } = await startPublisher({ is_private: false }, late);
  expect(await publisher.findBar("C1", placed)).toBeNull();
  expect(publisher.isBelieved("C1", placed)).toBe(false);
});

it("the publisher asks Slack a second time about a conversation that refused a post", async () => {
  const channel = { is_private: false, is_ext_shared: false };
  const { publisher } = await startPublisher(channel);
  expect(await publisher.findBar("C1", placed)).toBeNull();
  channel.is_ext_shared = true;
  await expect(publisher.publish({ channel: "C1" }, { text: "hi", blocks: [] }, () => {})).rejects.toThrow();
  expect(await publisher.findBar("C1", placed)).toBe("externally_shared");
});

it.each([
  ["a member of the conversation", ["U2", "U1"], ["C1", "U1"], null],
  ["no member of the conversation", ["U2"], ["C1", "U1"], "not_member"],
  ["unknown", ["U1"], ["C1"], "not_member"],
])(
  "the publisher allows a private conversation only if the person is a member: the person is %s",
  async (_, members, destinations, bar) => {
    const { publisher } = await startPublisher({ is_private: true }, { members });
    expect(await publisher.findBar("C1", { ...placed, destinations })).toBe(bar);
  },
);

it("the publisher believes for less than a minute that a person is in a private conversation", async () => {
  const members = ["U1"];
  const { publisher, clock } = await startPublisher({ is_private: true }, { members });
  expect(await publisher.findBar("C1", placed)).toBeNull();
  members.pop();
  clock.elapsedMs += 60_000;
  expect(await publisher.findBar("C1", placed)).toBe("not_member");
});

it.each([
  ["is private, though its id looks public", { is_private: true }],
  ["is not said to be public", {}],
])("the publisher gives no link into a conversation that %s", async (_, channel) => {
  const permalink = "https://x.slack.com/archives/C1/p1";
  const { publisher } = await startPublisher({ ...channel }, { permalink });
  expect(await publisher.addressOf({ channel: "C1", ts: "1" }, "C2")).toBeNull();
});

it.each([
  ["https://x.slack.com/archives/C1/p1", "https://x.slack.com/archives/C1/p1"],
  ["https://x.slack.com/>|<!channel>", null],
  ["javascript:alert(1)", null],
  ["", null],
])("the publisher reads the permalink %j as the address %j", async (permalink, address) => {
  const { publisher } = await startPublisher({ is_private: false }, { permalink });
  expect(await publisher.addressOf({ channel: "C1", ts: "1" }, "C2")).toBe(address);
});

it("withLink appends a link to the last context line, or adds a line if there is none", () => {
  const plain = (text: string) => ({ type: "plain_text" as const, text });
  const link = { type: "mrkdwn", text: "· <https://a.example/?a=1&amp;b=2|Go>" };
  const grey = { type: "context" as const, elements: [plain("grey")] };
  const divider = { type: "divider" as const };
  const linked = (...blocks: (typeof grey | typeof divider)[]) =>
    withLink({ text: "t", blocks }, "https://a.example/?a=1&b=2", "Go");
  expect(linked(grey, divider)).toEqual({
    text: "t\nGo: https://a.example/?a=1&amp;b=2",
    blocks: [{ type: "context", elements: [plain("grey"), link] }, divider],
  });
  const full = { ...grey, elements: Array.from({ length: 10 }, () => plain("grey")) };
  const own = { type: "context", elements: [{ ...link, text: link.text.slice(2) }] };
  expect(linked(full).blocks).toEqual([full, own]);
  expect(linked(divider).blocks).toEqual([divider, own]);
});
