import type { ModalView } from "@slack/types";
import { z } from "zod";
import type { Catalogue } from "../../locales/index.ts";
import { banner, renderModal } from "../../slack/blocks/modal.ts";
import { renderLines } from "../../slack/blocks/rich-text.ts";
import type { Proposal, SeenContent } from "../../store/index.ts";
import { changedFields, fittingLines, toContent } from "./change.view.ts";
import { ids } from "./ids.ts";
import { sealOfSeen } from "./seal.ts";
import { seenLine } from "./status.view.ts";

/** `seen`: what it shows that the template has become; null of a form by an earlier version. */
const Metadata = z.object({
  act: z.string(),
  id: z.string(),
  revision: z.int(),
  seen: z.string().nullable().catch(null),
});
type ConfirmForm = z.infer<typeof Metadata>;

export function readConfirmForm(metadata: string): ConfirmForm {
  return Metadata.parse(JSON.parse(metadata));
}

export function wasShownIn({ seen: shown }: ConfirmForm): (seen: SeenContent | null) => boolean {
  return (seen) => shown === sealOfSeen(seen);
}

/** Before an approval of what was compared with something else than what was seen last: the difference as it is now. */
export function renderConfirmForm(
  form: Omit<ConfirmForm, "seen">,
  { proposal, seen }: { proposal: Proposal; seen: SeenContent | null },
  words: Catalogue,
): ModalView {
  const { confirmForm } = words.proposals;
  const changed = changedFields(toContent(seen), proposal.change, words);
  return renderModal({
    callbackId: ids.approve,
    title: confirmForm.title,
    submit: confirmForm.submit,
    close: words.common.cancel,
    metadata: JSON.stringify({ ...form, seen: sealOfSeen(seen) } satisfies ConfirmForm),
    blocks: [
      banner(proposal.basis === null ? confirmForm.firstSeen : confirmForm.changed),
      ...(seen === null ? [] : [renderLines([seenLine(seen.from, words)]).block]),
      renderLines(fittingLines(changed, words)).block,
    ],
  });
}
