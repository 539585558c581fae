import { type ComponentChild, h } from "preact";
import { getState, removeToast } from "./state.ts";

/** Sentences that go by themselves; drawn inside the modal when one is open, since it covers all else. */
export function renderToasts(): ComponentChild {
  const { toasts } = getState();
  return h(
    "div",
    { class: "toasts", role: "status", "aria-live": "polite" },
    toasts.map(({ id, text, isBad }) =>
      h("div", { class: isBad ? "toast bad" : "toast", key: id }, [
        h("span", null, text),
        h(
          "button",
          { type: "button", class: "icon-button", "aria-label": "Dismiss", onClick: () => removeToast(id) },
          "✕",
        ),
      ]),
    ),
  );
}
