/** What a person can stand on with the keyboard. */
const CONTROLS = "button, input, textarea, select, a[href], summary, [tabindex]:not([tabindex='-1'])";

/** Parts of the page inside which a control is looked for again; the innermost that holds it counts. */
const SURFACES =
  ".message, .guide, .messages, .modal-body, dialog, .home, .panel, .thread, .sidebar, .composer";

/** Where the focus stood, so that it can be found again once that control was drawn anew. */
export type Standpoint = {
  readonly control: HTMLElement;
  readonly surface: Element | null;
  readonly name: string;
  /** Its place among the surface's controls of its kind. */
  readonly index: number;
};

export function controlsIn(surface: Element): HTMLElement[] {
  return [...surface.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => !control.matches(":disabled") && control.checkVisibility(),
  );
}

export function standpointOf(control: HTMLElement): Standpoint {
  const surface = control.parentElement?.closest(SURFACES) ?? null;
  const index = surface === null ? -1 : alikeIn(controlsIn(surface), control).indexOf(control);
  return { control, surface, name: nameOf(control), index };
}

/**
 * Puts the focus where it stood: on that control, on the one that came in its place, on what stands there now, or where
 * people type when all of it is gone. A message takes the focus itself: its other buttons do other things.
 */
export function focusAgain({ control, surface, name, index }: Standpoint): void {
  const controls = surface?.isConnected === true ? controlsIn(surface) : [];
  const twin = name === "" ? undefined : controls.find((other) => nameOf(other) === name);
  const isMessage = surface instanceof HTMLElement && surface.matches(".message") && surface.isConnected;
  const near = isMessage ? surface : nearest(controls, control, index);
  (control.isConnected ? control : (twin ?? near ?? whereToType()))?.focus();
}

/** A button's place is taken by a button, however many fields came or went above it: the same one, else the last. */
function nearest(
  controls: readonly HTMLElement[],
  control: HTMLElement,
  index: number,
): HTMLElement | undefined {
  const alike = alikeIn(controls, control);
  return alike[index] ?? alike.at(-1);
}

function alikeIn(controls: readonly HTMLElement[], { classList: [kind] }: HTMLElement): HTMLElement[] {
  return controls.filter(({ classList }) => classList[0] === kind);
}

function whereToType(): HTMLElement | null {
  return document.querySelector<HTMLElement>("dialog[open]") ?? document.querySelector(".composer-input");
}

function nameOf(control: HTMLElement): string {
  return (
    control.id ||
    control.dataset["action"] ||
    control.dataset["ts"] ||
    control.getAttribute("aria-label") ||
    ""
  );
}

/** Follows the focus, and finds it again whenever a redraw takes away what had it. */
export function keepFocus(root: Element): void {
  let last: Standpoint | null = null;
  const isLost = (): boolean => document.activeElement === document.body;
  root.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement) last = standpointOf(target);
  });
  root.addEventListener("focusout", () => {
    // Whoever clicks beside all controls means to leave; what is drawn anew is gone by then.
    queueMicrotask(() => {
      if (isLost() && last?.control.isConnected === true) last = null;
    });
  });
  new MutationObserver(() => {
    if (last === null) return;
    if (last.control.isConnected) last = standpointOf(last.control);
    else if (isLost()) focusAgain(last);
  }).observe(root, { childList: true, subtree: true });
}
