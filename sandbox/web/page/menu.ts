import { type ComponentChild, h } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type IconName, icon } from "./icon.ts";

export type MenuItem = { readonly label: string; readonly hint: string; run(): void };

type Props = { readonly label: string; readonly items: readonly MenuItem[]; readonly sign?: IconName };

/** A button that opens a menu: arrows walk, Enter chooses, Escape closes and gives the focus back. */
export function Menu({ label, items, sign = "more" }: Props): ComponentChild {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (isOpen) place(root.current);
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen) return;
    focusItem(root.current, 0);
    const onPress = (event: PointerEvent): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
  }, [isOpen]);
  const close = (): void => {
    setOpen(false);
    opener.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isOpen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key !== "Escape" && step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (step === undefined) close();
    else focusItem(root.current, step);
  };
  return h("div", { class: "menu-root", ref: root, onKeyDown }, [
    h(
      "button",
      {
        type: "button",
        class: "icon-button",
        ref: opener,
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        "aria-label": label,
        title: label,
        onClick: () => setOpen(!isOpen),
      },
      icon(sign),
    ),
    isOpen ? renderItems(items, close) : null,
  ]);
}

function renderItems(items: readonly MenuItem[], close: () => void): ComponentChild {
  return h(
    "div",
    { class: "menu", role: "menu" },
    items.map(({ label, hint, run }) =>
      h(
        "button",
        {
          type: "button",
          role: "menuitem",
          class: "menu-item",
          onClick: () => {
            close();
            run();
          },
        },
        [h("span", null, label), hint === "" ? null : h("small", null, hint)],
      ),
    ),
  );
}

/** Opens upwards where there is no room below, and to the right where there is none on the left. */
function place(root: HTMLElement | null): void {
  const menu = root?.querySelector<HTMLElement>(".menu");
  if (root === null || menu === null || menu === undefined) return;
  const box = root.closest(".messages, .modal-body, .home")?.getBoundingClientRect();
  const [opener, size] = [root.getBoundingClientRect(), menu.getBoundingClientRect()];
  const [top, bottom, left] = [box?.top ?? 0, box?.bottom ?? innerHeight, box?.left ?? 0];
  const isUp = opener.bottom + size.height > bottom && opener.top - size.height >= top;
  menu.classList.toggle("up", isUp);
  menu.classList.toggle("from-left", opener.right - size.width < left);
}

/** `step` from the item that has the focus, or the first one. */
function focusItem(root: HTMLElement | null, step: number): void {
  const items = [...(root?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
  const at = items.findIndex((item) => item.matches(":focus"));
  const next = at < 0 ? 0 : (at + step + items.length) % items.length;
  items[next]?.focus();
}
