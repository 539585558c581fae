import { z } from "zod";
import { optionsOf } from "./elements.ts";
import { isSameJson, toObjects } from "./json.ts";
import type { JsonObject } from "./types.ts";

/** The blocks and views that this app sends, with Slack's limits (docs:reference/block-kit, reference/views). */

export type Surface = "message" | "modal" | "home";

/** Characters that a text input takes unless it says less. */
export const TEXT_INPUT = 3000;
export const MOST_FILES = 10;

const flag = z.boolean().optional();
const filled = z.string().min(1);
const id = filled.max(255);
/** Spaces alone are no words. */
const words = (max: number) => z.string().regex(/\S/, "no words").max(max);
const plain = (max: number) =>
  z.strictObject({ type: z.literal("plain_text"), text: words(max), emoji: flag });
const mrkdwn = (max: number) =>
  z.strictObject({ type: z.literal("mrkdwn"), text: words(max), verbatim: flag });
const anyText = (max: number) => z.discriminatedUnion("type", [plain(max), mrkdwn(max)]);
const tone = z.enum(["primary", "danger"]).optional();

const confirm = z.strictObject({
  title: plain(100),
  text: plain(300),
  confirm: plain(30),
  deny: plain(30),
  style: tone,
});

const option = z.strictObject({
  text: plain(75),
  value: filled.max(150),
  description: plain(75).optional(),
});
const someOptions = z.array(option).max(100);
const options = someOptions.min(1);
const optionGroups = z
  .array(z.strictObject({ label: plain(75), options }))
  .min(1)
  .max(100);

function valuesDiffer(element: JsonObject): boolean {
  const values = optionsOf(element).map(({ value }) => value);
  return new Set(values).size === values.length;
}

/** One list of options with a value each, and the initial ones among them word for word. */
function offersWell(element: JsonObject): boolean {
  const initial = [...toObjects([element["initial_option"]]), ...toObjects(element["initial_options"])];
  return (
    (element["option_groups"] === undefined) !== (element["options"] === undefined) &&
    valuesDiffer(element) &&
    initial.every((one) => optionsOf(element).some((other) => isSameJson(one, other)))
  );
}
const WELL = "options or option_groups, each value once, and initial ones that exactly match";

/** What an external select is answered; no options at all are a right answer too. */
export const suggestion = z
  .strictObject({ options: someOptions.optional(), option_groups: optionGroups.optional() })
  .refine(valuesDiffer, "an option's value occurs twice");

const action = { action_id: id.optional(), confirm: confirm.optional() };
const field = { action_id: id.optional(), placeholder: plain(150).optional() };
const select = { ...action, ...field };
const offered = { options: options.optional(), option_groups: optionGroups.optional() };
const asking = { min_query_length: z.int().min(0).max(255).optional() };
const several = { max_selected_items: z.int().min(1).max(1000).optional() };
const type = <T extends string>(name: T) => ({ type: z.literal(name) });

const button = z.strictObject({
  ...type("button"),
  ...action,
  text: plain(75),
  value: z.string().max(2000).optional(),
  url: z.url().max(3000).optional(),
  style: tone,
});
const staticSelect = z
  .strictObject({ ...type("static_select"), ...select, ...offered, initial_option: option.optional() })
  .refine(offersWell, WELL);
const externalSelect = z.strictObject({
  ...type("external_select"),
  ...select,
  ...asking,
  initial_option: option.optional(),
});
const multiStaticSelect = z
  .strictObject({
    ...type("multi_static_select"),
    ...select,
    ...offered,
    ...several,
    initial_options: options.optional(),
  })
  .refine(offersWell, WELL);
const multiExternalSelect = z.strictObject({
  ...type("multi_external_select"),
  ...select,
  ...asking,
  ...several,
  initial_options: options.optional(),
});
const conversationsSelect = z.strictObject({
  ...type("conversations_select"),
  ...select,
  default_to_current_conversation: flag,
  initial_conversation: filled.optional(),
  filter: z
    .strictObject({
      include: z
        .array(z.enum(["im", "mpim", "private", "public"]))
        .min(1)
        .optional(),
      exclude_external_shared_channels: flag,
      exclude_bot_users: flag,
    })
    .refine((filter) => Object.keys(filter).length > 0, "one of its fields")
    .optional(),
});
const textInput = z
  .strictObject({
    ...type("plain_text_input"),
    ...field,
    initial_value: z.string().optional(),
    multiline: flag,
    min_length: z.int().min(0).max(TEXT_INPUT).default(0),
    max_length: z.int().min(1).max(TEXT_INPUT).default(TEXT_INPUT),
    dispatch_action_config: z
      .strictObject({ trigger_actions_on: z.tuple([z.literal("on_character_entered")]) })
      .optional(),
  })
  .refine(({ min_length, max_length }) => min_length <= max_length, "min_length above max_length")
  .refine(
    ({ initial_value = "", max_length }) => initial_value.length <= max_length,
    "initial_value above max_length",
  );
const fileInput = z.strictObject({
  ...type("file_input"),
  action_id: id.optional(),
  filetypes: z.array(filled).min(1).optional(),
  max_files: z.int().min(1).max(MOST_FILES).optional(),
});

