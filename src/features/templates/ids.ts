import { z } from "zod";
import { parseId } from "../../foreign-id.ts";
import type { Proposal } from "../../store/index.ts";

/** Callback ids of modals and action ids of buttons. Fixed by the contract. */
export const ids = {
  command: "/msg-template",
  /** Search form, and buttons that open it or the template whose id is their value. */
  open: "templates.open",
  /** Modals without a submission: a template's view, or a form's result. */
  view: "templates.view",
  /** Form for a proposal, and buttons that open it. */
  update: "templates.update",
  edit: "templates.edit",
  /** Buttons inside the proposal's form; `removeButton` is followed by `:` and the row's key. */
  preview: "templates.preview",
  addButton: "templates.add_button",
  removeButton: "templates.remove_button",
  comment: "templates.comment",
  approve: "templates.approve",
  requestChanges: "templates.request_changes",
  more: "templates.more",
  /** Button that answers with a template's texts, to be pasted. */
  copy: "templates.copy",
  withdraw: "templates.withdraw",
  report: "templates.report",
  import: "templates.import",
  confirmImport: "templates.confirm_import",
  /** Buttons to report an unknown update. Comments have ids of their own, since they refresh other posts. */
  resolve: "templates.settle",
  unresolved: "templates.unsettled",
  editComment: "templates.edit_comment",
  resolveComment: "templates.settle_comment",
  unresolvedComments: "templates.unsettled_comments",
} as const;

export const fields = {
  /** Template's id, chosen among observed templates or typed. */
  templateId: "templateId",
  name: "name",
  content: "content",
  reason: "reason",
  comment: "comment",
  records: "records",
  recordsFile: "recordsFile",
} as const;

/** Typed after the command instead of an id: `/msg-template import`. */
export const importKeyword = "import";

export const buttonListId = "buttons";

/** A button's value: the proposal, and the revision that its card showed. */
const Decided = z.object({ id: z.string(), revision: z.int() });
type Decided = z.infer<typeof Decided>;

export function toDecisionValue({ id, revision }: Proposal): string {
  return JSON.stringify({ id, revision } satisfies Decided);
}

/** Value of a button; null if it is another version's, or made up. */
export function parseDecision(value: string): Decided | null {
  try {
    return Decided.safeParse(JSON.parse(value)).data ?? null;
  } catch {
    return null;
  }
}

/** Limit of an id in characters, twice the platform's 32; a longer text is no id. */
const longest = 64;
/** Limit of a pasted text in characters; a longer one is refused unread. */
const maxPastedLength = 256;

/** Template id in a pasted text; null if it can't be one. */
export function parseTemplateId(typed: string): string | null {
  if (typed.length > maxPastedLength) return null;
  const id = parseId(typed);
  return id.length <= longest && /^[A-Za-z0-9_-]+$/.test(id) ? id : null;
}
