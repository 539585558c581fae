import type { Catalogue } from "../../locales/index.ts";
import type { FieldId } from "../../locales/send.ts";
import type { SendBody } from "../../platform/index.ts";
import { rowKeys } from "../../slack/blocks/rows.ts";
import type { FilledTemplate } from "./filled-template.ts";
import { type FormValues, rowFields, toForm } from "./form-body.input.ts";
import type { FieldInput, Kind } from "./kinds/index.ts";
import { yesNoWords } from "./send.view.ts";
import { isSplit, isTemplate } from "./variable-fields.ts";

/** What people call images that are on the platform, by their ids. */
export type ImageNames = ReadonlyMap<string, string>;

/** What the message names by ids, as far as it is known; `template`: its text is shown beside. */
export type Named = { images?: ImageNames; template?: FilledTemplate | null };

/** By the label that the form has for it; `isRead`: a variable, a button or a card, and not how the message goes. */
export type Told = { name: string; value: string; isRead: boolean };

/** Said beside it: whom it goes to and from, as what, its title and its text. */
const saidBeside = new Set(["to", "from", "text", "subject", "country", "type"]);

/** All else that was filled in. What no form can say is one field of JSON, without what is said beside it. */
export function fieldsOf(
  { agent: _agent, ...body }: SendBody,
  { send }: Catalogue,
  { images = new Map(), template = null }: Named = {},
): Told[] {
  const form = toForm(body);
  const named = (id: string) => (template?.name == null ? id : `${template.name} (${id})`);
  if (form === null) {
    const rest = withoutSaid(body);
    const { templateId = "" } = body.message.chatOptions ?? {};
    const { label } = send.fields["chat.templateId"];
    return [
      ...(template?.name == null ? [] : [{ name: label, value: named(templateId), isRead: false }]),
      ...(rest === null ? [] : [{ name: send.fields.json.label, value: JSON.stringify(rest), isRead: true }]),
      ...(images.size === 0
        ? []
        : [{ name: send.picture, value: [...images.values()].join(", "), isRead: false }]),
    ];
  }
  const { kind, values } = form;
  const say = (input: FieldInput, value: string): string => {
    if (input.as === "yes_no") return yesNoWords(input, send)[value === "yes" ? "yes" : "no"];
    if (isTemplate(input)) return named(value);
    if (isSplit(input)) return withoutShown(value, template);
    const isImage = input.as === "open" && (input.from === "MMS" || input.from === "CHAT");
    return isImage ? images.get(value) || value : value;
  };
  const own = kind.fields.filter(({ id }) => !saidBeside.has(id) && (values[id] ?? "") !== "");
  const told = own.map(({ id, input }) => ({
    ...{ name: findLabel(id, send), value: say(input, values[id] ?? "") },
    isRead: input.as === "pairs" && input.isPlaceholder === true,
  }));
  return [...told.filter(({ value }) => value !== ""), ...rowsOf(kind, values, { say, send })];
}

/** The variables, a line each, but for those that stand in the template's text. */
function withoutShown(pairs: string, template: FilledTemplate | null): string {
  const isShown = (pair: string) => template?.shown.has(pair.slice(0, pair.indexOf("="))) === true;
  const lines = pairs.split("\n").filter((pair) => !isShown(pair));
  return lines.join("\n");
}

type Saying = { say: (input: FieldInput, value: string) => string; send: Catalogue["send"] };

/** Buttons and cards. */
function rowsOf({ lists = [] }: Kind, values: FormValues, { say, send }: Saying): Told[] {
  return lists.flatMap((list) =>
    rowKeys(list.id, values).flatMap((key, index) =>
      rowFields(list, key, values).flatMap(({ id, name, input }) => {
        const value = values[`${list.id}.${key}.${name}`] ?? "";
        const label = `${send.rows[list.row].name(index + 1)} · ${findLabel(id, send)}`;
        return value === "" ? [] : [{ name: label, value: say(input, value), isRead: true }];
      }),
    ),
  );
}

/** Null where nothing is left. */
function withoutSaid({ message, ...beside }: SendBody): object | null {
  const rest = Object.entries(message).filter(([name]) => !saidBeside.has(name));
  const all = { ...(rest.length === 0 ? {} : { message: Object.fromEntries(rest) }), ...beside };
  return Object.keys(all).length === 0 ? null : all;
}

function findLabel(name: string, { fields }: Catalogue["send"]): string {
  return isFieldId(name, fields) ? fields[name].label : name;
}

export function isFieldId(name: string, fields: Catalogue["send"]["fields"]): name is FieldId {
  return Object.hasOwn(fields, name);
}
