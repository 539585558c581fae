import { z } from "zod";
import { parseId } from "../../foreign-id.ts";
import type { Proposal } from "../../store/index.ts";

/** Callback ids of modals and action ids of buttons, fixed by the contract. */
export const ids = {
  command: "/msg-template",
  /** Search form, and buttons that open it or the template of their value. */
  open: "templates.open",
  /** Modals without a submission: a template's view, or a form's result. */
  view: "templates.view",
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
  copy: "templates.copy",
  withdraw: "templates.withdraw",
  report: "templates.report",
  import: "templates.import",
  confirmImport: "templates.confirm_import",
  /** Buttons to report an unknown update. Comments have their own ids, since they refresh other posts. */
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

/** Word that opens the import: `/msg-template import`. */
export const importKeyword = "import";

export const buttonListId = "buttons";

/** Value of a button: the proposal, and the revision on its card. */
const Decided = z.object({ id: z.string(), revision: z.int() });
type Decided = z.infer<typeof Decided>;

export function toDecisionValue({ id, revision }: Proposal): string {
  return JSON.stringify({ id, revision } satisfies Decided);
}

/** Returns null for a value of another version, or a forged one. */
export function parseDecision(value: string): Decided | null {
  try {
    return Decided.safeParse(JSON.parse(value)).data ?? null;
  } catch {
    return null;
  }
}

/** Limit of an id in characters, twice the platform's 32. */
const longest = 64;
/** Limit of pasted text in characters; longer text is refused unread. */
const maxPastedLength = 256;

export function parseTemplateId(typed: string): string | null {
  if (typed.length > maxPastedLength) return null;
  const id = parseId(typed);
  return id.length <= longest && /^[A-Za-z0-9_-]+$/.test(id) ? id : null;
}
