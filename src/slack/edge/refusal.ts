import type { ViewOutput, ViewResponseAction } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import { banner, plain } from "../blocks/modal.ts";
import { fitsModal } from "../blocks/size.ts";
import { hasRoomAbove } from "./modals.ts";

/** Why a submission came to nothing. */
export type Refusal = {
  text: string;
  /** The same submission may do better in a moment: whatever the modal holds stays with the person. */
  mayTryAgain: boolean;
};

/** Its own, so that the next sentence takes the place of this one. */
const bannerId = "edge.refusal";

/**
 * What a refused submission is answered with. Slack wants errors under an input's block id; a modal without one comes back
 * as it stood below the words, and one that has no room for them lies below a modal that has.
 */
export function refuseSubmission(view: ViewOutput, { text, mayTryAgain }: Refusal): ViewResponseAction {
  const input = view.blocks.find(({ type }) => type === "input")?.block_id;
  if (input !== undefined) return { response_action: "errors", errors: { [input]: text } };
  const alone = renderAlone(view, text);
  if (!mayTryAgain) return { response_action: "update", view: alone };
  const whole = renderAgain(view, text);
  if (fitsModal(whole)) return { response_action: "update", view: whole };
  return { response_action: hasRoomAbove(view) ? "push" : "update", view: alone };
}

/** Made of Slack's own payload, and for the person alone who had it before them. */
function renderAgain(view: ViewOutput, text: string): ModalView {
  const { title, close, submit, callback_id, private_metadata } = view;
  const { clear_on_close, notify_on_close } = view;
  return {
    type: "modal",
    ...{ title, callback_id, private_metadata, clear_on_close, notify_on_close },
    ...(close === null ? {} : { close }),
    ...(submit === null ? {} : { submit }),
    blocks: [
      { ...banner(text), block_id: bannerId },
      ...view.blocks.filter(({ block_id }) => block_id !== bannerId),
    ],
  };
}

function renderAlone({ title }: ViewOutput, text: string): ModalView {
  return {
    type: "modal",
    title: plain(title.text),
    blocks: [{ type: "section", text: plain(text) }],
  };
}
