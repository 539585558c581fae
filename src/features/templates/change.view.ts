import type { Catalogue } from "../../locales/index.ts";
import { buttonLinkFields } from "../../platform/index.ts";
import { shorten, textSize } from "../../slack/blocks/limits.ts";
import { type Line, type Quote, renderLines } from "../../slack/blocks/rich-text.ts";
import type { ObservedContent, ProposedButton, ProposedChange } from "../../store/index.ts";
import {
  comparePlaceholders,
  compareTexts,
  type DiffPart,
  findPlaceholders,
  revealInDiff,
  revealInText,
} from "./difference.ts";
import { toProposedButton } from "./propose.input.ts";

type Lines = (Line | Quote)[];

/** Template content to compare; unknown fields are null. */
export type Content = {
  name: string | null;
  content: string | null;
  buttons: readonly ProposedButton[] | null;
};

const fieldNames = ["name", "content", "buttons"] as const;
type FieldName = (typeof fieldNames)[number];

/** Changed field as text, one line for each button. `before`: null if unknown. */
export type ChangedField = { field: FieldName; before: string | null; after: string };

export function toTemplateContent(seen: ObservedContent | null): Content {
  const { name = null, content = null, buttons = null } = seen ?? {};
  return { name, content, buttons: buttons?.map(toProposedButton) ?? null };
}

function withChange({ name, content, buttons }: Content, change: ProposedChange): Content {
  return {
    name: change.name ?? name,
    content: change.content ?? content,
    buttons: change.buttons ?? buttons,
  };
}

export function changedFields(before: Content, change: ProposedChange, words: Catalogue): ChangedField[] {
  return fieldNames.flatMap((field) => {
    const after = fieldText(withChange(noContent, change), field, words);
    return after === null ? [] : [{ field, before: fieldText(before, field, words), after }];
  });
}

const noContent: Content = { name: null, content: null, buttons: null };

function fieldText(content: Content, field: FieldName, words: Catalogue): string | null {
  if (field !== "buttons") return content[field];
  return content.buttons?.map((button) => formatButton(button, words)).join("\n") ?? null;
}

export function formatButton(button: ProposedButton, { templates }: Catalogue): string {
  const links = buttonLinkFields.flatMap((link) => {
    const address = button[link];
    return address === undefined ? [] : [`${templates.links[link]} ${address}`];
  });
  return [`${button.buttonName} (${button.buttonType})`, ...links].join(" · ");
}

function differenceLines({ field, before, after }: ChangedField, words: Catalogue): Lines {
  const heading: Line = [{ bold: words.templates.fieldNames[field] }];
  if (before === null)
    return [heading, { quote: [[after === "" ? words.proposals.card.noButtons : revealInText(after)]] }];
  const stretches = compareTexts(before, after);
  if (isMostlyNew(stretches, before, after)) {
    const apart = [{ removed: revealInText(before) }, { added: revealInText(after) }];
    return [heading, { quote: apart.map((piece) => [piece]) }];
  }
  const line = revealInDiff(stretches).map(({ kind, text }) => {
    if (kind === "same") return text;
    return kind === "removed" ? { removed: text } : { added: text };
  });
  return [heading, { quote: [line] }];
}

/** True if less than half of the text stays: old and new text are then shown separately, as a mixture is unreadable. */
function isMostlyNew(stretches: readonly DiffPart[], before: string, after: string): boolean {
  if (before === "" || after === "") return false;
  const kept = stretches.reduce((sum, { kind, text }) => sum + (kind === "same" ? text.length : 0), 0);
  return kept * 4 < before.length + after.length;
}

/** Limit in characters of all fields' differences; beyond it the post has only the new texts. */
const maxDifferenceLength = 7000;

export function changeLines(fields: readonly ChangedField[], words: Catalogue): Lines {
  const size = fields.reduce((sum, { before, after }) => sum + (before ?? "").length + after.length, 0);
  const compared = size > maxDifferenceLength ? null : wholeLines(fields, words);
  if (compared !== null && textSize(renderLines(compared).block) <= maxDifferenceLength) return compared;
  const fresh = fields.map((field) => ({ ...field, before: null }));
  return [[words.proposals.card.tooLong], ...wholeLines(fresh, words)];
}

function wholeLines(fields: readonly ChangedField[], words: Catalogue): Lines {
  return fields.flatMap((field) => differenceLines(field, words));
}

export const maxNamedLength = 40;
/** Most placeholders named; further ones are counted ("+3"). */
const maxNamed = 10;

export function placeholderLines(before: Content, change: ProposedChange, { proposals }: Catalogue): Line[] {
  const known = fieldNames.filter((field) => before[field] !== null);
  const after = withChange(before, change);
  const { added, lost } = comparePlaceholders(placeholdersIn(before, known), placeholdersIn(after, known));
  const { card } = proposals;
  const said = [
    { label: card.added, names: added },
    { label: card.lost, names: lost },
  ].filter(({ names }) => names.length > 0);
  if (said.length === 0) return [];
  return [said.flatMap(({ label, names }, index) => [index === 0 ? "" : " · ", ...namedLine(label, names)])];
}

function namedLine(label: string, names: readonly string[]): Line {
  const named = names
    .slice(0, maxNamed)
    .flatMap((name): Line => [" ", { code: shorten(name, maxNamedLength) }]);
  return [`${label}:`, ...named, names.length > maxNamed ? ` +${names.length - maxNamed}` : ""];
}

function placeholdersIn(content: Content, only: readonly FieldName[]): string[] {
  const { name, content: text, buttons } = content;
  const texts = {
    name: [name ?? ""],
    content: [text ?? ""],
    buttons: (buttons ?? []).flatMap((button) => [
      button.buttonName,
      ...buttonLinkFields.map((link) => button[link] ?? ""),
    ]),
  };
  return findPlaceholders(...only.flatMap((field) => texts[field]));
}
