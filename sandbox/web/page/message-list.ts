import { type ComponentChild, h, type TargetedEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ShownMessage, Snapshot } from "../protocol.ts";
import { button, icon } from "./controls.ts";
import { renderMessages } from "./messages.ts";

type Props = {
  readonly snapshot: Snapshot;
  readonly messages: readonly ShownMessage[];
  readonly label: string;
  /** The conversation's id, or the thread's ts: another list begins at its end. */
  readonly list: string;
  /** Grows with each thing the person says: its answers are what they want to see. */
  readonly said: number;
  readonly isThread: boolean;
  readonly empty: ComponentChild;
};

/** Rendered at once when a list is opened: older ones cost only who asks for them. */
const AT_ONCE = 60;
/** Far enough from the newest message that a person means to read older ones. */
const AWAY_PX = 60;

/** Messages in a box that begins at its end and stays there: it scrolls from below, so that its end is 0. */
export function MessageList({
  snapshot,
  messages,
  label,
  list,
  said,
  isThread,
  empty,
}: Props): ComponentChild {
  const box = useRef<HTMLDivElement>(null);
  const [isAway, setAway] = useState(false);
  const toEnd = (): void => box.current?.scrollTo({ top: 0 });
  useEffect(toEnd, [list, said]);
  const [whole, setWhole] = useState("");
  const isEmpty = messages.length === 0;
  const shown = whole === list ? messages : messages.slice(-AT_ONCE);
  const older = button("Older messages", () => setWhole(list), { class: "button small older" });
  return h("div", { class: "message-list" }, [
    h(
      "div",
      {
        class: "messages",
        ref: box,
        role: "log",
        "aria-label": label,
        onKeyDown: walk,
        onScroll: ({ currentTarget }: TargetedEvent<HTMLElement>) =>
          setAway(currentTarget.scrollTop < -AWAY_PX),
        ...(isEmpty ? { tabIndex: 0 } : {}),
      },
      h("div", null, [
        shown.length < messages.length ? older : null,
        isEmpty ? empty : renderMessages(shown, snapshot, { isThread }),
      ]),
    ),
    isAway ? button([icon("down"), "Newest messages"], toEnd, { class: "new-messages" }) : null,
  ]);
}

/** Up and down lead from message to message. */
function walk(event: KeyboardEvent): void {
  const { key, target, currentTarget } = event;
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step === undefined || !(target instanceof HTMLElement) || !(currentTarget instanceof HTMLElement))
    return;
  const message = target.closest<HTMLElement>(".message");
  if (message === null || target.matches("input, textarea, select, .menu *")) return;
  const all = [...currentTarget.querySelectorAll<HTMLElement>(".message")];
  event.preventDefault();
  all[all.indexOf(message) + step]?.focus();
}
