import { createHash } from "node:crypto";
import { z } from "zod";
import { isBlank, trimBlank } from "../../blank-text.ts";
import { parseReason } from "../../outcomes/repeat.slack.ts";
import { buttonLinkFields, checkTemplateUpdate, linkFieldsOf } from "../../platform/index.ts";
import { rowKeys } from "../../slack/blocks/buttons.ts";
import { slackLimits } from "../../slack/blocks/limits.ts";
import type { Fields } from "../../slack/edge/fields.ts";
import type { ReadMetadata } from "../../slack/edge/interaction.ts";
import type {
  ObservedButton,
  ObservedContent,
  Proposal,
  ProposedButton,
  ProposedChange,
} from "../../store/index.ts";
import { revealInText } from "./difference.ts";
import { buttonListId, fields } from "./ids.ts";

export type ProposalIssue =
  | { field: string; problem: "missing" | "malformed" | "linkless" | "reason" | "nothing_changed" }
  | { field: string; problem: "stray"; character: string | null }
  | { field: string; problem: "too_long"; size: number; limit: number };

export type ParsedProposal =
  | { ok: true; change: ProposedChange; reason: string }
  | { ok: false; issues: ProposalIssue[] };

export function readProposeForm({ carried, fields }: { carried: ReadMetadata; fields: Fields }): ProposeForm {
  const values = Object.fromEntries(
    fields.names().map((name) => [name, fields.wording(name) ?? fields.choice(name) ?? ""]),
  );
  return { ...carried(Metadata), values };
}

/** Proposes only fields changed in the form. An empty field with unknown content stays unchanged. */
export function parseProposal(form: ProposeForm, typed: Fields): ParsedProposal {
  const issues: ProposalIssue[] = [];
  const reason = parseReason(typed);
  const change = parseProposedChange(form, issues);
  issues.push(...findIssues(change, form.values));
  if (reason === null) issues.push({ field: fields.reason, problem: "reason" });
  if (issues.length === 0 && Object.keys(change).length === 0) {
    const home = form.values[fields.content] === undefined ? fields.name : fields.content;
    issues.push({ field: home, problem: "nothing_changed" });
  }
  if (issues.length > 0 || reason === null) return { ok: false, issues };
  return { ok: true, change, reason };
}

/** Returns the change in the form, and adds problems to `issues`. */
export function parseProposedChange(form: ProposeForm, issues: ProposalIssue[] = []): ProposedChange {
  const { values, basis } = form;
  const change: ProposedChange = {};
  for (const field of [fields.name, fields.content] as const) {
    const text = field === fields.name ? values[field]?.trim() : values[field];
    if (text === undefined || fingerprintOf(text) === basis[field]) continue;
    if (!isBlank(text)) change[field] = text;
    // The platform can't empty a field: leaving it out of the change would keep the old text.
    else if (basis[field] !== null || text !== "") issues.push({ field, problem: "missing" });
  }
  const buttons = hasRows(form) ? readButtons(values) : null;
  if (buttons === null || (buttons.length === 0 && basis.buttons === null)) return change;
  return fingerprintOf(renderButtons(buttons)) === basis.buttons ? change : { ...change, buttons };
}

function readButtons(values: ProposeFormValues): ProposedButton[] {
  return rowKeys(buttonListId, values).map((key) => {
    const typed = (field: string) => trimBlank(values[`${buttonListId}.${key}.${field}`] ?? "");
    const links = buttonLinkFields.flatMap((link) =>
      typed(link) === "" ? [] : [[link, typed(link)] as const],
    );
    return {
      buttonType: typed("buttonType"),
      buttonName: typed("buttonName"),
      ...Object.fromEntries(links),
    };
  });
}

/** Problems by the platform's API document, and texts too long to be shown to reviewers in full. */
function findIssues(change: ProposedChange, values: ProposeFormValues): ProposalIssue[] {
  const keys = rowKeys(buttonListId, values);
  const first = `${buttonListId}.${keys[0] ?? 1}.buttonName`;
  const size = renderButtons(change.buttons ?? []).length;
  const shown = shownLengthOf(change);
  const longestField = change.content === undefined ? first : fields.content;
  const tooLong: ProposalIssue[] = [
    ...(size > maxLengths.buttons
      ? [{ field: first, problem: "too_long" as const, size, limit: maxLengths.buttons }]
      : []),
    ...(shown > maxLengths.shown
      ? [{ field: longestField, problem: "too_long" as const, size: shown, limit: maxLengths.shown }]
      : []),
  ];
  const issues = checkTemplateUpdate(change).map((issue): ProposalIssue => {
    const [list, index, field] = issue.field.split(".");
    const isRow = list === buttonListId && index !== undefined && field !== undefined;
    const block = isRow ? `${buttonListId}.${keys[Number(index)] ?? index}.${field}` : issue.field;
    if (issue.problem === "stray") return { ...issue, field: block };
    return { field: block, problem: issue.problem === "missing" ? "missing" : "malformed" };
  });
  return [...issues, ...findLinkless(change.buttons ?? [], keys), ...tooLong];
}

/** Link buttons without any link; the problem is shown at the type's first link. */
function findLinkless(buttons: readonly ProposedButton[], keys: readonly number[]): ProposalIssue[] {
  return buttons.flatMap((button, index): ProposalIssue[] => {
    const links = linkFieldsOf(button.buttonType);
    const [first] = links;
    // A button of an unknown type may need no link.
    if (first === undefined || links === buttonLinkFields || links.some((link) => button[link])) return [];
    return [{ field: `${buttonListId}.${keys[index] ?? index}.${first}`, problem: "linkless" }];
  });
}

