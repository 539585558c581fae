import { useEffect } from "preact/hooks";

const CONTROLS = "button, input, textarea, select, a[href], summary, [tabindex]:not([tabindex='-1'])";

/** Opens as a modal while it is drawn; afterwards the focus goes back to where it was, or to the composer. */
export function useModalDialog(dialog: { readonly current: HTMLDialogElement | null }): void {
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      else document.querySelector<HTMLElement>(".composer-input")?.focus();
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
    const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(CONTROLS)].filter(
      (control) => !control.matches(":disabled") && control.checkVisibility(),
    );
    const edge = event.shiftKey ? controls[0] : controls.at(-1);
    if (edge !== undefined && !edge.matches(":focus")) return;
    event.preventDefault();
    (event.shiftKey ? controls.at(-1) : controls[0])?.focus();
  }
}
