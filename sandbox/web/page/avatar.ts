import { type ComponentChild, h } from "preact";
import { icon } from "./controls.ts";

/** How many colours the style sheet has. */
const COLOURS = 8;

type Props = {
  readonly id: string;
  readonly name: string;
  readonly isApp?: boolean;
  readonly isSmall?: boolean;
};

/** A person's initials on a colour of their own. */
export function Avatar({ id, name, isApp = false, isSmall = false }: Props): ComponentChild {
  const kind = `avatar${isSmall ? " small" : ""}`;
  return h(
    "span",
    { class: kind, style: { "--colour": colourOf(id) }, "aria-hidden": true },
    isApp ? icon("envelope") : initialsOf(name),
  );
}

function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase();
}

function colourOf(id: string): number {
  let sum = 0;
  for (const character of id) sum = (sum * 70 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum % COLOURS;
}
