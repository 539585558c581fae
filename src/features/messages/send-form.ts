import { z } from "zod";
import { FormAct } from "../../outcomes/again.ts";
import type { SendBody } from "../../platform/index.ts";
import { slackLimits } from "../../slack/blocks/limits.ts";
import { rowKeys } from "../../slack/blocks/rows.ts";
import type { SlackFile } from "../../slack/files/slack-file.ts";
import { isDirectMessage } from "../../slack/posts/queue.ts";
import { type FormValues, rowFields, toForm } from "./form-body.input.ts";
import { auto, type Field, type Kind, type RowList, toKind } from "./kinds/index.ts";
import { isSplit, isTemplate } from "./variable-fields.ts";

/** Under which name, and which of its changes. */
export const SavedAs = z.object({ id: z.string(), name: z.string(), revision: z.number() });
export type SavedAs = z.infer<typeof SavedAs>;

/** The send form as it stands before a person. */
export type SendForm = FormAct & {
  kind: Kind;
  /** The kind whose fields were shown when another one was chosen. */
  shown?: Kind;
  values: FormValues;
  conversation: string | null;
  /** Attached in Slack, and uploaded before the message goes; Slack keeps it in the form, which can't be given one. */
  image: SlackFile | null;
  /** When its message was written, where that is longer ago than the form. */
  writtenAt?: Date | undefined;
  /** The saved message that it was filled with, as that was then. */
  saved?: SavedAs | undefined;
  /** Rare fields are shown. */
  hasMore: boolean;
  /** The key of the next row that is added: none is used twice, since Slack keeps what was typed under it. */
  nextRow: number;
  /** It is written as JSON, in the field of that name. */
  isJson: boolean;
  /** The variables of its template that have a field each. */
  placeholders: readonly string[];
  /** The template that they are of: another one in the form has not been looked at yet. */
  variablesOf?: string | undefined;
  /** The template's texts, for a look at what comes of them; where they were read just now. */
  template?: string | undefined;
  /** Nobody saw that template here; where that was looked up just now. */
  isUnseen?: boolean | undefined;
  /** The id that was probably meant by that one. */
  meant?: string | undefined;
};

/** What Slack brings back with a form: ids and how it looks, never authority. */
export const FormMetadata = FormAct.extend({
  kind: z.string().optional().catch(undefined).transform(toKind),
  hasMore: z.boolean().catch(false),
  nextRow: z.int().catch(1),
  isJson: z.boolean().catch(false),
  writtenAt: z.coerce.date().optional().catch(undefined),
  saved: SavedAs.optional().catch(undefined),
  placeholders: z.array(z.string()).readonly().catch([]),
  variablesOf: z.string().optional().catch(undefined),
});

export function toMetadata(form: SendForm): object {
  const { kind, ...metadata } = FormMetadata.parse({ ...form, kind: form.kind.id });
  return { ...metadata, kind: kind.id };
}

export function emptyForm(form: FormAct, change: Partial<SendForm> = {}): SendForm {
  const empty = { kind: auto, values: {}, conversation: null, image: null };
  return { ...form, ...empty, hasMore: false, nextRow: 1, isJson: false, placeholders: [], ...change };
}

/** What to fill the form with so that a message can be edited: as JSON where the fields can't say or hold all of it. */
export function filledForm(
  act: FormAct,
  { agent: _agent, ...body }: SendBody,
  conversation: string | null,
): SendForm {
  // The form's selector offers no direct messages.
  const place = { conversation: isDirectMessage(conversation) ? null : conversation };
  const form = toForm(body);
  if (form !== null && isHeld(form)) {
    return emptyForm(act, { ...form, ...place, nextRow: nextRowOf(form.values) });
  }
  return emptyForm(act, { values: { json: writeJson(body) }, ...place, isJson: true });
}

/** Longer values would be cut, and Slack takes no form of many more rows. */
function isHeld({ kind, values }: Pick<SendForm, "kind" | "values">): boolean {
  const isShort = Object.values(values).every((value) => value.length <= slackLimits.inputLength);
  return isShort && (kind.lists ?? []).every(({ id, most }) => rowKeys(id, values).length <= most);
}

/** Laid out to be read, or on one line where its field has no room for that. */
export function writeJson(body: object): string {
  const laidOut = JSON.stringify(body, null, 2);
  return laidOut.length <= slackLimits.inputLength ? laidOut : JSON.stringify(body);
}

/** Beyond every key that stands in the form. */
function nextRowOf(values: FormValues): number {
  const keys = Object.keys(values).map((name) => Number(/\.(\d+)\./.exec(name)?.[1] ?? 0));
  return Math.max(0, ...keys) + 1;
}

/** The template that is chosen; empty where none is, and under a kind without. */
export function templateOf({ kind, values }: Pick<SendForm, "kind" | "values">): string {
  const field = kind.fields.find(({ input }) => isTemplate(input));
  return field === undefined ? "" : (values[field.id] ?? "");
}

/** Those of the kind's fields that the form shows as it stands; the others are behind "More". */
export function shownFields(form: SendForm): Field[] {
  const { kind, values, hasMore, image, placeholders } = form;
  const isAttached = ({ id }: Field) => id === kind.attach?.field && image !== null;
  const isChosen = templateOf(form) !== "";
  const hasTemplate = placeholders.length > 0 || isChosen;
  const isInUse = (one: Field) =>
    (values[one.id] ?? "") !== "" || isAttached(one) || (isSplit(one.input) && hasTemplate);
  const isRare = (one: Field) => one.isRare === true || (one.isByTemplate === true && isChosen);
  return kind.fields.filter((one) => isInUse(one) || (one.isStray !== true && (hasMore || !isRare(one))));
}

/** The same of its lists: a template has buttons of its own, and rows that are there are never hidden. */
export function shownLists(form: SendForm): readonly RowList[] {
  const { kind, values, hasMore } = form;
  const isByTemplate = templateOf(form) !== "" && !hasMore;
  return (kind.lists ?? []).filter(({ id }) => !isByTemplate || rowKeys(id, values).length > 0);
}

/**
 * Somebody submitted it before it showed the fields of a newly chosen kind or button type, or before it left out an attached
 * image for which its kind has no place.
 */
export function lacksFields(form: SendForm): boolean {
  const { kind, shown = kind, values, image, isJson, placeholders } = form;
  if (isJson) return false;
  const isLines = ({ input }: Field) => !isSplit(input) || placeholders.length === 0;
  const inRows = (kind.lists ?? []).flatMap((list) =>
    rowKeys(list.id, values).flatMap((key) =>
      rowFields(list, key, values).map(({ name }) => `${list.id}.${key}.${name}`),
    ),
  );
  // Where an image can be attached, the field for one that was uploaded before may be hidden.
  const own = shownFields(form).filter((one) => isLines(one) && one.id !== kind.attach?.field);
  const expected = [...own.map(({ id }) => id), ...inRows];
  const isOtherPlace = shown !== kind && kind.attach !== undefined;
  if (isOtherPlace || (image !== null && kind.attach === undefined)) return true;
  return expected.some((name) => values[name] === undefined);
}
