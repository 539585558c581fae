import { isObject, toObject } from "../json.ts";
import { BLOCK, BLOCK_SURFACES } from "../limits.ts";
import { accessory, actionsElement, inputElement } from "./elements.ts";
import { anyText, plainText } from "./objects.ts";
import { richTextElements, richTextObject } from "./rich-text.ts";
import { boolean, byType, type Fields, list, object, oneOf, type Rule, string } from "./rules.ts";

const identified: Fields = { block_id: string({ min: 1, max: BLOCK.blockId }) };

const hasWords: Rule = (value, at, check) => {
  if (isObject(value) && value["text"] === undefined && value["fields"] === undefined) {
    check.fail(at, "missing required field: text");
  }
};

/** Only a modal's input may hand out response URLs; a file_input never dispatches. */
const inputAgrees: Rule = (value, at, check) => {
  const block = toObject(value);
  const element = toObject(block["element"]);
  if (element["type"] === "file_input" && block["dispatch_action"] === true) {
    check.fail(`${at}/dispatch_action`, "must be false for a file_input");
  }
  if (element["response_url_enabled"] === true && check.surface !== "modal") {
    check.fail(`${at}/element`, "response_url_enabled works in modals only");
  }
};

const noResponseUrl: Rule = (value, at, check) => {
  if (toObject(toObject(value)["accessory"])["response_url_enabled"] === true) {
    check.fail(at, "response_url_enabled works in input blocks only");
  }
};

const cell = byType({ raw_text: object({ text: string({ min: 1 }) }), rich_text: richTextObject }, "cell");

const BLOCKS: { readonly [type: string]: Rule } = {
  actions: object({ elements: list(actionsElement, { max: BLOCK.actionsElements }) }, identified),
  context: object(
    {
      elements: list(
        byType(
          { plain_text: anyText(BLOCK.sectionText), mrkdwn: anyText(BLOCK.sectionText) },
          "context element",
        ),
        { max: BLOCK.contextElements },
      ),
    },
    identified,
  ),
  divider: object({}, identified),
  header: object({ text: plainText(BLOCK.headerText) }, identified),
  input: object(
    { label: plainText(BLOCK.inputLabel), element: inputElement },
    { ...identified, hint: plainText(BLOCK.inputHint), optional: boolean, dispatch_action: boolean },
    inputAgrees,
  ),
  rich_text: object({ elements: richTextElements }, identified),
  section: object(
    {},
    {
      ...identified,
      text: anyText(BLOCK.sectionText),
      fields: list(anyText(BLOCK.sectionFieldText), { max: BLOCK.sectionFields }),
      accessory,
      expand: boolean,
    },
    hasWords,
    noResponseUrl,
  ),
  table: object(
    { rows: list(list(cell, { max: BLOCK.tableCells }), { max: BLOCK.tableRows }) },
    {
      ...identified,
      column_settings: list(object({}, { align: oneOf("left", "center", "right"), is_wrapped: boolean }), {
        max: BLOCK.tableColumnSettings,
      }),
    },
  ),
};

const known = byType(BLOCKS, "block");

/** One block, on the surface the check is for. */
export const anyBlock: Rule = (value, at, check) => {
  known(value, at, check);
  const type = String(toObject(value)["type"]);
  const surfaces = BLOCK_SURFACES.get(type);
  if (surfaces !== undefined && !surfaces.includes(check.surface)) {
    check.fail(at, `a ${type} block can't be used in a ${check.surface}`);
  }
};
