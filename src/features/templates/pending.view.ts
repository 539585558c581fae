import type { Catalogue } from "../../locales/index.ts";
import { plain } from "../../slack/blocks/modal.ts";
import { renderLines } from "../../slack/blocks/rich-text.ts";
import type { NewPost, Proposal } from "../../store/index.ts";
import { ids } from "./ids.ts";

/** To the proposer in person: nothing else will ever tell that a vendor has decided. */
export function askAfterReview({ proposer, templateId, basis, change }: Proposal, words: Catalogue): NewPost {
  const { asks, report } = words.proposals.pending;
  const name = basis?.name ?? change.name ?? null;
  const { text, block } = renderLines([
    [asks],
    [...(name === null ? [] : [{ bold: name }, " · "]), { code: templateId }],
  ]);
  const button = { type: "button", action_id: ids.report, text: plain(report), value: templateId };
  return {
    kind: "post",
    key: null,
    destinations: [proposer],
    author: proposer,
    body: { text, blocks: [block, { type: "actions", elements: [button] }] },
  };
}
