import { buttonTypes } from "../../../platform/index.ts";
import type { RowField } from "./field.ts";

const links = {
  linkMo: { id: "linkMo", name: "linkMo", input: { as: "line" } },
  linkPc: { id: "linkPc", name: "linkPc", input: { as: "line" } },
  linkAnd: { id: "linkAnd", name: "linkAnd", input: { as: "line" } },
  linkIos: { id: "linkIos", name: "linkIos", input: { as: "line" } },
} as const satisfies Record<string, RowField>;

const buttonType: RowField = {
  id: "buttonType",
  name: "buttonType",
  input: { as: "open", from: buttonTypes },
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
