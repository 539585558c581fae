import { type ComponentChild, h } from "preact";
import { useRef } from "preact/hooks";
import type { ShownMessage, Snapshot } from "../protocol.ts";
import { useDrawn } from "./drawn.ts";
import { useFollowing } from "./following.ts";
import { icon } from "./icon.ts";
import { renderMessages } from "./messages.ts";
import { useRovingStop } from "./roving.ts";

type Props = {
  readonly snapshot: Snapshot;
  readonly messages: readonly ShownMessage[];
  readonly label: string;
  /** The conversation's id, or the thread's ts. */
  readonly list: string;
  readonly said: number;
  readonly isThread: boolean;
  readonly empty: ComponentChild;
};

/** Messages in a box that scrolls and follows its end. */
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
  const content = useRef<HTMLDivElement>(null);
  const { drawn, onScroll } = useDrawn(box, list, messages);
  const newest = messages.at(-1)?.ts ?? "";
  const { hasNew, toEnd } = useFollowing({ box, content, list, newest, said });
  useRovingStop(box);
  const showNew = (): void => {
    toEnd();
    box.current?.closest(".conversation")?.querySelector<HTMLElement>(".composer-input")?.focus();
  };
  return h("div", { class: "message-list" }, [
    h(
      "div",
      {
        class: "messages",
        ref: box,
        onScroll,
        role: "log",
        "aria-label": label,
        ...(messages.length === 0 ? { tabIndex: 0 } : {}),
      },
      h(
        "div",
        { ref: content },
        messages.length === 0 ? empty : renderMessages(drawn, snapshot, { isThread }),
      ),
    ),
    hasNew
      ? h("button", { type: "button", class: "new-messages", onClick: showNew }, [
          icon("down"),
          "New messages",
        ])
      : null,
  ]);
}