export type ProposeFormValues = Readonly<Record<string, string>>;

const Edits = z.object({ id: z.string(), revision: z.int() });

const fingerprint = z.string().nullable();
const Basis = z.object({ name: fingerprint, content: fingerprint, buttons: fingerprint });

/** Metadata of the form: ids and fingerprints. It comes back through Slack, so it proves no right. */
const Metadata = z.object({
  act: z.string(),
  templateId: z.string(),
  edits: Edits.nullable().catch(null),
  basis: Basis,
  nextRow: z.int().catch(1),
  isPreviewed: z.boolean().catch(false),
});

/** `basis`: fingerprints of the content when the form was opened. */
export type ProposeForm = z.infer<typeof Metadata> & { values: ProposeFormValues };

export function toMetadata({ values: _, ...metadata }: ProposeForm): object {
  return metadata;
}

/** Most button rows in a form of 100 blocks; with more, the form shows no buttons and leaves them unchanged. */
export const maxButtonRows = 8;
/** Limits in characters: each field has to fit the form, and the whole change a card. */
export const maxLengths = {
  name: 200,
  rowValue: 1000,
  buttons: 4000,
  /** Limit of the whole change, as reviewers see it. */
  shown: 6500,
  content: slackLimits.inputLength,
} as const;

/** Fills a new form with the last observation and the changes sent since. */
export function createNewProposeForm(
  act: string,
  templateId: string,
  seen: ObservedContent | null,
  sent: ProposedChange = {},
): ProposeForm {
  return fill({ act, templateId, edits: null }, seen, sent);
}

/** Fills an edit form with the last observation and the proposal's change. */
export function createEditProposeForm(
  act: string,
  proposal: Proposal,
  seen: ObservedContent | null,
): ProposeForm {
  const { id, revision, templateId, change, reason } = proposal;
  const form = fill({ act, templateId, edits: { id, revision } }, seen, change);
  return { ...form, values: { ...form.values, [fields.reason]: reason } };
}

function fill(
  form: Pick<ProposeForm, "act" | "templateId" | "edits">,
  seen: ObservedContent | null,
  change: ProposedChange,
): ProposeForm {
  const seenButtons = seen?.buttons?.map(toProposedButton) ?? null;
  const name = change.name ?? seen?.name?.trim() ?? "";
  const content = change.content ?? seen?.content ?? "";
  const buttons = change.buttons ?? seenButtons ?? [];
  return {
    ...form,
    basis: {
      name: fingerprintOf(seen?.name?.trim()),
      content: fingerprintOf(seen?.content),
      buttons: seenButtons === null ? null : fingerprintOf(renderButtons(seenButtons)),
    },
    values: {
      ...(name.length > maxLengths.name ? {} : { [fields.name]: name }),
      ...(content.length > maxLengths.content ? {} : { [fields.content]: content }),
      ...(fitsRows(buttons) ? toRows(buttons) : {}),
    },
    nextRow: fitsRows(buttons) ? buttons.length + 1 : 0,
    isPreviewed: false,
  };
}

/** False if the buttons are too many or too long for the form (`nextRow` 0). */
export function hasRows({ nextRow }: Pick<ProposeForm, "nextRow">): boolean {
  return nextRow > 0;
}

function fitsRows(buttons: readonly ProposedButton[]): boolean {
  const isShort = (value = "") => value.length <= maxLengths.rowValue;
  return (
    buttons.length <= maxButtonRows &&
    renderButtons(buttons).length <= maxLengths.buttons &&
    buttons.every((button) => Object.values(button).every(isShort))
  );
}

/** Drops null and empty links, which the platform writes for missing ones. */
export function toProposedButton(button: ObservedButton): ProposedButton {
  const { buttonType, buttonName } = button;
  const links = buttonLinkFields.flatMap((link) => {
    const address = button[link];
    return address === null || address === "" ? [] : [[link, address] as const];
  });
  return { buttonType: buttonType ?? "", buttonName: buttonName ?? "", ...Object.fromEntries(links) };
}

function toRows(buttons: readonly ProposedButton[]): ProposeFormValues {
  return Object.fromEntries(
    buttons.flatMap((button, index) =>
      Object.entries(button).map(([field, value = ""]) => [`${buttonListId}.${index + 1}.${field}`, value]),
    ),
  );
}

/** Text to compare buttons by, independent of their fields' order and the spaces around values. */
function renderButtons(buttons: readonly ProposedButton[]): string {
  return JSON.stringify(buttons.map((button) => textsOf(button).map(trimBlank)));
}

function textsOf(button: ProposedButton): string[] {
  return [button.buttonType, button.buttonName, ...buttonLinkFields.map((link) => button[link] ?? "")];
}

/** Counts the characters of the new texts as reviewers see them: with invisible characters named. */
export function shownLengthOf({ name = "", content = "", buttons = [] }: ProposedChange): number {
  const all = [name, content, JSON.stringify(buttons.map(textsOf))];
  return all.reduce((sum, text) => sum + revealInText(text).length, 0);
}

/** Fingerprint that shows a change without the text. Slack's fields have one kind of line break. */
function fingerprintOf(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text === "") return null;
  const same = text.replace(/\r\n?/g, "\n");
  return createHash("sha256").update(same).digest("hex").slice(0, 24);
}
