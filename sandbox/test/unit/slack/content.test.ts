import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkMessage, checkView, textLength } from "../../../slack/content-checks.ts";
import { createWorld } from "../../../slack/world.ts";
import { TEST_MANIFEST, textInput } from "../../support/bolt-app.ts";

const aWorld = (manifest: object = TEST_MANIFEST) => createWorld({ manifest, delivery: { kind: "socket" } });
const plain = (text: string) => ({ type: "plain_text", text });
const x = (count: number) => plain("x".repeat(count));
const option = (value: string) => ({ text: plain(value), value });
const many = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of(index));
const asked = { title: plain("Send?"), text: plain("It costs."), confirm: plain("Send"), deny: plain("No") };
const section = (text: string, more: object = {}) => ({ type: "section", text: plain(text), ...more });
const button = (more: object = {}) => ({ type: "button", action_id: "go", text: plain("Go"), ...more });
const actions = (...elements: object[]) => ({ type: "actions", elements });
const accessory = (element: object) => section("x", { accessory: { action_id: "a", ...element } });
const select = (more: object) => accessory({ type: "static_select", ...more });
const group = (value: string) => ({ label: plain("g"), options: [option(value)] });
const cell = (text: string) => ({ type: "raw_text", text });
const table = (text = "1") => ({ type: "table", rows: [[cell(text)]] });
const richText = (...elements: object[]) => ({
  type: "rich_text",
  elements: [{ type: "rich_text_section", elements }],
});
const field = (element: object, block: object = {}) => textInput("a", element, block);
const dividers = (count: number) => many(count, () => ({ type: "divider" }));

function inMessage(...blocks: unknown[]) {
  const content = { text: "all of it", unfurl_links: false, unfurl_media: false, blocks };
  return checkMessage(aWorld(), "chat.postMessage", content);
}
function viewVerdict(view: object, surface: "modal" | "home" = "modal") {
  return checkView(aWorld(), { type: surface, ...view }, { surface });
}
const inModal = (...blocks: object[]) => viewVerdict({ title: plain("T"), submit: plain("OK"), blocks });

