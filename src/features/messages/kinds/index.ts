import { chat, cti } from "./chat.ts";
import { type Field, type KindTable, rare } from "./field.ts";
import { portal } from "./portal.ts";
import { rcs } from "./rcs.ts";
import { auto, lms, mms, sms } from "./text.ts";

export type { Field, FieldInput, ImageType, KindTable, RowField, RowList } from "./field.ts";

/** Kinds that the form offers, in its order. `auto` leaves the type to the platform. */
export const kinds = ["auto", "SMS", "LMS", "MMS", "CTI", "chat", "portal", "rcs"] as const;
export type Kind = (typeof kinds)[number];

const tables: Record<Kind, KindTable> = {
  ...{ auto, SMS: sms, LMS: lms, MMS: mms },
  ...{ CTI: cti, chat, portal, rcs },
};

/** Every message has these, before what is particular to its kind. */
const first: readonly Field[] = [
  { id: "to", at: ["message", "to"], input: { as: "recipient" }, isRequired: true },
];

/** Every message has these, behind what is particular to its kind. */
const last: readonly Field[] = [
  { id: "from", at: ["message", "from"], input: { as: "sender" }, isRequired: true },
  { id: "country", at: ["message", "country"], input: { as: "open", from: "countries" } },
  rare({ id: "customFields", at: ["message", "customFields"], input: { as: "pairs" } }),
  rare({ id: "autoTypeDetect", at: ["message", "autoTypeDetect"], input: { as: "yes_no" } }),
  rare({ id: "strict", at: ["strict"], input: { as: "yes_no" } }),
  rare({ id: "allowDuplicates", at: ["allowDuplicates"], input: { as: "yes_no" } }),
];

export function toKind(text: string | undefined): Kind {
  return kinds.find((kind) => kind === text) ?? "auto";
}

export function tableOf(kind: Kind): KindTable {
  const { fields, ...table } = tables[kind];
  return { ...table, fields: [...first, ...fields, ...last] };
}
