import { describe, expect, it } from "vitest";
import { checkMessage } from "../../../slack/content-checks.ts";
import { textInput } from "../../support/bolt-app.ts";
import { aWorld, inMessage, inModal, richText as leaf, plain } from "./content.ts";
import { outcome, rules, startWithClient } from "./web-client.ts";

const section = (more: object) => ({ type: "section", text: plain("x"), ...more });
const button = (url: string) =>
  section({ accessory: { type: "button", action_id: "go", text: plain("Go"), url } });
const image = (more: object) => ({
  type: "image",
  image_url: "https://example.com/a.png",
  alt_text: "A",
  ...more,
});
const field = (element: object) => textInput("a", element);

/** What it is refused for, the block, and what Slack says and where. */
type Refused = readonly [name: string, block: object, words: string, at: string];

const inside = [
  "http://localhost:8080",
  "http://127.0.0.1",
  "http://[::1]",
  "https://10.1.2.3",
  "https://files.internal",
];

describe("a message", () => {
  it.each<Refused>([
    ["a button's address that is none", button("the shop"), "invalid url", "/blocks/0/accessory/url"],
    [
      "a button's address without a scheme",
      button("www.example.com"),
      "invalid url",
      "/blocks/0/accessory/url",
    ],
    [
      "a picture's address that is none",
      image({ image_url: "a picture" }),
      "invalid url",
      "/blocks/0/image_url",
    ],
    ...inside.map(
      (host): Refused => [
        `a picture at ${host}`,
        image({ image_url: `${host}/a.png` }),
        "downloading image failed",
        "/blocks/0/image_url",
      ],
    ),
    ["a picture without words", image({ alt_text: "" }), "more than 0 characters", "/blocks/0/alt_text"],
    [
      "words that are spaces alone",
      section({ text: plain("  \n ") }),
      "more than 0 characters",
      "/blocks/0/text/text",
    ],
    [
      "an emoji's name with spaces",
      leaf({ type: "emoji", name: "white check mark" }),
      "wrong format",
      "/name",
    ],
    ["a user_id that is none", leaf({ type: "user", user_id: "nobody" }), "wrong format", "/user_id"],
    [
      "a channel_id that is none",
      leaf({ type: "channel", channel_id: "#sms-tests" }),
      "wrong format",
      "/channel_id",
    ],
    [
      "a usergroup_id that is none",
      leaf({ type: "usergroup", usergroup_id: "U0MINA" }),
      "wrong format",
      "/usergroup_id",
    ],
  ])("is refused for %s", (_name, block, words, at) => {
    const verdict = inMessage(block);
    expect(verdict?.error).toBe("invalid_blocks");
    expect(verdict?.messages.join()).toContain(words);
    expect(verdict?.messages.join()).toContain(at);
  });

  it.each([
    ["an address of mail", button("mailto:joon@example.com")],
    ["a public picture", image({})],
    ["an emoji of a custom name", leaf({ type: "emoji", name: "team-한국+1" })],
    ["a person of an organisation", leaf({ type: "user", user_id: "W0MINA" })],
    ["spaces between other words", leaf({ type: "text", text: " " })],
  ])("passes with %s", (_name, block) => {
    expect(inMessage(block)).toBeNull();
  });

  it.each(["", "   ", "\n\t"])("has no text when it is %j", (text) => {
    expect(checkMessage(aWorld(), "chat.postMessage", { text })?.error).toBe("no_text");
    const world = aWorld();
    expect(checkMessage(world, "chat.postMessage", { text, blocks: [section({})] })).toBeNull();
    expect(world.findings.map(({ rule }) => rule)).toEqual(["no_text"]);
  });

  it("is refused for a thread_ts that is no timestamp, wherever it is posted", async () => {
    const { slack, client } = await startWithClient();
    const reply = { channel: "C0TESTS", text: "x", thread_ts: "abc" };
    expect(await outcome(client.chat.postMessage(reply))).toBe("invalid_thread_ts");
    expect(await outcome(client.chat.postEphemeral({ ...reply, user: "U0JOON" }))).toBe("invalid_thread_ts");
    expect(rules(slack)).toEqual(["invalid_thread_ts", "invalid_thread_ts"]);
    expect(slack.messages("C0TESTS")).toEqual([]);
  });
});

describe("a form", () => {
  it.each([
    ["a day that no calendar has", field({ type: "datepicker", initial_date: "2026-13-45" }), "initial_date"],
    ["the 30th of February", field({ type: "datepicker", initial_date: "2026-02-30" }), "initial_date"],
    ["a time that no clock has", field({ type: "timepicker", initial_time: "25:00" }), "initial_time"],
    ["a filter that filters nothing", field({ type: "conversations_select", filter: {} }), "filter"],
    ["a person that is none", field({ type: "users_select", initial_user: "nobody" }), "initial_user"],
    [
      "persons that are none",
      field({ type: "multi_users_select", initial_users: ["@mina"] }),
      "initial_users",
    ],
    [
      "an address to start with that is none",
      section({
        accessory: {
          type: "overflow",
          action_id: "o",
          options: [{ text: plain("a"), value: "a", url: "none" }],
        },
      }),
      "url",
    ],
  ])("is refused for %s", (_name, block, at) => {
    const verdict = inModal(block);
    expect(verdict?.error).toBe("invalid_arguments");
    expect(verdict?.messages.join()).toContain(at);
  });

  it("passes with a leap day, the last minute of a day and a filter of one kind", () => {
    expect(inModal(field({ type: "datepicker", initial_date: "2028-02-29" }))).toBeNull();
    expect(inModal(field({ type: "timepicker", initial_time: "23:59" }))).toBeNull();
    expect(inModal(field({ type: "conversations_select", filter: { include: ["im"] } }))).toBeNull();
  });
});
