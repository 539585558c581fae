import { type ComponentChild, h } from "preact";
import { useId } from "preact/hooks";
import { type IconName, icon } from "./controls.ts";

export type MenuItem = { readonly label: string; readonly hint: string; run(): void };

type Props = { readonly label: string; readonly items: readonly MenuItem[]; readonly sign?: IconName };

/** A button that opens a list of further ones, as the browser's own popover. */
export function Menu({ label, items, sign = "more" }: Props): ComponentChild {
  const id = useId();
  const opener = {
    type: "button",
    class: "icon-button",
    popovertarget: id,
    "aria-label": label,
    title: label,
  } as const;
  return [
    h("button", opener, icon(sign)),
    h(
      "div",
      { id, class: "menu", popover: "auto", role: "group", "aria-label": label },
      items.map(({ label: name, hint, run }) =>
        h(
          "button",
          {
            type: "button",
            class: "menu-item",
            popovertarget: id,
            popovertargetaction: "hide",
            onClick: run,
          },
          [h("span", null, name), hint === "" ? null : h("small", null, hint)],
        ),
      ),
    ),
  ];
}
