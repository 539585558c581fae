import type { ModalView } from "@slack/types";
import type { WebClient } from "@slack/web-api";
import { slackErrorCode } from "./slack-error.ts";

export type UpdateModal = (shown: { id: string; hash: string }, view: ModalView) => Promise<void>;

/** As many changes as can be under way at once, and more. */
const mostKnown = 1000;

/**
 * Changes a modal that stands as it did when somebody clicked. Two clicks may come before the first change is seen: the
 * later one has all that was typed by then, so it follows the change that this process itself made of the earlier. Any
 * other change that was first stands, and so does a modal that is closed.
 */
export function createModalUpdates(client: WebClient): UpdateModal {
  const successors = new Map<string, string>();

  async function update({ id, hash }: { id: string; hash: string }, view: ModalView): Promise<void> {
    try {
      const { view: updated } = await client.views.update({ view_id: id, hash, view });
      if (updated?.hash === undefined) return;
      successors.set(`${id} ${hash}`, updated.hash);
      const [oldest] = successors.keys();
      if (successors.size > mostKnown && oldest !== undefined) successors.delete(oldest);
    } catch (error) {
      const code = slackErrorCode(error);
      const newer = successors.get(`${id} ${hash}`);
      if (code === "hash_conflict" && newer !== undefined) return await update({ id, hash: newer }, view);
      if (code !== "hash_conflict" && code !== "not_found") throw error;
    }
  }

  return update;
}

/** Whatever stands in it now: nobody else changes it behind a submission, nor behind a click that leads on from it. */
export async function changeModal(client: WebClient, id: string, view: ModalView): Promise<void> {
  try {
    await client.views.update({ view_id: id, view });
  } catch (error) {
    if (slackErrorCode(error) !== "not_found") throw error;
  }
}
