import type { RowField } from "./field.ts";

const links = {
  linkMo: { id: "linkMo", name: "linkMo", input: { as: "line" } },
  linkPc: { id: "linkPc", name: "linkPc", input: { as: "line" } },
  linkAnd: { id: "linkAnd", name: "linkAnd", input: { as: "line" } },
  linkIos: { id: "linkIos", name: "linkIos", input: { as: "line" } },
} as const satisfies Record<string, RowField>;

/** The platform's own kinds of buttons; the description leaves the list open. */
const types = ["WL", "AL", "DS", "BK", "MD", "BC", "BT", "AC"] as const;

const buttonType: RowField = {
  id: "buttonType",
  name: "buttonType",
  input: { as: "open", from: types },
  isRequired: true,
};

export const portalButtonFields: readonly RowField[] = [buttonType, ...Object.values(links)];

export const chatButtonFields: readonly RowField[] = [
  { id: "buttonName", name: "buttonName", input: { as: "line" }, isRequired: true },
  ...portalButtonFields,
];

/** In characters. A form takes 250 kB, and a list has five rows of six. */
export const longestRowValue = 1000;

/** More of them no messenger shows. */
export const mostButtons = 5;

/** Which links a button of this type has; all of them for a type that isn't known here, none before it is chosen. */
export function linksOf(type: string): readonly string[] {
  switch (type) {
    case "":
      return [];
    case "WL":
      return ["linkMo", "linkPc"];
    case "AL":
      return ["linkAnd", "linkIos"];
    default:
      return types.some((known) => known === type) ? [] : Object.keys(links);
  }
}
