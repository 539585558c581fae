import type { Catalogue } from "../../locales/index.ts";
import { buttonLinks, characterCount as sizeOf } from "../../platform/index.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import type { ProposedChange } from "../../store/index.ts";
import { longestTold } from "./change.view.ts";

/** From the public record, in characters and counts. The description names none of them, so they only warn. */
const known = { buttons: 5, buttonName: 14, link: 100, content: 1000, name: 100 } as const;

/** What a vendor will probably not take. */
export function warningWords(
  { name = "", content = "", buttons = [] }: ProposedChange,
  { propose: { warnings } }: Catalogue,
): string[] {
  return [
    ...(sizeOf(name) > known.name ? [warnings.name(sizeOf(name))] : []),
    ...(sizeOf(content) > known.content ? [warnings.content(sizeOf(content))] : []),
    ...(/#\{(?![^{}\n]+\})/u.test(content) ? [warnings.openPlaceholder] : []),
    ...(buttons.length > known.buttons ? [warnings.buttons(buttons.length)] : []),
    ...buttons.flatMap((button) => {
      const size = sizeOf(button.buttonName);
      const longestLink = Math.max(...buttonLinks.map((link) => sizeOf(button[link] ?? "")));
      const named = shorten(button.buttonName, longestTold);
      return [
        ...(size > known.buttonName ? [warnings.buttonName(named, size)] : []),
        ...(longestLink > known.link ? [warnings.link(named, longestLink)] : []),
      ];
    }),
  ];
}
