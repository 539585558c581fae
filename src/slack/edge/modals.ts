import type { BlockAction } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import { BoundedMap } from "../../bounded-map.ts";
import type { EdgeOptions } from "./attend.ts";
import { onceMore } from "./once-more.ts";
import { slackErrorCode } from "./slack-error.ts";

type Asking = Pick<EdgeOptions, "client" | "stopping">;
type Shown = { id: string; hash: string };
/** What the change follows from: any click in a form came after what was submitted from it before. */
type Cause = "click" | "submission";
export type UpdateModal = (shown: Shown, view: ModalView, cause: Cause) => Promise<void>;

/** As many changes as can be under way at once, and more. */
const mostKnown = 1000;

/**
 * Changes a modal that stands as it did when somebody clicked or submitted; whatever else was changed first stands, and a modal that is
 * closed stays closed. The second of two quick clicks has all that was typed by then, so it follows the change that this
 * process itself made for the first.
 */
export function createModalUpdates({ client, stopping }: Asking): UpdateModal {
  const successors = new BoundedMap<string, { hash: string; order: number }>(mostKnown);
  let asked = 0;

  async function update({ id, hash }: Shown, view: ModalView, order: number): Promise<void> {
    try {
      const change = () => client.views.update({ view_id: id, hash, view });
      const { view: updated } = await onceMore(change, stopping);
      if (updated?.hash !== undefined) successors.set(`${id} ${hash}`, { hash: updated.hash, order });
    } catch (error) {
      const code = slackErrorCode(error);
      if (code !== "hash_conflict" && code !== "not_found") throw error;
      const newer = code === "hash_conflict" ? successors.get(`${id} ${hash}`) : undefined;
      if (newer !== undefined && newer.order < order) await update({ id, hash: newer.hash }, view, order);
    }
  }

  return (shown, view, cause) => {
    if (cause === "submission") return update(shown, view, 0);
    asked += 1;
    return update(shown, view, asked);
  };
}

/** Whatever stands in it now: nobody else changes it behind a submission, nor behind a click that leads on from it. */
export function replaceModal({ client, stopping }: Asking, id: string, view: ModalView) {
  return onceMore(() => client.views.update({ view_id: id, view }), stopping);
}

/** The same, and one that was closed meanwhile stays closed. */
export async function changeModal(options: Asking, id: string, view: ModalView): Promise<void> {
  try {
    await replaceModal(options, id, view);
  } catch (error) {
    if (slackErrorCode(error) !== "not_found") throw error;
  }
}

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
