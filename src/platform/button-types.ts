import { z } from "zod";
import { linkText } from "./limits.ts";

/** The kinds of messenger buttons that the description names; it leaves open whether there are more. */
export const buttonTypes = ["WL", "AL", "DS", "BK", "MD", "BC", "BT", "AC"] as const;

export const buttonLinks = ["linkMo", "linkPc", "linkAnd", "linkIos"] as const;
type ButtonLink = (typeof buttonLinks)[number];

/** A messenger button as messages and templates have it. */
export const ChatButton = z.strictObject({
  buttonType: z.string().min(1),
  buttonName: z.string().min(1),
  linkMo: linkText.optional(),
  linkPc: linkText.optional(),
  linkAnd: linkText.optional(),
  linkIos: linkText.optional(),
});

/** Which links a button of this type has; all of them for a type that isn't known here, none before it is chosen. */
export function linksOf(type: string): readonly ButtonLink[] {
  switch (type) {
    case "":
      return [];
    case "WL":
      return ["linkMo", "linkPc"];
    case "AL":
      return ["linkAnd", "linkIos"];
    default:
      return buttonTypes.some((known) => known === type) ? [] : buttonLinks;
  }
}
