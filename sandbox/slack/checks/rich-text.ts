import { boolean, byType, integer, list, object, oneOf, type Rule, string } from "./rules.ts";
import { channelId, emojiName, usergroupId, userId } from "./values.ts";

const style = object(
  {},
  { bold: boolean, italic: boolean, strike: boolean, code: boolean, underline: boolean },
);
const id = string({ min: 1 });

/** Parse nothing: what stands in them is shown as it is. Slack refuses empty text here. */
const LEAVES: { readonly [type: string]: Rule } = {
  text: object({ text: string({ min: 1 }) }, { style }),
  link: object({ url: string({ min: 1 }) }, { text: string({}), unsafe: boolean, style }),
  user: object({ user_id: userId }, { style }),
  usergroup: object({ usergroup_id: usergroupId }, { style }),
  channel: object({ channel_id: channelId }, { style }),
  emoji: object({ name: emojiName }, { unicode: string({}), url: string({}), style }),
  broadcast: object({ range: oneOf("here", "channel", "everyone") }, { style }),
  date: object(
    { timestamp: integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), format: id },
    { url: string({}), fallback: string({}), style },
  ),
};

const leaves = list(byType(LEAVES, "rich text element"));
const plainLeaves = list(
  byType(
    Object.fromEntries(Object.entries(LEAVES).filter(([type]) => type === "text" || type === "link")),
    "preformatted",
  ),
);
const border = integer({ min: 0, max: 1 });
const section = object({ elements: leaves });

export const richTextElements: Rule = list(
  byType(
    {
      rich_text_section: section,
      rich_text_quote: object({ elements: leaves }, { border }),
      rich_text_preformatted: object({ elements: plainLeaves }, { border, language: string({}) }),
    },
    "rich text",
  ),
);

/** A rich_text object inside another block: a table cell, a task's details. */
export const richTextObject: Rule = byType(
  { rich_text: object({ elements: richTextElements }, { block_id: string({ max: 255 }) }) },
  "rich text",
);
