import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkMessage, textLength } from "../../../slack/content-checks.ts";
import { textInput } from "../../support/bolt-app.ts";
import { asked, aWorld, inMessage, many, option, plain, richText } from "./content.ts";

const section = (text: string, more: object = {}) => ({
  type: "section",
  text: { type: "mrkdwn", text },
  ...more,
});
const button = (more: object = {}) => ({ type: "button", action_id: "go", text: plain("Go"), ...more });
const actions = (...elements: object[]) => ({ type: "actions", elements });
const accessory = (element: object) => section("x", { accessory: { action_id: "a", ...element } });
const select = (more: object) => accessory({ type: "static_select", ...more });
const cell = (text: string) => ({ type: "raw_text", text });
const table = { type: "table", rows: [[cell("1")]] };
const settled = { text: "x", unfurl_links: false, unfurl_media: false };

describe("a message to the sandbox's Slack", () => {
  it.each<[string, object[], string]>([
    ["a header of 151 characters", [{ type: "header", text: plain("x".repeat(151)) }], "less than 151"],
    ["a mrkdwn header", [{ type: "header", text: { type: "mrkdwn", text: "x" } }], "unsupported text type"],
    ["an empty section", [section("")], "more than 0 characters"],
    ["a section of spaces only", [section("  \n ")], "more than 0 characters"],
    ["a section without text", [{ type: "section" }], "missing required field: text"],
    ["an unknown property", [section("x", { colour: "red" })], "invalid additional property: colour"],
    ["an unknown block", [{ type: "banner" }], "unsupported block type: banner"],
    [
      "a block type that is a JavaScript built-in name",
      [{ type: "constructor" }],
      "unsupported block type: constructor",
    ],
    ["26 buttons in a row", [actions(...Array(26).fill(button()))], "no more than 25"],
    ["the same action_id twice in a block", [actions(button(), button())], "action_id go already exists"],
    [
      "the same block_id twice",
      [section("a", { block_id: "b" }), section("c", { block_id: "b" })],
      "already exists",
    ],
    [
      "an element that only modals can have",
      [textInput("f", { type: "file_input" })],
      "can't be used in a message",
    ],
    ["51 blocks", many(51, () => ({ type: "divider" })), "no more than 50"],
    [
      "a button in a context",
      [{ type: "context", elements: [button()] }],
      "unsupported context element type",
    ],
    ["an option value of 151 characters", [select({ options: [option("v".repeat(151))] })], "less than 151"],
    [
      "the same option value twice",
      [select({ options: [option("a"), option("a")] })],
      "value a already exists",
    ],
    [
      "the same option value in two groups",
      [
        select({
          option_groups: ["g", "h"].map((label) => ({ label: plain(label), options: [option("a")] })),
        }),
      ],
      "value a already exists",
    ],
    [
      "an initial option that is not offered",
      [select({ options: [option("a")], initial_option: option("b") })],
      "exactly match",
    ],
    ["a button URL that is no URL", [accessory(button({ url: "the shop" }))], "invalid url"],
    ["a button URL without a scheme", [accessory(button({ url: "www.example.com" }))], "invalid url"],
    ["an empty text in rich text", [richText({ type: "text", text: "" })], "more than 0"],
    ["an emoji's name with spaces", [richText({ type: "emoji", name: "white mark" })], "wrong format"],
    ["a user_id of a wrong form", [richText({ type: "user", user_id: "nobody" })], "wrong format"],
    [
      "a channel_id of a wrong form",
      [richText({ type: "channel", channel_id: "#sms-tests" })],
      "wrong format",
    ],
    [
      "a usergroup_id of a wrong form",
      [richText({ type: "usergroup", usergroup_id: "U0MINA" })],
      "wrong format",
    ],
  ])("is refused with invalid_blocks for %s", (_name, blocks, words) => {
    const verdict = inMessage(...blocks);
    expect(verdict?.error).toBe("invalid_blocks");
    expect(verdict?.messages.join()).toContain(words);
  });

  it.each([
    ["blocks that are no list", { text: "x", blocks: "[" }, "invalid_blocks_format"],
    ["neither text nor blocks", { text: "" }, "no_text"],
    ["text of spaces only", { text: " \n\t" }, "no_text"],
    ["two tables", { text: "x", blocks: [table, table] }, "only_one_table_allowed"],
    [
      "12,500 characters in its blocks",
      { text: "x", blocks: many(5, () => section("y".repeat(2500))) },
      "msg_blocks_too_long",
    ],
    ["metadata without a payload", { text: "x", metadata: { event_type: "a" } }, "invalid_metadata_format"],
    ["empty metadata", { text: "x", metadata: {} }, "invalid_metadata_format"],
    ["a thread_ts that is no timestamp", { text: "x", thread_ts: "abc" }, "invalid_thread_ts"],
  ])("is refused with a code of its own for %s", (_name, content, error) => {
    expect(checkMessage(aWorld(), "chat.postMessage", content)?.error).toBe(error);
  });

  it("can have every kind of supported block, and breaks no Slack rule", () => {
    const world = aWorld();
    const blocks = [
      { type: "header", text: plain("Head") },
      section("body", {
        accessory: button({ confirm: asked, style: "danger", url: "mailto:joon@example.com" }),
      }),
      { type: "context", elements: [{ type: "mrkdwn", text: "small" }] },
      { type: "divider" },
      table,
      actions({ type: "static_select", action_id: "s", options: [option("a")] }),
      richText(
        { type: "text", text: " " },
        { type: "emoji", name: "한국+1" },
        { type: "user", user_id: "W0MINA" },
      ),
    ];
    expect(checkMessage(world, "chat.postMessage", { ...settled, blocks })).toBeNull();
    expect(world.findings).toEqual([]);
  });

  it.each([
    ["no_text", { blocks: [section("x")] }],
    ["text_truncated", { text: "x".repeat(40_001) }],
    ["link_unfurls", { text: "see https://example.com" }],
  ])("is accepted, and reported under the rule %s", (rule, content) => {
    const world = aWorld();
    expect(checkMessage(world, "chat.postMessage", content)).toBeNull();
    expect(world.findings.map((alert) => alert.rule)).toEqual([rule]);
  });

  it.each([
    [
      "a header of 150 characters",
      150,
      (count: number) => ({ type: "header", text: plain("x".repeat(count)) }),
    ],
    ["a section of 3,000 characters", 3000, (count: number) => section("x".repeat(count))],
    [
      "a table of 10,000 characters",
      10_000,
      (count: number) => ({ type: "table", rows: [[cell("x".repeat(count))]] }),
    ],
    ["a button of 75 characters", 75, (count: number) => actions(button({ text: plain("x".repeat(count)) }))],
    [
      "a button's value of 2,000 characters",
      2000,
      (count: number) => actions(button({ value: "x".repeat(count) })),
    ],
    [
      "an option of 75 characters",
      75,
      (count: number) => select({ options: [{ ...option("a"), text: plain("x".repeat(count)) }] }),
    ],
    [
      "a select of 100 options",
      100,
      (count: number) => select({ options: many(count, (i) => option(`${i}`)) }),
    ],
    [
      "a context of 10 elements",
      10,
      (count: number) => ({ type: "context", elements: many(count, () => plain("x")) }),
    ],
  ])("can have %s, and not one more", (_name, most, blockOf) => {
    expect([most, most + 1].map((count) => inMessage(blockOf(count)) === null)).toEqual([true, false]);
  });

  it("never makes the check throw, whatever is sent as blocks", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (blocks) => {
        const world = aWorld();
        expect(() => checkMessage(world, "chat.postMessage", { text: "x", blocks })).not.toThrow();
        expect(() => checkMessage(world, "chat.postMessage", { text: "x", blocks: [blocks] })).not.toThrow();
      }),
    );
  });

  it("has the size of all texts in all its blocks", () => {
    expect(textLength([section("abc"), { type: "section", fields: [plain("de"), plain("f")] }])).toBe(6);
  });
});

