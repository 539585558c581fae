import { useEffect } from "preact/hooks";

const CONTROLS = "button, input, textarea, select, a[href], summary, [tabindex]";

/**
 * Makes one message of a list the place where Tab stops, however many the list holds, and after it what the message
 * holds: up and down walk the messages, right and left also the tools beside one, Escape goes back to the message.
 * Where the person was is where they come back to.
 */
export function useRovingStop(list: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const { current } = list;
    if (current === null) return;
    // Where the person was; the newest message as long as they have been nowhere.
    let visited: HTMLElement | null = null;
    const settle = (): void => {
      const messages = messagesIn(current);
      const stop = visited?.isConnected === true ? visited : messages.at(-1);
      for (const message of messages) {
        message.tabIndex = message === stop ? 0 : -1;
        for (const control of controlsIn(message)) {
          control.tabIndex = message === stop && control.closest(".message-tools") === null ? 0 : -1;
        }
      }
    };
    const onFocus = ({ target }: FocusEvent): void => {
      const message = target instanceof Element ? target.closest<HTMLElement>(".message") : null;
      if (message === null || message === visited) return;
      visited = message;
      settle();
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      const next = nextFocus(current, event);
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    };
    settle();
    const grown = new MutationObserver(settle);
    grown.observe(current, { childList: true, subtree: true });
    current.addEventListener("focusin", onFocus);
    current.addEventListener("keydown", onKeyDown);
    return () => {
      grown.disconnect();
      current.removeEventListener("focusin", onFocus);
      current.removeEventListener("keydown", onKeyDown);
    };
  }, []);
}

function messagesIn(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(".message")];
}

function controlsIn(message: HTMLElement): HTMLElement[] {
  return [...message.querySelectorAll<HTMLElement>(CONTROLS)];
}

/** Where a key leads from what has the focus; undefined when the key is not for the list. */
function nextFocus(list: HTMLElement, event: KeyboardEvent): HTMLElement | undefined {
  const { target, key } = event;
  if (event.defaultPrevented || !(target instanceof HTMLElement)) return undefined;
  const message = target.closest<HTMLElement>(".message");
  if (message === null || target.closest("[role=menu]") !== null) return undefined;
  if (key === "Escape") return target === message ? undefined : message;
  if (target.matches("input, textarea, select")) return undefined;
  return key === "ArrowLeft" || key === "ArrowRight"
    ? stepInside(message, target, key === "ArrowRight" ? 1 : -1)
    : stepBetween(messagesIn(list), message, key);
}

function stepInside(message: HTMLElement, from: HTMLElement, step: number): HTMLElement | undefined {
  const controls = controlsIn(message).filter((control) => control.checkVisibility());
  const at = controls.indexOf(from) + step;
  return at < 0 ? message : controls[at];
}

function stepBetween(
  messages: readonly HTMLElement[],
  message: HTMLElement,
  key: string,
): HTMLElement | undefined {
  if (key === "Home") return messages[0];
  if (key === "End") return messages.at(-1);
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  return step === undefined ? undefined : messages[messages.indexOf(message) + step];
}