/** No multi-select in `actions`: those stand in a section or an input. */
const actionsElement = z.discriminatedUnion("type", [
  button,
  staticSelect,
  externalSelect,
  conversationsSelect,
]);
const multiSelects = [multiStaticSelect, multiExternalSelect] as const;
const inputs = [staticSelect, externalSelect, conversationsSelect, ...multiSelects, textInput] as const;

const style = z
  .strictObject({ bold: flag, italic: flag, strike: flag, code: flag, underline: flag })
  .optional();
const leaf = z.discriminatedUnion("type", [
  z.strictObject({ ...type("text"), text: filled, style }),
  z.strictObject({ ...type("user"), user_id: z.string().regex(/^[UW][A-Z0-9]+$/), style }),
  z.strictObject({ ...type("usergroup"), usergroup_id: z.string().regex(/^S[A-Z0-9]+$/), style }),
  z.strictObject({ ...type("channel"), channel_id: z.string().regex(/^[CDG][A-Z0-9]+$/), style }),
  z.strictObject({
    ...type("date"),
    timestamp: z.int().min(0),
    format: filled,
    fallback: z.string().optional(),
    style,
  }),
]);
const leaves = { elements: z.array(leaf).min(1) };

const identified = { block_id: id.optional() };
const richText = z.strictObject({
  ...type("rich_text"),
  ...identified,
  elements: z
    .array(
      z.discriminatedUnion("type", [
        z.strictObject({ ...type("rich_text_section"), ...leaves }),
        z.strictObject({ ...type("rich_text_quote"), ...leaves }),
        z.strictObject({ ...type("rich_text_preformatted"), ...leaves }),
      ]),
    )
    .min(1),
});

const input = {
  ...type("input"),
  ...identified,
  label: plain(2000),
  hint: plain(2000).optional(),
  optional: flag,
  dispatch_action: flag,
};
const blocks = [
  z.strictObject({
    ...type("actions"),
    ...identified,
    elements: z.array(actionsElement).min(1).max(25),
  }),
  z.strictObject({
    ...type("context"),
    ...identified,
    elements: z.array(anyText(3000)).min(1).max(10),
  }),
  z.strictObject({ ...type("divider"), ...identified }),
  z.strictObject({ ...type("header"), ...identified, text: plain(150) }),
  richText,
  z
    .strictObject({
      ...type("section"),
      ...identified,
      text: anyText(3000).optional(),
      fields: z.array(anyText(2000)).min(1).max(10).optional(),
      accessory: z.discriminatedUnion("type", [actionsElement, ...multiSelects]).optional(),
    })
    .refine(({ text, fields }) => text !== undefined || fields !== undefined, "text or fields"),
] as const;
const anywhere = z.strictObject({ ...input, element: z.discriminatedUnion("type", inputs) });
const inModal = z
  .strictObject({ ...input, element: z.discriminatedUnion("type", [...inputs, fileInput]) })
  .refine(
    ({ element, dispatch_action }) => element.type !== "file_input" || dispatch_action !== true,
    "a file_input does not dispatch",
  )
  .refine(
    ({ element, dispatch_action }) =>
      element.type !== "plain_text_input" || element.dispatch_action_config !== undefined || !dispatch_action,
    "a text that dispatches on Enter is not stood in for",
  );
const table = z.strictObject({
  ...type("table"),
  ...identified,
  rows: z
    .array(
      z
        .array(
          z.discriminatedUnion("type", [z.strictObject({ ...type("raw_text"), text: filled }), richText]),
        )
        .min(1)
        .max(20),
    )
    .min(1)
    .max(100),
  column_settings: z
    .array(z.strictObject({ align: z.enum(["left", "center", "right"]).optional(), is_wrapped: flag }))
    .min(1)
    .max(20)
    .optional(),
});

export const messageBlocks = z.array(z.discriminatedUnion("type", [...blocks, anywhere, table])).max(50);

const view = {
  private_metadata: z.string().max(3000).optional(),
  callback_id: z.string().max(255).optional(),
};
export const homeView = z.strictObject({
  ...type("home"),
  ...view,
  blocks: z
    .array(z.discriminatedUnion("type", [...blocks, anywhere]))
    .min(1)
    .max(100),
});
export const modalView = z
  .strictObject({
    ...type("modal"),
    ...view,
    blocks: z
      .array(z.discriminatedUnion("type", [...blocks, inModal]))
      .min(1)
      .max(100),
    title: plain(24),
    submit: plain(24).optional(),
    close: plain(24).optional(),
    clear_on_close: flag,
  })
  .refine(
    ({ submit, blocks: shown }) => submit !== undefined || shown.every(({ type: kind }) => kind !== "input"),
    "an input needs submit",
  );

/** What is wrong with content, by its place in it, as Slack lists it. */
export function problemsOf(schema: z.ZodType, content: unknown, at = ""): string[] {
  const { error } = schema.safeParse(content);
  return (error?.issues ?? []).map(
    ({ message, path }) => `[ERROR] ${message} [json-pointer:${[at, ...path.map(String)].join("/")}]`,
  );
}
