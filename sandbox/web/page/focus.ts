import { useEffect, useRef } from "preact/hooks";

/** Parts of the page inside which the focus is kept; the innermost that holds the control counts. */
const SURFACES = ".message, dialog, .home, .panel, .thread, .sidebar, .composer";

type Standpoint = { readonly control: HTMLElement; readonly surface: HTMLElement | null };

/**
 * Puts the focus on what stands in a control's place once that is gone: on the same button, in a form also on one that
 * does the like, else on the message or form itself, else where people type.
 */
function focusAgain({ control, surface }: Standpoint): void {
  const action = control.dataset["action"] ?? "";
  const [kind = ""] = action.split(":");
  const alike =
    surface?.matches("dialog") === true
      ? `[data-action="${CSS.escape(action)}"], [data-action^="${CSS.escape(kind)}"]`
      : `[data-action="${CSS.escape(action)}"]`;
  const places = [
    kind === "" ? null : surface?.querySelector<HTMLElement>(alike),
    surface?.matches("[tabindex]") === true ? surface : null,
    document.querySelector<HTMLElement>("dialog[open]"),
    document.querySelector<HTMLElement>(".composer-input"),
  ];
  places.find((place) => place?.isConnected)?.focus();
}

/** Follows the focus, and finds it again whenever a redraw takes away what had it. */
export function keepFocus(root: Element): void {
  let last: Standpoint | null = null;
  const isLost = (): boolean => document.activeElement === document.body;
  root.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement) {
      last = { control: target, surface: target.parentElement?.closest<HTMLElement>(SURFACES) ?? null };
    }
  });
  root.addEventListener("focusout", () => {
    // Whoever clicks beside all controls means to leave; what is drawn anew is gone by then.
    queueMicrotask(() => {
      if (isLost() && last?.control.isConnected === true) last = null;
    });
  });
  new MutationObserver(() => {
    if (last !== null && !last.control.isConnected && isLost()) focusAgain(last);
  }).observe(root, { childList: true, subtree: true });
}

/**
 * Opens as a modal while it is drawn; then the focus goes back to where it was. Escape closes a dialog at once when it is pressed
 * twice: `leave` is called for that too.
 */
export function useModalDialog(
  dialog: { readonly current: HTMLDialogElement | null },
  leave: () => void,
): void {
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    const { current } = dialog;
    const opener = document.activeElement;
    current?.addEventListener("cancel", (event) => {
      event.preventDefault();
      latest.current();
    });
    current?.addEventListener("close", () => current.isConnected && latest.current());
    current?.showModal();
    return () => {
      current?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
}
