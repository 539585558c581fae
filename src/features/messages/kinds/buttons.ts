import { buttonLinks, buttonTypes, linksOf } from "../../../platform/index.ts";
import type { RowField } from "./field.ts";

export const portalButtonFields: readonly RowField[] = [
  { id: "buttonType", name: "buttonType", input: { as: "open", from: buttonTypes }, isRequired: true },
  ...buttonLinks.map(
    (link): RowField => ({
      id: link,
      name: link,
      input: { as: "line" },
      isFor: (buttonType) => linksOf(buttonType).includes(link),
    }),
  ),
];

export const chatButtonFields: readonly RowField[] = [
  { id: "buttonName", name: "buttonName", input: { as: "line" }, isRequired: true },
  ...portalButtonFields,
];

/** In characters. A form takes 250 kB: five rows of five fields and twenty variables, three bytes a character. */
export const longestRowValue = 700;

export const mostButtons = 5;
