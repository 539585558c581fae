import { type ComponentChild, h } from "preact";

/** One set of marks, drawn in the colour of the words beside them: outlines on a square of 20. */
const ICONS = {
  add: "M4 10h12M10 4v12",
  attach: "M14 6l-6 6a1.5 1.5 0 0 0 2.1 2.1l6-6a3.5 3.5 0 0 0-5-5l-6.3 6.3a5.5 5.5 0 0 0 7.8 7.8L17 13",
  back: "M16 10H4M9 5l-5 5 5 5",
  bad: "M10 2.5a7.5 7.5 0 1 0 0 15a7.5 7.5 0 0 0 0-15zM10 6v5M10 14v.01",
  bolt: "M11.5 2L4 11.5h5.5L8.5 18L16 8.5h-5.5z",
  channel: "M8 3L6 17M14 3l-2 14M3.5 7.5h14M2.5 12.5h14",
  close: "M5 5l10 10M15 5L5 15",
  down: "M10 4v12M5 11l5 5 5-5",
  envelope: "M3 5h14v10H3zM3 5.5l7 5.5 7-5.5",
  eye: "M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 8a2 2 0 1 0 0 4a2 2 0 0 0 0-4",
  file: "M5 2.5h6.5L15.5 6v11.5H5zM11.5 2.5V6h4",
  guide: "M10 2.5l2.3 4.8 5.2.7-3.8 3.6.9 5.2-4.6-2.5-4.6 2.5.9-5.2L2.5 8l5.2-.7z",
  good: "M4 10.5l4 4 8.5-9",
  lock: "M4.5 9h11v8h-11zM7 9V6a3 3 0 0 1 6 0v3",
  menu: "M3 5h14M3 10h14M3 15h14",
  more: "M4.5 10v.01M10 10v.01M15.5 10v.01",
  open: "M5 8l5 5 5-5",
  outside:
    "M3 6h8M17 6h-1M3 14h1M9 14h8M13.5 3.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5M6.5 11.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5",
  person: "M10 3a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7M3.5 17.5c0-7 13-7 13 0",
  reply: "M3.5 4h13v9.5H10l-4 3.5v-3.5H3.5z",
  send: "M3 10l14-7-4.5 14-3-6zM9.5 11L17 3",
  traffic: "M4 6.5h11l-3-3M16 13.5H5l3 3",
  pending: "M10 2.5a7.5 7.5 0 1 0 0 15a7.5 7.5 0 0 0 0-15z",
  waiting: "M10 2.5a7.5 7.5 0 1 0 0 15a7.5 7.5 0 0 0 0-15zM10 6v4.5l3 1.5",
  warning: "M10 3L18 16.5H2zM10 8v4M10 14v.01",
} as const;

export type IconName = keyof typeof ICONS;

/** Decoration: whatever it stands for is said in words, by its button or beside it. */
export function icon(name: IconName): ComponentChild {
  return h("svg", { class: `icon icon-${name}`, viewBox: "0 0 20 20", "aria-hidden": true }, [
    h("path", { d: ICONS[name] }),
  ]);
}

type ButtonMore = {
  readonly class?: string;
  readonly title?: string;
  readonly role?: "tab";
  readonly "aria-label"?: string;
  readonly "aria-pressed"?: boolean;
  readonly "aria-selected"?: boolean;
  readonly "aria-expanded"?: boolean;
  readonly "aria-disabled"?: boolean;
  readonly "aria-current"?: "page";
  readonly "data-guide"?: string;
  readonly "data-action"?: string;
};

/** A button that submits nothing. */
export function button(label: ComponentChild, onClick: () => void, more: ButtonMore = {}): ComponentChild {
  return h("button", { type: "button", class: "button", ...more, onClick }, label);
}

/** A button that is an icon; its words are its name and its tip. */
export function iconButton(name: IconName, label: string, onClick: () => void): ComponentChild {
  return button(icon(name), onClick, { class: "icon-button", "aria-label": label, title: label });
}
