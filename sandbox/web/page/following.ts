import { useEffect, useRef, useState } from "preact/hooks";

/** Near enough to the end that a person means to be there. */
const NEAR_PX = 60;

type Element = { readonly current: HTMLElement | null };

export type Following = {
  /** The box that scrolls. */
  readonly box: Element;
  /** All that is in it: it grows with each message, edit and picture. */
  readonly content: Element;
  /** Another list begins at its end. */
  readonly list: string;
  /** The newest message's ts. */
  readonly newest: string;
  /** Grows with each thing the person says: its answers are what they want to see. */
  readonly said: number;
};

export type Followed = { readonly hasNew: boolean; toEnd(): void };

/**
 * Keeps the end of a list in sight, unless the person scrolled up to read what is older; then `hasNew` tells of
 * what came below. Growing content alone is no scrolling: only a way up leaves the end.
 */
export function useFollowing({ box, content, list, newest, said }: Following): Followed {
  const isFollowing = useRef(true);
  const [unread, setUnread] = useState<string | null>(null);
  const toEnd = (): void => {
    isFollowing.current = true;
    setUnread(null);
    box.current?.scrollTo({ top: box.current.scrollHeight });
  };
  useEffect(() => {
    const { current } = box;
    if (current === null || content.current === null) return;
    let lastTop = current.scrollTop;
    const onScroll = (): void => {
      const isNear = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR_PX;
      if (isNear) setUnread(null);
      if (isNear || current.scrollTop < lastTop) isFollowing.current = isNear;
      lastTop = current.scrollTop;
    };
    const resized = new ResizeObserver(() => {
      if (isFollowing.current) current.scrollTo({ top: current.scrollHeight });
    });
    current.addEventListener("scroll", onScroll);
    resized.observe(current);
    resized.observe(content.current);
    return () => {
      current.removeEventListener("scroll", onScroll);
      resized.disconnect();
    };
  }, []);
  useEffect(() => {
    if (!isFollowing.current) setUnread(newest);
  }, [newest]);
  useEffect(toEnd, [list, said]);
  return { hasNew: unread !== null, toEnd };
}
