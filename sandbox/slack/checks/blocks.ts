import { isObject, toObject, toObjects } from "../json.ts";
import { BLOCK, BLOCK_SURFACES } from "../limits.ts";
import { accessory, actionsElement, cardButton, contextActionsElement, inputElement } from "./elements.ts";
import { anyText, IMAGE_FIELDS, imageElement, imageSource, plainText } from "./objects.ts";
import { richTextElements, richTextObject } from "./rich-text.ts";
import {
  anything,
  boolean,
  byType,
  type Fields,
  integer,
  list,
  object,
  oneOf,
  type Rule,
  string,
} from "./rules.ts";
import { words } from "./values.ts";

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

const rawText = object({ text: string({ min: 1 }) });
const cell = byType(
  {
    raw_text: rawText,
    raw_number: object({ value: anything, text: string({ min: 1 }) }),
    rich_text: richTextObject,
  },
  "cell",
);

/** Every row as long as the first, which is the header and takes no rich text. */
const rowsAgree: Rule = (value, at, check) => {
  const rows = toObject(value)["rows"];
  if (!Array.isArray(rows)) return;
  const [header, ...others] = rows.map(toObjects);
  if (header === undefined) return;
  if (others.some(({ length }) => length !== header.length)) {
    check.fail(`${at}/rows`, "all rows must have the same number of cells");
  }
  if (header.some(({ type }) => type === "rich_text")) {
    check.fail(`${at}/rows/0`, "rich_text can't be used in a header cell");
  }
};

const mrkdwn = (max: number): Rule =>
  byType({ mrkdwn: object({ text: words(max) }, { verbatim: boolean }) }, "text");

const card = object(
  {},
  {
    ...identified,
    hero_image: imageElement,
    icon: imageElement,
    title: mrkdwn(BLOCK.cardTitle),
    subtitle: mrkdwn(BLOCK.cardSubtitle),
    body: mrkdwn(BLOCK.cardBody),
    actions: list(cardButton, { max: BLOCK.cardActions }),
  },
);

const taskCard = object(
  { task_id: string({ min: 1 }), title: string({ min: 1 }) },
  {
    ...identified,
    details: richTextObject,
    output: richTextObject,
    sources: list(anything),
    status: oneOf("pending", "in_progress", "complete", "error"),
  },
);

const BLOCKS: { readonly [type: string]: Rule } = {
  actions: object({ elements: list(actionsElement, { max: BLOCK.actionsElements }) }, identified),
  alert: object(
    { text: anyText(BLOCK.sectionText) },
    { ...identified, level: oneOf("default", "info", "warning", "error", "success") },
  ),
  card,
  carousel: object({ elements: list(byType({ card }, "card"), { max: BLOCK.carouselCards }) }, identified),
  context: object(
    {
      elements: list(
        byType(
          { image: imageElement, plain_text: anyText(BLOCK.sectionText), mrkdwn: anyText(BLOCK.sectionText) },
          "context element",
        ),
        { max: BLOCK.contextElements },
      ),
    },
    identified,
  ),
  context_actions: object(
    { elements: list(contextActionsElement, { max: BLOCK.contextActionsElements }) },
    identified,
  ),
  data_table: object(
    {
      rows: list(list(cell, { max: BLOCK.dataTableColumns }), { min: 2, max: BLOCK.dataTableRows }),
      caption: string({ min: 1 }),
    },
    {
      ...identified,
      page_size: integer({ min: 1, max: 100 }),
      row_header_column_index: integer({ min: 0, max: BLOCK.dataTableColumns - 1 }),
    },
    rowsAgree,
  ),
  data_visualization: object({}, { ...identified, title: anything, chart: anything }),
  divider: object({}, identified),
  header: object({ text: plainText(BLOCK.headerText) }, identified),
  image: object(
    { alt_text: string({ min: 1, max: BLOCK.imageAltText }) },
    { ...identified, ...IMAGE_FIELDS, title: plainText(BLOCK.imageTitle) },
    imageSource,
  ),
  input: object(
    { label: plainText(BLOCK.inputLabel), element: inputElement },
    { ...identified, hint: plainText(BLOCK.inputHint), optional: boolean, dispatch_action: boolean },
    inputAgrees,
  ),
  markdown: object({ text: string({ min: 1, max: BLOCK.markdownText }) }, identified),
  plan: object({ title: string({ min: 1 }) }, { ...identified, tasks: list(anything) }),
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
  task_card: taskCard,
  video: object(
    {
      video_url: string({ min: 1 }),
      thumbnail_url: string({ min: 1 }),
      alt_text: string({ min: 1 }),
      title: plainText(BLOCK.videoTitle),
    },
    {
      ...identified,
      title_url: string({}),
      author_name: string({ max: BLOCK.videoAuthorName }),
      provider_name: string({}),
      provider_icon_url: string({}),
      description: plainText(200),
    },
  ),
};

const CONTAINED = [
  "actions",
  "context",
  "divider",
  "header",
  "image",
  "input",
  "rich_text",
  "section",
  "table",
  "video",
];

const container = object(
  {
    child_blocks: list(
      byType(
        Object.fromEntries(Object.entries(BLOCKS).filter(([type]) => CONTAINED.includes(type))),
        "child block",
      ),
      { max: BLOCK.containerChildren },
    ),
  },
  {
    ...identified,
    title: plainText(BLOCK.containerTitle),
    rich_text_title: richTextObject,
    subtitle: anyText(BLOCK.containerTitle),
    width: oneOf("narrow", "standard", "wide", "full"),
    icon: imageElement,
    is_collapsible: boolean,
    default_collapsed: boolean,
    has_header_divider: boolean,
  },
);

const known = byType({ ...BLOCKS, container }, "block");

/** One block, on the surface the check is for. */
export const anyBlock: Rule = (value, at, check) => {
  known(value, at, check);
  const type = String(toObject(value)["type"]);
  const surfaces = BLOCK_SURFACES.get(type);
  if (surfaces !== undefined && !surfaces.includes(check.surface)) {
    check.fail(at, `a ${type} block can't be used in a ${check.surface}`);
  }
};
