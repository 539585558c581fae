import type { ModalView } from "@slack/types";

/** Slack's limits, in characters, counts or milliseconds (docs.slack.dev/reference, 2026-11). */
export const slackLimits = {
  sectionText: 3000,
  /** Undocumented: Slack's staff say about 12,000 characters over all blocks of a Slack message. */
  messageBlocksText: 12_000,
  messageBlocks: 50,
  contextElements: 10,
  /** Longer text is posted (cut only at 40,000), but can't be edited. */
  messageText: 4000,
  postMs: 1000,
  /** Pause between edits: fifty a minute over all conversations, of which `editBurst` may come at once. */
  editMs: 1200,
  editBurst: 10,
  viewTitle: 24,
  viewBlocks: 100,
  /** Slack's "250 kb", read as the smaller kilobyte. */
  viewBytes: 250_000,
  optionText: 75,
  optionValue: 150,
  options: 100,
  inputLength: 3000,
  fileBytes: 10 * 1024 * 1024,
} as const;

/** Cuts text to a field's limit. The caller has to say that there was more. */
export function cutToField(text: string, longest: number = slackLimits.inputLength): string {
  if (text.length <= longest) return text;
  return text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "");
}

/** Cuts at a limit and appends "…"; never for text that has to be read in full. An emoji counts as two characters. */
export function shorten(text: string, limit: number): string {
  return text.length <= limit ? text : `${cutToField(text, limit - 1)}…`;
}

/** Counts characters as Slack does, over all blocks of a Slack message. */
export function textSize(blocks: unknown): number {
  if (typeof blocks !== "object" || blocks === null) return 0;
  const entries: [string, unknown][] = Object.entries(blocks);
  return entries.reduce(
    (sum, [name, held]) => sum + (name === "text" && typeof held === "string" ? held.length : textSize(held)),
    0,
  );
}

/** Size of the JSON in bytes. */
function sizeOf(part: object): number {
  return Buffer.byteLength(JSON.stringify(part));
}

/** Whether Slack will take a modal: if it refuses one, the person sees nothing. */
export function fitsModal(view: ModalView): boolean {
  return view.blocks.length <= slackLimits.viewBlocks && sizeOf(view) <= slackLimits.viewBytes;
}
