import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkMessage, textLength } from "../../../slack/content-checks.ts";
import { textInput } from "../../support/bolt-app.ts";
import { asked, aWorld, inMessage, inModal, many, option, plain, richText, viewVerdict } from "./content.ts";

const section = (text: string, more: object = {}) => ({
  type: "section",
  text: { type: "mrkdwn", text },
  ...more,
});
const button = (more: object = {}) => ({ type: "button", action_id: "go", text: plain("Go"), ...more });
const cell = { type: "raw_text", text: "1" };
const table = { type: "table", rows: [[cell]] };

describe("a message", () => {
  it.each([
    ["a header above 150", [{ type: "header", text: plain("x".repeat(151)) }], "less than 151"],
    ["a mrkdwn header", [{ type: "header", text: { type: "mrkdwn", text: "x" } }], "unsupported text type"],
    ["an empty section", [section("")], "more than 0 characters"],
    ["a section without words", [{ type: "section" }], "missing required field: text"],
    ["an unknown property", [section("x", { colour: "red" })], "invalid additional property: colour"],
    ["an unknown block", [{ type: "banner" }], "unsupported block type: banner"],
    ["a prototype's name as type", [{ type: "constructor" }], "unsupported block type: constructor"],
    ["26 buttons in a row", [{ type: "actions", elements: Array(26).fill(button()) }], "no more than 25"],
    [
      "the same action_id twice in a block",
      [{ type: "actions", elements: [button(), button()] }],
      "action_id go already exists",
    ],
    [
      "the same block_id twice",
      [section("a", { block_id: "b" }), section("c", { block_id: "b" })],
      "already exists",
    ],
    [
      "a long option value",
      [section("x", { accessory: { type: "overflow", action_id: "o", options: [option("v".repeat(151))] } })],
      "less than 151",
    ],
    ["a modal's block", [{ type: "alert", text: plain("x") }], "can't be used in a message"],
    [
      "a modal's element",
      [textInput("f", { type: "file_input" })],
      "a file_input can't be used in a message",
    ],
    ["51 blocks", many(51, () => ({ type: "divider" })), "no more than 50"],
    ["an empty rich text leaf", [richText({ type: "text", text: "" })], "more than 0"],
    [
      "an initial option that is not offered",
      [
        section("x", {
          accessory: {
            type: "static_select",
            action_id: "s",
            options: [option("a")],
            initial_option: option("b"),
          },
        }),
      ],
      "exactly match",
    ],
    [
      "a button in a context",
      [{ type: "context", elements: [button()] }],
      "unsupported context element type",
    ],
  ])("is refused for %s", (_name, blocks, words) => {
    const verdict = inMessage(...blocks);
    expect(verdict?.error).toBe("invalid_blocks");
    expect(verdict?.messages.join()).toContain(words);
  });

  it.each([
    ["blocks that are no list", { text: "x", blocks: "[" }, "invalid_blocks_format"],
    ["neither text nor blocks", { text: "" }, "no_text"],
    ["two tables", { text: "x", blocks: [table, table] }, "only_one_table_allowed"],
    [
      "more text in its blocks than fits",
      { text: "x", blocks: many(5, () => section("y".repeat(2500))) },
      "msg_blocks_too_long",
    ],
    ["metadata of another shape", { text: "x", metadata: { event_type: "a" } }, "invalid_metadata_format"],
    ["markdown_text beside text", { text: "x", markdown_text: "y" }, "markdown_text_conflict"],
  ])("is refused for %s", (_name, content, error) => {
    expect(checkMessage(aWorld(), "chat.postMessage", content)?.error).toBe(error);
  });

  it("passes with every ordinary block, and leaves no finding", () => {
    const world = aWorld();
    const blocks = [
      { type: "header", text: plain("Head") },
      section("body", { accessory: button({ confirm: asked, style: "danger" }) }),
      { type: "context", elements: [{ type: "mrkdwn", text: "small" }] },
      { type: "divider" },
      table,
      { type: "actions", elements: [{ type: "static_select", action_id: "s", options: [option("a")] }] },
      {
        type: "rich_text",
        elements: [{ type: "rich_text_preformatted", elements: [{ type: "text", text: "<x>" }] }],
      },
    ];
    expect(checkMessage(world, "chat.postMessage", { text: "Head body", blocks })).toBeNull();
    expect(world.findings).toEqual([]);
  });

  it.each([
    ["no_text", { blocks: [section("x")] }],
    ["text_truncated", { text: "x".repeat(40_001) }],
    ["link_unfurls", { text: "see https://example.com" }],
  ])("is taken but noted as %s", (rule, content) => {
    const world = aWorld();
    expect(checkMessage(world, "chat.postMessage", content)).toBeNull();
    expect(world.findings.map((alert) => alert.rule)).toEqual([rule]);
  });

  it("counts a header's characters to the one", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), (length) => {
        const verdict = inMessage({ type: "header", text: plain("x".repeat(length)) });
        expect(verdict === null).toBe(length >= 1 && length <= 150);
      }),
    );
  });

  it("never throws, whatever is sent as blocks", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (blocks) => {
        const world = aWorld();
        expect(() => checkMessage(world, "chat.postMessage", { text: "x", blocks })).not.toThrow();
        expect(() => checkMessage(world, "chat.postMessage", { text: "x", blocks: [blocks] })).not.toThrow();
      }),
    );
  });

  it("adds up every text of every block", () => {
    expect(textLength([section("abc"), { type: "section", fields: [plain("de"), plain("f")] }])).toBe(6);
  });
});

