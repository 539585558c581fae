/** The kinds of messenger buttons that the description names; it leaves open whether there are more. */
export const buttonTypes = ["WL", "AL", "DS", "BK", "MD", "BC", "BT", "AC"] as const;

export const buttonLinks = ["linkMo", "linkPc", "linkAnd", "linkIos"] as const;
type ButtonLink = (typeof buttonLinks)[number];

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
