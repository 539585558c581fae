import { useEffect, useRef } from "preact/hooks";
import { controlsIn, focusAgain, standpointOf } from "./focus.ts";

type DialogRef = { readonly current: HTMLDialogElement | null };

/**
 * Opens as a modal while it is drawn; afterwards the focus goes back to where it was. The browser closes a dialog by
 * itself on Escape when the focus is on none of its controls: it stays open then, and `leave` decides, as everywhere.
 */
export function useModalDialog(dialog: DialogRef, leave: () => void): void {
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    const { current } = dialog;
    const opener = document.activeElement;
    const standpoint = opener instanceof HTMLElement ? standpointOf(opener) : null;
    const onCancel = (event: Event): void => {
      event.preventDefault();
      latest.current();
    };
    // Twice in a row the browser asks no more.
    const onClose = (): void => {
      if (current?.isConnected !== true) return;
      current.showModal();
      latest.current();
    };
    current?.showModal();
    current?.addEventListener("cancel", onCancel);
    current?.addEventListener("close", onClose);
    return () => {
      current?.removeEventListener("cancel", onCancel);
      current?.removeEventListener("close", onClose);
      current?.close();
      if (standpoint !== null) focusAgain(standpoint);
    };
  }, []);
}

/** Escape leaves; Tab goes round inside, where the browser would go on to its own controls. */
export function onDialogKey(event: KeyboardEvent, leave: () => void): void {
  if (event.defaultPrevented) return;
  if (event.key === "Escape") {
    event.preventDefault();
    event.stopPropagation();
    leave();
  } else if (event.key === "Tab" && event.currentTarget instanceof HTMLElement) {
    const controls = controlsIn(event.currentTarget);
    const edge = event.shiftKey ? controls[0] : controls.at(-1);
    if (edge !== undefined && !edge.matches(":focus")) return;
    event.preventDefault();
    (event.shiftKey ? controls.at(-1) : controls[0])?.focus();
  }
}