describe("a view", () => {
  it.each([
    ["a table", table, "a table block can't be used in a modal"],
    ["a markdown block", { type: "markdown", text: "x" }, "can't be used in a modal"],
    ["a placeholder above 150", textInput("a", { placeholder: plain("x".repeat(151)) }), "less than 151"],
    ["min above max", textInput("a", { min_length: 5, max_length: 4 }), "min_length must not be greater"],
    [
      "a start longer than max_length",
      textInput("a", { max_length: 2, initial_value: "abc" }),
      "less than 3",
    ],
    ["no options", textInput("a", { type: "static_select", options: [] }), "no fewer than 1"],
    ["options and groups", textInput("a", { type: "static_select" }), "either options or option_groups"],
    [
      "eleven radio buttons",
      textInput("a", {
        type: "radio_buttons",
        options: many(11, (i) => option(`${i}`)),
      }),
      "no more than 10",
    ],
    [
      "a file_input that dispatches",
      textInput("a", { type: "file_input" }, { dispatch_action: true }),
      "must be false",
    ],
    ["max_files above 10", textInput("a", { type: "file_input", max_files: 11 }), "between 1 and 10"],
    [
      "a number_input that does not say whether decimals go",
      textInput("a", { type: "number_input" }),
      "is_decimal_allowed",
    ],
    ["a button in an input", textInput("a", { type: "button" }), "unsupported element type: button"],
    [
      "two focuses",
      {
        type: "actions",
        elements: ["a", "b"].map((id) => ({ type: "datepicker", action_id: id, focus_on_load: true })),
      },
      "only one element",
    ],
  ])("is refused for %s", (_name, block, words) => {
    const verdict = inModal(block);
    expect(verdict?.error).toBe("invalid_arguments");
    expect(verdict?.messages.join()).toContain(words);
  });

  it.each([
    ["a title above 24", { title: plain("x".repeat(25)), blocks: [] }, "less than 25"],
    ["no title", { blocks: [] }, "missing required field: title"],
    ["an input without submit", { title: plain("T"), blocks: [textInput("a")] }, "submit"],
    [
      "private_metadata above 3000",
      { title: plain("T"), blocks: [], private_metadata: "x".repeat(3001) },
      "less than 3001",
    ],
    ["101 blocks", { title: plain("T"), blocks: many(101, () => ({ type: "divider" })) }, "no more than 100"],
    ["an unknown field", { title: plain("T"), blocks: [], id: "V1" }, "invalid additional property: id"],
  ])("is refused for %s", (_name, view, words) => {
    expect(viewVerdict(view)?.messages.join()).toContain(words);
  });

  it("is refused for a block_id it has twice", () => {
    expect(inModal(textInput("to"), textInput("to"))?.messages.join()).toContain(
      "block_id to already exists",
    );
  });

  it("is refused on the Home tab with a modal's parts", () => {
    expect(viewVerdict({ blocks: [], title: plain("T") }, "home")?.messages.join()).toContain("title");
    expect(
      viewVerdict(
        { blocks: [textInput("n", { type: "number_input", is_decimal_allowed: false })] },
        "home",
      )?.messages.join(),
    ).toContain("can't be used in a home");
    expect(viewVerdict({ blocks: [section("x")] }, "home")).toBeNull();
  });
});
