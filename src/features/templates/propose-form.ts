import { createHash } from "node:crypto";
import { z } from "zod";
import { trimBlank } from "../../blank-text.ts";
import { buttonLinks } from "../../platform/index.ts";
import { slackLimits } from "../../slack/blocks/limits.ts";
import type { Proposal, ProposedButton, ProposedChange, SeenButton, SeenContent } from "../../store/index.ts";
import { showWhole } from "./difference.ts";
import { buttonList, fields } from "./ids.ts";

/** What stands in a form, by the blocks' names; a field that is there and empty has an empty text. */
export type FormValues = Readonly<Record<string, string>>;

/** Which proposal, and which revision of it, a form changes. */
const Edits = z.object({ id: z.string(), revision: z.int() });

const fingerprint = z.string().nullable();
const Basis = z.object({ name: fingerprint, content: fingerprint, buttons: fingerprint });
export type Basis = z.infer<typeof Basis>;

/** What Slack brings back with the form: ids and what it was filled with, never authority. */
const Metadata = z.object({
  act: z.string(),
  templateId: z.string(),
  edits: Edits.nullable().catch(null),
  basis: Basis,
  nextRow: z.int().catch(1),
  isPreviewed: z.boolean().catch(false),
});

/** The form as it stands before a person. `basis` tells by fingerprints what was seen when it was opened. */
export type ProposeForm = z.infer<typeof Metadata> & { values: FormValues };

export function readMetadata(metadata: string): z.infer<typeof Metadata> {
  return Metadata.parse(JSON.parse(metadata));
}

export function toMetadata({ values: _, ...metadata }: ProposeForm): object {
  return metadata;
}

/** As many rows as a form of 100 blocks holds with room to spare. */
export const mostRows = 8;
/** In characters: what is filled in has to fit a form, and all of it a card. */
export const longest = {
  name: 200,
  rowValue: 1000,
  buttons: 4000,
  /** All that changes, as it is shown to reviewers. */
  shown: 6500,
  content: slackLimits.inputLength,
} as const;

/** A new proposal, filled with what was seen last, and over it what was sent since. */
export function newForm(
  act: string,
  templateId: string,
  seen: SeenContent | null,
  sent: ProposedChange = {},
): ProposeForm {
  return fill({ act, templateId, edits: null }, seen, sent);
}

/** A proposal as it stands, over what was seen last. */
export function editForm(act: string, proposal: Proposal, seen: SeenContent | null): ProposeForm {
  const { id, revision, templateId, change, reason } = proposal;
  const form = fill({ act, templateId, edits: { id, revision } }, seen, change);
  return { ...form, values: { ...form.values, [fields.reason]: reason } };
}

function fill(
  form: Pick<ProposeForm, "act" | "templateId" | "edits">,
  seen: SeenContent | null,
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
      ...(name.length > longest.name ? {} : { [fields.name]: name }),
      ...(content.length > longest.content ? {} : { [fields.content]: content }),
      ...(fitsRows(buttons) ? toRows(buttons) : {}),
    },
    nextRow: fitsRows(buttons) ? buttons.length + 1 : 0,
    isPreviewed: false,
  };
}

/** Without a next row the form has none: there are more buttons, or longer ones, than it can show. */
export function hasRows({ nextRow }: Pick<ProposeForm, "nextRow">): boolean {
  return nextRow > 0;
}

function fitsRows(buttons: readonly ProposedButton[]): boolean {
  const isShort = (value = "") => value.length <= longest.rowValue;
  return (
    buttons.length <= mostRows &&
    renderButtons(buttons).length <= longest.buttons &&
    buttons.every((button) => Object.values(button).every(isShort))
  );
}

/** Without what is null: the platform writes so what a button doesn't have. */
export function toProposedButton(button: SeenButton): ProposedButton {
  const { buttonType, buttonName } = button;
  const links = buttonLinks.flatMap((link) => {
    const address = button[link];
    return address === null || address === "" ? [] : [[link, address] as const];
  });
  return { buttonType: buttonType ?? "", buttonName: buttonName ?? "", ...Object.fromEntries(links) };
}

function toRows(buttons: readonly ProposedButton[]): FormValues {
  return Object.fromEntries(
    buttons.flatMap((button, index) =>
      Object.entries(button).map(([field, value = ""]) => [`${buttonList}.${index + 1}.${field}`, value]),
    ),
  );
}

/** The same for the same buttons, whatever order their fields came in and whatever spaces stand around them. */
export function renderButtons(buttons: readonly ProposedButton[]): string {
  return JSON.stringify(buttons.map((button) => textsOf(button).map(trimBlank)));
}

function textsOf(button: ProposedButton): string[] {
  return [button.buttonType, button.buttonName, ...buttonLinks.map((link) => button[link] ?? "")];
}

/** The size of the new texts as reviewers read them: what isn't drawn takes more room on a card than on a phone. */
export function shownSize({ name = "", content = "", buttons = [] }: ProposedChange): number {
  const all = [name, content, JSON.stringify(buttons.map(textsOf))];
  return all.reduce((sum, text) => sum + showWhole(text).length, 0);
}

/** Tells whether a text was changed without carrying it; Slack's fields know one kind of line break. */
export function fingerprintOf(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text === "") return null;
  const same = text.replace(/\r\n?/g, "\n");
  return createHash("sha256").update(same).digest("hex").slice(0, 24);
}
