import type { ModalView } from "@slack/types";

/** Slack's limits that this app can meet, in characters, counts or milliseconds (docs.slack.dev/reference, 2026-11). */
export const slackLimits = {
  /** A text object's own maximum. */
  sectionText: 3000,
  /** Undocumented: staff name about 12,000 characters over all blocks of a message. */
  messageBlocksText: 12_000,
  messageBlocks: 50,
  contextElements: 10,
  /** Longer top-level text is cut only at 40,000 when it is posted, but can't be edited. */
  messageText: 4000,
  /** One message a second and conversation. */
  postMs: 1000,
  /** Fifty edits a minute over all conversations, with bursts allowed. */
  editMs: 1200,
  editBurst: 10,
  viewTitle: 24,
  viewBlocks: 100,
  /** "250 kb": read as the smaller kilobyte. */
  viewBytes: 250_000,
  optionText: 75,
  optionValue: 150,
  options: 100,
  inputLength: 3000,
  /** What a file field takes. */
  fileBytes: 10 * 1024 * 1024,
} as const;

/** As much as a field can be filled with. Whoever reads the form has to be told that there was more. */
export function cutToField(text: string, longest: number = slackLimits.inputLength): string {
  if (text.length <= longest) return text;
  return text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "");
}

/**
 * Cuts at a limit, and shows that it did. Never used for what a person has to read in full. Slack says "characters": an
 * emoji counts two here, which holds however it counts them.
 */
export function shorten(text: string, limit: number): string {
  return text.length <= limit ? text : `${cutToField(text, limit - 1)}…`;
}

/** In characters, as Slack counts them over all blocks of a message: every `text`, wherever it stands. */
export function textSize(blocks: unknown): number {
  if (typeof blocks !== "object" || blocks === null) return 0;
  const entries: [string, unknown][] = Object.entries(blocks);
  return entries.reduce(
    (sum, [name, held]) => sum + (name === "text" && typeof held === "string" ? held.length : textSize(held)),
    0,
  );
}

/** In bytes, as it goes to Slack. */
function sizeOf(part: object): number {
  return Buffer.byteLength(JSON.stringify(part));
}

/** Slack refuses a greater modal whole, and whoever waits for it sees nothing. */
export function fitsModal(view: ModalView): boolean {
  return view.blocks.length <= slackLimits.viewBlocks && sizeOf(view) <= slackLimits.viewBytes;
}
