import type { Catalogue } from "../../locales/index.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { renderLines } from "../../slack/blocks/rich-text.ts";
import type { Proposal, Telling } from "../../store/index.ts";
import { ids } from "./ids.ts";

/** Who draws the question what the vendors decided. */
export const pendingKind = "pending";

/** To the proposer in person: nothing else will ever tell that a vendor has decided. */
export function tellPending({ id, proposer }: Proposal): Telling {
  const post = { subject: `${pendingKind}:${id}`, place: "proposer", kind: pendingKind };
  return { posts: [{ ...post, destinations: [proposer] }] };
}

export function renderPending({ templateId, basis, change }: Proposal, words: Catalogue): Answer {
  const { asks, report } = words.proposals.pending;
  const name = basis?.name ?? change.name ?? null;
  const { text, block } = renderLines([
    [asks],
    [...(name === null ? [] : [{ bold: name }, " · "]), { code: templateId }],
  ]);
  return { text, blocks: [block, ...actions([button(ids.report, report, templateId)])] };
}
