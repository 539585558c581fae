import { describe, expect, it } from "vitest";
import { checkView } from "../../../slack/content-checks.ts";
import { TEST_MANIFEST, textInput } from "../../support/bolt-app.ts";
import { aWorld, inModal, many, option, plain, viewVerdict } from "./content.ts";

const section = { type: "section", text: plain("x") };
const dividers = (count: number) => many(count, () => ({ type: "divider" }));
const field = (element: object, block: object = {}) => textInput("a", element, block);
const titled = (more: object) => ({ title: plain("T"), blocks: [section], ...more });
const focused = (id: string) => textInput(id, { focus_on_load: true });

describe("a modal in the sandbox's Slack", () => {
  it.each<[string, object[], string]>([
    ["having no block", [], "no fewer than 1"],
    ["a table", [{ type: "table", rows: [[{ type: "raw_text", text: "1" }]] }], "can't be used in a modal"],
    ["a block_id twice", [textInput("to"), textInput("to")], "block_id to already exists"],
    ["a placeholder above 150", [field({ placeholder: plain("x".repeat(151)) })], "less than 151"],
    ["min above max", [field({ min_length: 5, max_length: 4 })], "min_length must not be greater"],
    [
      "an initial_value longer than max_length",
      [field({ max_length: 2, initial_value: "abc" })],
      "less than 3",
    ],
    ["no options", [field({ type: "static_select", options: [] })], "no fewer than 1"],
    ["neither options nor groups", [field({ type: "static_select" })], "either options or option_groups"],
    ["an empty filter", [field({ type: "conversations_select", filter: {} })], "one of its fields"],
    [
      "a file_input with dispatch_action",
      [field({ type: "file_input" }, { dispatch_action: true })],
      "must be false",
    ],
    ["max_files above 10", [field({ type: "file_input", max_files: 11 })], "between 1 and 10"],
    ["a button in an input", [field({ type: "button" })], "unsupported element type: button"],
    [
      "an element that the sandbox doesn't support",
      [field({ type: "datepicker" })],
      "unsupported element type: datepicker",
    ],
    ["two focused elements", [focused("a"), focused("b")], "only one element"],
  ])("is refused for %s", (_name, blocks, words) => {
    const verdict = inModal(...blocks);
    expect(verdict?.error).toBe("invalid_arguments");
    expect(verdict?.messages.join()).toContain(words);
  });

  it.each([
    ["title of more than 24 characters", titled({ title: plain("x".repeat(25)) }), "less than 25"],
    ["missing title", titled({ title: undefined }), "missing required field: title"],
    ["input block without a submit button", titled({ blocks: [textInput("a")] }), "submit"],
    [
      "private_metadata of more than 3,000 characters",
      titled({ private_metadata: "x".repeat(3001) }),
      "less than 3001",
    ],
    ["101 blocks", titled({ blocks: dividers(101) }), "no more than 100"],
    ["unknown field", titled({ id: "V1" }), "invalid additional property: id"],
  ])("is refused for its %s", (_name, view, words) => {
    expect(viewVerdict(view)?.messages.join()).toContain(words);
  });

  it("is refused when it is larger than 250 kB", () => {
    const long = { type: "section", text: plain("x".repeat(2900)) };
    expect(inModal(...Array(80).fill(long))).toBeNull();
    expect(inModal(...Array(90).fill(long))?.error).toBe("view_too_large");
  });

  it("with a file_input is refused when the bot lacks the scope files:read", () => {
    const world = aWorld({ ...TEST_MANIFEST, oauth_config: { scopes: { bot: ["commands"] } } });
    const view = {
      type: "modal",
      title: plain("T"),
      submit: plain("OK"),
      blocks: [field({ type: "file_input" })],
    };
    expect(checkView(world, view, { surface: "modal" })).toBeNull();
    expect(world.findings.map(({ rule }) => rule)).toEqual(["file_input_scope"]);
  });

  it.each(["static", "external"])(
    "accepts a multi_%s_select in a section or an input, and refuses it in actions",
    (kind) => {
      const choices = kind === "static" ? { options: [option("a")] } : {};
      const select = { type: `multi_${kind}_select`, action_id: "m", ...choices };
      const inActions = inModal({ type: "actions", elements: [select] });
      expect(inActions?.messages.join()).toContain(`unsupported element type: multi_${kind}_select`);
      expect(inModal(textInput("s", select))).toBeNull();
      expect(inModal({ ...section, accessory: select })).toBeNull();
    },
  );
});

it.each([
  ["100 blocks", { blocks: dividers(100) }, null],
  ["101 blocks", { blocks: dividers(101) }, "no more than 100"],
  ["no block", { blocks: [] }, "no fewer than 1"],
  ["a title", { blocks: [section], title: plain("T") }, "title"],
  ["a file_input", { blocks: [field({ type: "file_input" })] }, "can't be used in a home"],
])("a Home tab in the sandbox's Slack with %s is answered with %s", (_name, view, words) => {
  const said = viewVerdict(view, "home")?.messages.join() ?? null;
  if (words === null) expect(said).toBeNull();
  else expect(said).toContain(words);
});
