import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ShownMessage } from "../protocol.ts";

/** Drawn at once when a list is opened; the older ones follow when the person comes near them. */
const DRAWN_FIRST = 40;
const NEAR_TOP_PX = 600;

type Drawn = { readonly drawn: readonly ShownMessage[]; onScroll(): void };

/** What of a long list is drawn: opening it costs only what is seen, and going up brings the rest without a jump. */
export function useDrawn(
  box: { readonly current: HTMLElement | null },
  list: string,
  messages: readonly ShownMessage[],
): Drawn {
  const opened = useRef({ list: "", from: "" });
  const belowPx = useRef(0);
  const [whole, setWhole] = useState<string | null>(null);
  if (opened.current.list !== list) {
    opened.current = { list, from: messages.at(-DRAWN_FIRST)?.ts ?? "" };
  }
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null || whole === null) return;
    const keep = (): void => {
      current.scrollTop = current.scrollHeight - belowPx.current;
    };
    keep();
    // The browser's own anchoring may move it once more.
    requestAnimationFrame(keep);
  }, [whole]);
  const { from } = opened.current;
  return {
    drawn: whole === list ? messages : messages.filter(({ ts }) => ts >= from),
    onScroll() {
      const { current } = box;
      if (current === null || whole === list || current.scrollTop >= NEAR_TOP_PX || from === "") return;
      belowPx.current = current.scrollHeight - current.scrollTop;
      setWhole(list);
    },
  };
}
