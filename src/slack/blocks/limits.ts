import type { ModalView } from "@slack/types";

/** Slack's limits, in characters, counts or milliseconds (docs.slack.dev/reference, 2026-11). */
export const slackLimits = {
  sectionText: 3000,
  /** Undocumented: Slack's staff say about 12,000 characters over all blocks of a Slack message. */
  messageBlocksText: 12_000,
  messageBlocks: 50,
  contextElements: 10,
  /** Limit of edits; a new post may have 40,000 characters. */
  messageText: 4000,
  postMs: 1000,
  /** Interval of edits over all conversations, 50 a minute; `editBurst` of them may come at once. */
  editMs: 1200,
  editBurst: 10,
  viewTitle: 24,
  viewBlocks: 100,
  /** Documented as "250 kb"; a kilobyte is taken as 1,000 bytes. */
  viewBytes: 250_000,
  optionText: 75,
  optionValue: 150,
  options: 100,
  inputLength: 3000,
  fileBytes: 10 * 1024 * 1024,
} as const;

/** Cuts text without a mark, so the caller has to say that text is missing. */
export function cutToField(text: string, longest: number = slackLimits.inputLength): string {
  if (text.length <= longest) return text;
  return text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "");
}

/** Cuts text and appends "…": not for text that must be read in full. An emoji counts as two characters. */
export function shorten(text: string, limit: number): string {
  return text.length <= limit ? text : `${cutToField(text, limit - 1)}…`;
}

/** Counts the characters of all blocks, as Slack does. */
export function textSize(blocks: unknown): number {
  if (typeof blocks !== "object" || blocks === null) return 0;
  const entries: [string, unknown][] = Object.entries(blocks);
  return entries.reduce(
    (sum, [name, held]) => sum + (name === "text" && typeof held === "string" ? held.length : textSize(held)),
    0,
  );
}

function sizeOf(part: object): number {
  return Buffer.byteLength(JSON.stringify(part));
}

/** Checks Slack's limits of a modal; if Slack refuses it, the person sees nothing. */
export function fitsModal(view: ModalView): boolean {
  return view.blocks.length <= slackLimits.viewBlocks && sizeOf(view) <= slackLimits.viewBytes;
}
