import { z } from "zod";
import { parseId } from "../../foreign-id.ts";
import type { Proposal } from "../../store/index.ts";

/** What Slack echoes back: callback ids of modals and action ids of buttons. Fixed by the contract. */
export const ids = {
  command: "/msg-template",
  /** On the form that looks for a template, the view of one, and each button that leads there; its value is an id. */
  open: "templates.open",
  /** What was seen of one. */
  view: "templates.view",
  /** The form that proposes, and the buttons that lead to it. */
  update: "templates.update",
  edit: "templates.edit",
  /** In that form: what changes it. A row's key stands behind `:`. */
  preview: "templates.preview",
  addButton: "templates.add_button",
  removeButton: "templates.remove_button",
  comment: "templates.comment",
  approve: "templates.approve",
  requestChanges: "templates.request_changes",
  /** What else can be done with a proposal. */
  more: "templates.more",
  /** For one person: a template's texts to be pasted. */
  copy: "templates.copy",
  withdraw: "templates.withdraw",
  report: "templates.report",
  /** The form that takes many records at once, and what stands in them. */
  import: "templates.import",
  confirmImport: "templates.confirm_import",
  /** For updates, and for comments: which posts change differs. */
  resolve: "templates.settle",
  unresolved: "templates.unsettled",
  /** Under a comment that had no effect: its form again. */
  editComment: "templates.edit_comment",
  resolveComment: "templates.settle_comment",
  unresolvedComments: "templates.unsettled_comments",
} as const;

/** Blocks of the forms. */
export const fields = {
  /** Chosen among those that were seen, or typed. */
  templateId: "templateId",
  name: "name",
  content: "content",
  reason: "reason",
  comment: "comment",
  records: "records",
  recordsFile: "recordsFile",
} as const;

/** What is typed behind the command in the place of an id. */
export const importWord = "import";

/** Rows are `buttons.<key>.<field>`. */
export const buttonList = "buttons";

/** Which proposal somebody decides on, and which revision of it they had before them. */
const Decided = z.object({ id: z.string(), revision: z.int() });
type Decided = z.infer<typeof Decided>;

export function toDecisionValue({ id, revision }: Proposal): string {
  return JSON.stringify({ id, revision } satisfies Decided);
}

/** Null for what an older card's button, or none of this app's, carried. */
export function parseDecision(value: string): Decided | null {
  try {
    return Decided.safeParse(JSON.parse(value)).data ?? null;
  } catch {
    return null;
  }
}

/** Longer than any id of the platform's (32 characters), and short enough for one line. */
const longest = 64;
/** With what may stand around it: what is longer is not looked at. */
const longestPasted = 256;

/** A template's id as people paste it; null for what can be none. */
export function parseTemplateId(typed: string): string | null {
  if (typed.length > longestPasted) return null;
  const id = parseId(typed);
  return id.length <= longest && /^[A-Za-z0-9_-]+$/.test(id) ? id : null;
}
