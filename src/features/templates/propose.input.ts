import { isBlank, trimBlank } from "../../blank-text.ts";
import { parseReason } from "../../outcomes/repeat.view.ts";
import { buttonLinks, checkTemplateUpdate, linksOf } from "../../platform/index.ts";
import { rowKeys } from "../../slack/blocks/rows.ts";
import type { Fields } from "../../slack/edge/fields.ts";
import type { ProposedButton, ProposedChange } from "../../store/index.ts";
import { buttonList, fields } from "./ids.ts";
import {
  type FormValues,
  fingerprintOf,
  hasRows,
  longest,
  type ProposeForm,
  readMetadata,
  renderButtons,
  shownSize,
} from "./propose-form.ts";

/** What is wrong with a field, for the view to put in words. */
export type ProposeIssue =
  | { field: string; problem: "missing" | "malformed" | "linkless" | "reason" | "nothing_changed" }
  | { field: string; problem: "stray"; character: string | null }
  | { field: string; problem: "too_long"; size: number; limit: number };

export type ParsedProposal =
  | { ok: true; change: ProposedChange; reason: string }
  | { ok: false; issues: ProposeIssue[] };

/** The form as it stands in Slack. */
export function readForm(metadata: string, typed: Fields): ProposeForm {
  const values = Object.fromEntries(
    typed.names().map((name) => [name, typed.wording(name) ?? typed.choice(name) ?? ""]),
  );
  return { ...readMetadata(metadata), values };
}

/** Only what was changed since the form was opened is proposed; what was never seen and left empty stays as it is. */
export function parseProposal(form: ProposeForm, typed: Fields): ParsedProposal {
  const issues: ProposeIssue[] = [];
  const reason = parseReason(typed);
  const change = readChange(form, issues);
  issues.push(...findIssues(change, form.values));
  if (reason === null) issues.push({ field: fields.reason, problem: "reason" });
  if (issues.length === 0 && Object.keys(change).length === 0) {
    const home = form.values[fields.content] === undefined ? fields.name : fields.content;
    issues.push({ field: home, problem: "nothing_changed" });
  }
  if (issues.length > 0 || reason === null) return { ok: false, issues };
  return { ok: true, change, reason };
}

/** What the form would propose as it stands, for a look at it; what is wrong is added to the issues. */
export function readChange(form: ProposeForm, issues: ProposeIssue[] = []): ProposedChange {
  const { values, basis } = form;
  const change: ProposedChange = {};
  for (const field of [fields.name, fields.content] as const) {
    const text = field === fields.name ? values[field]?.trim() : values[field];
    if (text === undefined || fingerprintOf(text) === basis[field]) continue;
    if (!isBlank(text)) change[field] = text;
    // An empty one was never the platform's; where one is known, leaving it out would look like taking it away.
    else if (basis[field] !== null || text !== "") issues.push({ field, problem: "missing" });
  }
  const buttons = hasRows(form) ? readButtons(values) : null;
  if (buttons === null || (buttons.length === 0 && basis.buttons === null)) return change;
  return fingerprintOf(renderButtons(buttons)) === basis.buttons ? change : { ...change, buttons };
}

function readButtons(values: FormValues): ProposedButton[] {
  return rowKeys(buttonList, values).map((key) => {
    const typed = (field: string) => trimBlank(values[`${buttonList}.${key}.${field}`] ?? "");
    const links = buttonLinks.flatMap((link) => (typed(link) === "" ? [] : [[link, typed(link)] as const]));
    return {
      buttonType: typed("buttonType"),
      buttonName: typed("buttonName"),
      ...Object.fromEntries(links),
    };
  });
}

/** By the platform's description, and what a reviewer could not be shown in full. */
function findIssues(change: ProposedChange, values: FormValues): ProposeIssue[] {
  const keys = rowKeys(buttonList, values);
  const first = `${buttonList}.${keys[0] ?? 1}.buttonName`;
  const size = renderButtons(change.buttons ?? []).length;
  const shown = shownSize(change);
  const longestField = change.content === undefined ? first : fields.content;
  const tooLong: ProposeIssue[] = [
    ...(size > longest.buttons
      ? [{ field: first, problem: "too_long" as const, size, limit: longest.buttons }]
      : []),
    ...(shown > longest.shown
      ? [{ field: longestField, problem: "too_long" as const, size: shown, limit: longest.shown }]
      : []),
  ];
  const issues = checkTemplateUpdate(change).map((issue): ProposeIssue => {
    const [list, index, field] = issue.field.split(".");
    const isRow = list === buttonList && index !== undefined && field !== undefined;
    const block = isRow ? `${buttonList}.${keys[Number(index)] ?? index}.${field}` : issue.field;
    if (issue.problem === "stray") return { ...issue, field: block };
    return { field: block, problem: issue.problem === "missing" ? "missing" : "malformed" };
  });
  return [...issues, ...findLinkless(change.buttons ?? [], keys), ...tooLong];
}

/** A link button without a link: which of its links it has is left to its author. */
function findLinkless(buttons: readonly ProposedButton[], keys: readonly number[]): ProposeIssue[] {
  return buttons.flatMap((button, index): ProposeIssue[] => {
    const links = linksOf(button.buttonType);
    const [first] = links;
    // A type that isn't known here may need none.
    if (first === undefined || links === buttonLinks || links.some((link) => button[link])) return [];
    return [{ field: `${buttonList}.${keys[index] ?? index}.${first}`, problem: "linkless" }];
  });
}
