import type { BlockAction } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import { type Asking, replaceModal } from "./modal-updates.ts";

/** How Slack says where a modal stands. */
type Standing = { previous_view_id: string | null; root_view_id: string | null };

/** Slack stacks three modals and refuses a fourth: what would stand over the third one takes its place. */
export function hasRoomAbove({ previous_view_id: previous, root_view_id: root }: Standing): boolean {
  return previous === null || previous === root;
}

/** Over what was clicked in, or in its place where Slack takes no more over it. */
export async function showOver(options: Asking, { trigger_id, view: below }: BlockAction, view: ModalView) {
  if (below?.type !== "modal") return await options.client.views.open({ trigger_id, view });
  if (hasRoomAbove(below)) return await options.client.views.push({ trigger_id, view });
  return await replaceModal(options, below.id, view);
}
