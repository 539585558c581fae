import { z } from "zod";
import { parseId } from "../../foreign-id.ts";
import type { Proposal } from "../../store/index.ts";

/** Callback ids of modals and action ids of buttons. Fixed by the contract. */
export const ids = {
  command: "/msg-template",
  /** Form that looks for a template, the view of one, and buttons that lead there; its value is an id. */
  open: "templates.open",
  /** View of an observed template. */
  view: "templates.view",
  /** Form that proposes, and buttons that lead to it. */
  update: "templates.update",
  edit: "templates.edit",
  /** Changes in that form; a row's key is behind `:`. */
  preview: "templates.preview",
  addButton: "templates.add_button",
  removeButton: "templates.remove_button",
  comment: "templates.comment",
  approve: "templates.approve",
  requestChanges: "templates.request_changes",
  more: "templates.more",
  /** A template's texts to paste. */
  copy: "templates.copy",
  withdraw: "templates.withdraw",
  report: "templates.report",
  import: "templates.import",
  confirmImport: "templates.confirm_import",
  /** Two ids, since they refresh different posts. */
  resolve: "templates.settle",
  unresolved: "templates.unsettled",
  editComment: "templates.edit_comment",
  resolveComment: "templates.settle_comment",
  unresolvedComments: "templates.unsettled_comments",
} as const;

export const fields = {
  /** Chosen among observed ones, or typed. */
  templateId: "templateId",
  name: "name",
  content: "content",
  reason: "reason",
  comment: "comment",
  records: "records",
  recordsFile: "recordsFile",
} as const;

/** Typed behind the command in place of an id. */
export const importWord = "import";

export const buttonList = "buttons";

/** A proposal with the revision that was read. */
const Decided = z.object({ id: z.string(), revision: z.int() });
type Decided = z.infer<typeof Decided>;

export function toDecisionValue({ id, revision }: Proposal): string {
  return JSON.stringify({ id, revision } satisfies Decided);
}

/** Null for a button of another version or of nobody's. */
export function parseDecision(value: string): Decided | null {
  try {
    return Decided.safeParse(JSON.parse(value)).data ?? null;
  } catch {
    return null;
  }
}

/** Longer than the platform's 32 characters, short enough for one line. */
const longest = 64;
/** Longer texts are not looked at. */
const longestPasted = 256;

/** A pasted template id; null for what can be none. */
export function parseTemplateId(typed: string): string | null {
  if (typed.length > longestPasted) return null;
  const id = parseId(typed);
  return id.length <= longest && /^[A-Za-z0-9_-]+$/.test(id) ? id : null;
}
