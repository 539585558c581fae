import { useEffect, useState } from "preact/hooks";

/** As in narrow.css: a screen with room for one thing at a time. */
const narrow = matchMedia("(max-width: 800px)");

export function isNarrow(): boolean {
  return narrow.matches;
}

/** The same for what is drawn, which is drawn anew when the window changes. */
export function useNarrow(): boolean {
  const [is, setIs] = useState(narrow.matches);
  useEffect(() => {
    const look = (): void => setIs(narrow.matches);
    narrow.addEventListener("change", look);
    return () => narrow.removeEventListener("change", look);
  }, []);
  return is;
}
