import { buttonLinks, characterCount } from "../../platform/index.ts";
import type { ProposedChange } from "../../store/index.ts";

/** From the public record, in characters and counts. The description names none of them, so they only warn. */
const known = { buttons: 5, buttonName: 14, link: 100, content: 1000, name: 100 } as const;

export type Warning =
  | { kind: "buttons"; count: number }
  | { kind: "buttonName" | "link"; button: string; size: number }
  | { kind: "content" | "name"; size: number }
  | { kind: "openPlaceholder" };

/** What a vendor will probably not take. */
export function findWarnings({ name = "", content = "", buttons = [] }: ProposedChange): Warning[] {
  const sizes = { name: characterCount(name), content: characterCount(content) };
  return [
    ...(sizes.name > known.name ? [{ kind: "name" as const, size: sizes.name }] : []),
    ...(sizes.content > known.content ? [{ kind: "content" as const, size: sizes.content }] : []),
    ...(/#\{(?![^{}\n]+\})/u.test(content) ? [{ kind: "openPlaceholder" as const }] : []),
    ...(buttons.length > known.buttons ? [{ kind: "buttons" as const, count: buttons.length }] : []),
    ...buttons.flatMap((button): Warning[] => {
      const size = characterCount(button.buttonName);
      const links = buttonLinks.map((link) => characterCount(button[link] ?? ""));
      const longestLink = Math.max(...links);
      return [
        ...(size > known.buttonName
          ? [{ kind: "buttonName" as const, button: button.buttonName, size }]
          : []),
        ...(longestLink > known.link
          ? [{ kind: "link" as const, button: button.buttonName, size: longestLink }]
          : []),
      ];
    }),
  ];
}
