import { type ComponentChild, h } from "preact";
import { useRef } from "preact/hooks";
import { isObject, textOf, toText } from "../../slack/json.ts";
import type { JsonObject } from "../../slack/types.ts";
import { button } from "./controls.ts";
import { useModalDialog } from "./focus.ts";
import { setState } from "./state.ts";
import { renderText } from "./text.ts";

type Asked = { readonly confirm: JsonObject; answer(isYes: boolean): void };

let asked: Asked | null = null;

/** Asks the person, when the element has a confirm dialog; resolves with whether to go on. */
export function askConfirm(confirm: unknown): Promise<boolean> {
  if (!isObject(confirm)) return Promise.resolve(true);
  return new Promise((resolve) => {
    asked = {
      confirm,
      answer(isYes) {
        asked = null;
        setState({});
        resolve(isYes);
      },
    };
    setState({});
  });
}

/** The dialog of the question that is open, on top of everything. */
export function ConfirmDialog(): ComponentChild {
  return asked === null ? null : h(Dialog, { asked, key: "confirm" });
}

function Dialog({ asked: { confirm, answer } }: { readonly asked: Asked }): ComponentChild {
  const dialog = useRef<HTMLDialogElement>(null);
  const leave = (): void => answer(false);
  useModalDialog(dialog, leave);
  const style = toText(confirm["style"]) === "danger" ? "danger" : "primary";
  return h(
    "dialog",
    { ref: dialog, class: "modal confirm", tabIndex: -1, "aria-labelledby": "confirm-title" },
    h("h2", { id: "confirm-title", class: "confirm-title" }, textOf(confirm["title"])),
    h("div", { class: "confirm-text" }, renderText(confirm["text"])),
    h(
      "div",
      { class: "modal-buttons" },
      button(textOf(confirm["deny"]), leave),
      button(textOf(confirm["confirm"]), () => answer(true), { class: `button ${style}` }),
    ),
  );
}
