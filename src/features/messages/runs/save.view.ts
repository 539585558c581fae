import type { ModalView } from "@slack/types";
import { z } from "zod";
import type { Catalogue } from "../../../locales/index.ts";
import { field, plain, renderModal, textInput } from "../../../slack/blocks/modal.ts";
import { renderLines } from "../../../slack/blocks/rich-text.ts";
import { fields, ids } from "../ids.ts";
import { SavedAs } from "../send-form.ts";
import { glanceOf } from "./library.view.ts";
import { longestName } from "./naming.ts";

/** `draft`: where the message is kept meanwhile; `entry`: the id that it is saved under, unless it replaces `saved`. */
export const SaveMetadata = z.object({ draft: z.string(), entry: z.string(), saved: SavedAs.optional() });
export type SaveMetadata = z.infer<typeof SaveMetadata>;

/** `text`: the message's own. */
export function renderSaveForm(
  metadata: SaveMetadata,
  text: string | undefined,
  { runs, common }: Catalogue,
): ModalView {
  const { title, name, hint, note, submit } = runs.save;
  const glance = glanceOf(text);
  return renderModal({
    callbackId: ids.save,
    title,
    submit,
    close: common.back,
    carries: metadata,
    blocks: [
      ...(glance === "" ? [] : [renderLines([[glance]]).block]),
      field(fields.savedName, name, textInput({ initial: metadata.saved?.name, longest: longestName }), {
        hint,
      }),
      { type: "section", text: plain(note) },
    ],
  });
}
