import type { ModalView } from "@slack/types";
import { z } from "zod";
import type { Catalogue } from "../../locales/index.ts";
import { banner, renderModal } from "../../slack/blocks/modal.ts";
import { renderLines } from "../../slack/blocks/rich-text.ts";
import type { Proposal, SeenContent } from "../../store/index.ts";
import type { Approving } from "./approve.ts";
import { resultLines } from "./card.view.ts";
import { cardTitle } from "./card-title.view.ts";
import { changedFields, changedNames, fittingLines, toContent } from "./change.view.ts";
import { ids } from "./ids.ts";
import { sealOfSeen } from "./seal.ts";
import { hasChangedSince } from "./shown.ts";
import { sourceLines } from "./status.view.ts";

/** `seen`: what it shows that the template has become; `update`: which update it shows to have come to nothing. */
const Metadata = z.object({
  act: z.string(),
  id: z.string(),
  revision: z.int(),
  seen: z.string(),
  update: z.string().nullable().catch(null),
});
type ConfirmForm = z.infer<typeof Metadata>;

export function readConfirmForm(metadata: string): ConfirmForm {
  return Metadata.parse(JSON.parse(metadata));
}

/** What its person knew who submits it. */
export function readShownIn(form: ConfirmForm): Pick<Approving, "wasShown" | "sawUpdate"> {
  return {
    wasShown: (seen) => form.seen === sealOfSeen(seen),
    sawUpdate: (operation) => form.update === operation,
  };
}

/** Before an approval, of which `left` are still needed: what goes out, over what was seen last, and whether that has changed since it was proposed. */
export function renderConfirmForm(
  form: Pick<ConfirmForm, "act" | "id" | "revision">,
  { proposal, seen, left }: { proposal: Proposal; seen: SeenContent | null; left: number },
  words: Catalogue,
): ModalView {
  const { confirmForm, card } = words.proposals;
  const { confirmApprove } = card;
  const isChanged = hasChangedSince(proposal.basis, seen);
  const changed = changedFields(toContent(seen), proposal.change, words);
  const some = changedNames(proposal.change);
  const lead = [`${card.comparedWith} `];
  const isLast = left <= 1;
  const usual = {
    title: isLast ? confirmApprove.titleLast : confirmApprove.title,
    submit: isLast ? card.buttons.approveLast : confirmApprove.yes,
  };
  return renderModal({
    callbackId: ids.approve,
    title: isChanged ? confirmForm.title : usual.title,
    submit: isChanged ? confirmForm.submit : usual.submit,
    close: words.common.cancel,
    carries: {
      ...form,
      seen: sealOfSeen(seen),
      update: proposal.operation?.id ?? null,
    },
    blocks: [
      ...(isChanged ? [banner(proposal.basis === null ? confirmForm.firstSeen : confirmForm.changed)] : []),
      renderLines([
        [{ bold: cardTitle(proposal, words) }],
        ...resultLines(proposal, words),
        [confirmApprove.says(left)],
      ]).block,
      ...(seen === null ? [] : [renderLines(sourceLines(seen, words, { some, lead })).block]),
      renderLines(fittingLines(changed, words)).block,
    ],
  });
}