describe("a message", () => {
  it.each<[string, object[], string]>([
    ["a mrkdwn header", [{ type: "header", text: { type: "mrkdwn", text: "x" } }], "/blocks/0/text"],
    ["words that are spaces alone", [section("  \n ")], "/blocks/0/text/text"],
    ["a section without words", [{ type: "section" }], "/blocks/0]"],
    ["an unknown property", [section("x", { colour: "red" })], "colour"],
    ["an unknown block", [{ type: "banner" }], "/blocks/0/type"],
    ["a prototype's name as type", [{ type: "constructor" }], "/blocks/0/type"],
    ["an action_id twice in a block", [actions(button(), button())], "action_id go already exists"],
    ["a block_id twice", many(2, () => section("a", { block_id: "b" })), "block_id b already exists"],
    ["a modal's element", [textInput("f", { type: "file_input" })], "/blocks/0/element"],
    ["51 blocks", dividers(51), "/blocks]"],
    ["a button in a context", [{ type: "context", elements: [button()] }], "/blocks/0/elements/0/type"],
    ["an option's value twice", [select({ options: [option("a"), option("a")] })], "each value once"],
    ["a value in two groups", [select({ option_groups: [group("a"), group("a")] })], "each value once"],
    [
      "an initial option not offered",
      [select({ options: [option("a")], initial_option: option("b") })],
      "exactly match",
    ],
    ["an address without a scheme", [accessory(button({ url: "www.example.com" }))], "/accessory/url"],
    ["an empty rich text leaf", [richText({ type: "text", text: "" })], "/elements/0/text"],
    ["a rich text that is not stood in for", [richText({ type: "emoji", name: "tada" })], "/elements/0/type"],
    ["a user_id that is none", [richText({ type: "user", user_id: "nobody" })], "/user_id"],
    ["a confirm dialog without deny", [actions(button({ confirm: { ...asked, deny: undefined } }))], "/deny"],
  ])("is refused for %s", (_name, blocks, words) => {
    const verdict = inMessage(...blocks);
    expect(verdict?.error).toBe("invalid_blocks");
    expect(verdict?.messages.join()).toContain(words);
  });

  it.each([
    ["blocks that are no list", { text: "x", blocks: "[" }, "invalid_blocks_format"],
    ["neither text nor blocks", { text: "" }, "no_text"],
    ["text of spaces alone", { text: " \n\t" }, "no_text"],
    ["two tables", { text: "x", blocks: [table(), table()] }, "only_one_table_allowed"],
    [
      "12,500 characters",
      { text: "x", blocks: many(5, () => section("y".repeat(2500))) },
      "msg_blocks_too_long",
    ],
    ["metadata of another shape", { text: "x", metadata: { event_type: "a" } }, "invalid_metadata_format"],
    ["no metadata at all", { text: "x", metadata: {} }, "invalid_metadata_format"],
    ["a thread_ts that is no timestamp", { text: "x", thread_ts: "abc" }, "invalid_thread_ts"],
  ])("is refused for %s", (_name, content, error) => {
    expect(checkMessage(aWorld(), "chat.postMessage", content)?.error).toBe(error);
  });

  it("passes with every block that is stood in for, and leaves no finding", () => {
    const world = aWorld();
    const blocks = [
      { type: "header", text: plain("Head") },
      accessory(button({ confirm: asked, style: "danger", url: "mailto:joon@example.com" })),
      { type: "context", elements: [{ type: "mrkdwn", text: "small" }] },
      { type: "divider" },
      table(),
      actions({ type: "static_select", action_id: "s", options: [option("a")] }),
      richText({ type: "text", text: " " }, { type: "user", user_id: "W0MINA" }),
    ];
    const settled = { text: "x", unfurl_links: false, unfurl_media: false };
    expect(checkMessage(world, "chat.postMessage", { ...settled, blocks })).toBeNull();
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

  it.each<[string, number, (count: number) => object]>([
    ["a header of 150 characters", 150, (count) => ({ type: "header", text: x(count) })],
    ["a section of 3,000 characters", 3000, (count) => section("x".repeat(count))],
    ["a table of 10,000 characters", 10_000, (count) => table("x".repeat(count))],
    ["a button of 75 characters", 75, (count) => actions(button({ text: x(count) }))],
    ["a button's value of 2,000 characters", 2000, (count) => actions(button({ value: "x".repeat(count) }))],
    ["25 buttons in a row", 25, (count) => actions(...many(count, (i) => button({ action_id: `b${i}` })))],
    ["an option of 75 characters", 75, (count) => select({ options: [{ ...option("a"), text: x(count) }] })],
    [
      "an option's value of 150",
      150,
      (count) => select({ options: [{ ...option("a"), value: "v".repeat(count) }] }),
    ],
    ["a select of 100 options", 100, (count) => select({ options: many(count, (i) => option(`${i}`)) })],
    [
      "a context of 10 elements",
      10,
      (count) => ({ type: "context", elements: many(count, () => plain("x")) }),
    ],
    ["a question of 300", 300, (count) => actions(button({ confirm: { ...asked, text: x(count) } }))],
  ])("takes %s and not one more", (_name, most, blockOf) => {
    expect([most, most + 1].map((count) => inMessage(blockOf(count)) === null)).toEqual([true, false]);
  });

  it("never throws, whatever is sent as blocks", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (blocks) => {
        for (const given of [blocks, [blocks]])
          expect(() =>
            checkMessage(aWorld(), "chat.postMessage", { text: "x", blocks: given }),
          ).not.toThrow();
      }),
    );
  });

  it("adds up every text of every block", () => {
    expect(textLength([section("abc"), { type: "section", fields: [plain("de"), plain("f")] }])).toBe(6);
  });
});

it.each([
  [4000, null],
  [4001, "msg_too_long"],
])("an edit of %i characters of text is answered with %s, where a post is taken", (length, error) => {
  const text = "x".repeat(length);
  expect(checkMessage(aWorld(), "chat.update", { text })?.error ?? null).toBe(error);
  expect(checkMessage(aWorld(), "chat.postMessage", { text })).toBeNull();
  expect(checkMessage(aWorld(), "chat.update", { text: "x", metadata: {} })).toBeNull();
});