describe("a confirm dialog in the sandbox's Slack", () => {
  const asking = (confirm: object) => inMessage(actions(button({ confirm })));

  it.each(Object.keys(asked))("is refused without the field %s", (field) => {
    const rest = Object.fromEntries(Object.entries(asked).filter(([key]) => key !== field));
    expect(asking(rest)?.messages.join()).toContain(`missing required field: ${field}`);
  });

  it.each([
    ["markup", { text: { type: "mrkdwn", text: "*x*" } }],
    ["a text above 300", { text: plain("x".repeat(301)) }],
    ["a button above 30", { deny: plain("x".repeat(31)) }],
  ])("is refused for %s", (_name, part) => {
    expect(asking({ ...asked, ...part })).not.toBeNull();
  });
});

describe("an edit of a message in the sandbox's Slack", () => {
  it.each([
    [4000, null],
    [4001, "msg_too_long"],
  ])("with %i characters of text is answered with %s, and a post with them is accepted", (length, error) => {
    const text = "x".repeat(length);
    expect(checkMessage(aWorld(), "chat.update", { text })?.error ?? null).toBe(error);
    expect(checkMessage(aWorld(), "chat.postMessage", { text })).toBeNull();
  });

  it("can remove the message's metadata with an empty object", () => {
    expect(checkMessage(aWorld(), "chat.update", { text: "x", metadata: {} })).toBeNull();
  });
});
