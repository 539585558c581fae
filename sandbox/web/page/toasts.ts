import { type ComponentChild, h } from "preact";
import { icon, iconButton } from "./controls.ts";
import { getState, removeToast } from "./state.ts";

/** Sentences that go by themselves. An open modal covers all else, so what went wrong is drawn in it. */
export function renderToasts({ onlyBad }: { readonly onlyBad: boolean }): ComponentChild {
  const toasts = getState().toasts.filter(({ isBad }) => isBad || !onlyBad);
  return h(
    "div",
    { class: "toasts", role: "status", "aria-live": "polite" },
    toasts.map(({ id, text, isBad }) =>
      h("div", { class: isBad ? "toast bad" : "toast", key: id }, [
        icon(isBad ? "bad" : "good"),
        h("span", null, text),
        iconButton("close", "Dismiss", () => removeToast(id)),
      ]),
    ),
  );
}
