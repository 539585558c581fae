import type { ModalView } from "@slack/types";
import { slackLimits } from "./limits.ts";

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