describe("a modal", () => {
  const titled = (more: object) => ({ title: plain("T"), blocks: [section("x")], ...more });

  it.each<[string, object[], string]>([
    ["no block", [], "/view/blocks]"],
    ["a table", [table()], "/view/blocks/0/type"],
    ["a block_id twice", [textInput("to"), textInput("to")], "block_id to already exists"],
    ["a placeholder above 150", [field({ placeholder: x(151) })], "/element/placeholder/text"],
    ["min above max", [field({ min_length: 5, max_length: 4 })], "min_length above max_length"],
    ["a start longer than max_length", [field({ max_length: 2, initial_value: "abc" })], "initial_value"],
    ["no options", [field({ type: "static_select", options: [] })], "/element/options"],
    ["neither options nor groups", [field({ type: "static_select" })], "options or option_groups"],
    ["an empty filter", [field({ type: "conversations_select", filter: {} })], "/element/filter"],
    [
      "a file_input that dispatches",
      [field({ type: "file_input" }, { dispatch_action: true })],
      "file_input",
    ],
    ["a text that dispatches on Enter", [field({}, { dispatch_action: true })], "on Enter"],
    ["max_files above 10", [field({ type: "file_input", max_files: 11 })], "/element/max_files"],
    ["a button in an input", [field({ type: "button" })], "/element/type"],
    ["what is not stood in for", [field({ type: "datepicker" })], "/element/type"],
  ])("is refused for %s", (_name, blocks, words) => {
    const verdict = inModal(...blocks);
    expect(verdict?.error).toBe("invalid_arguments");
    expect(verdict?.messages.join()).toContain(words);
  });

  it.each([
    ["a title above 24", titled({ title: x(25) }), "/view/title/text"],
    ["no title", titled({ title: undefined }), "/view/title"],
    ["an input without submit", titled({ blocks: [textInput("a")] }), "submit"],
    ["private_metadata above 3000", titled({ private_metadata: "x".repeat(3001) }), "/view/private_metadata"],
    ["101 blocks", titled({ blocks: dividers(101) }), "/view/blocks]"],
    ["an unknown field", titled({ id: "V1" }), '"id"'],
  ])("is refused for %s", (_name, view, words) => {
    expect(viewVerdict(view)?.messages.join()).toContain(words);
  });

  it("is refused above 250 kB", () => {
    const long = section("x".repeat(2900));
    expect(inModal(...Array(80).fill(long))).toBeNull();
    expect(inModal(...Array(90).fill(long))?.error).toBe("view_too_large");
  });

  it("with a file_input needs the scope to read files", () => {
    const world = aWorld({ ...TEST_MANIFEST, oauth_config: { scopes: { bot: ["commands"] } } });
    const blocks = [field({ type: "file_input" })];
    const view = { type: "modal", title: plain("T"), submit: plain("OK"), blocks };
    expect(checkView(world, view, { surface: "modal" })).toBeNull();
    expect(world.findings.map(({ rule }) => rule)).toEqual(["file_input_scope"]);
  });

  it.each(["static", "external"])("has multi_%s_select in a section or input, not in actions", (kind) => {
    const choices = kind === "static" ? { options: [option("a")] } : {};
    const multi = { type: `multi_${kind}_select`, action_id: "m", ...choices };
    expect(inModal(actions(multi))?.messages.join()).toContain("/view/blocks/0/elements/0/type");
    expect(inModal(textInput("s", multi), accessory(multi))).toBeNull();
  });
});

it.each([
  ["100 blocks", { blocks: dividers(100) }, null],
  ["101 blocks", { blocks: dividers(101) }, "/view/blocks]"],
  ["no block", { blocks: [] }, "/view/blocks]"],
  ["a title", { blocks: [section("x")], title: plain("T") }, "title"],
  ["a file_input", { blocks: [field({ type: "file_input" })] }, "/element/type"],
])("a Home tab with %s is answered with %s", (_name, view, words) => {
  const said = viewVerdict(view, "home")?.messages.join() ?? null;
  if (words === null) expect(said).toBeNull();
  else expect(said).toContain(words);
});
