import { z } from "zod";
import type { Catalogue } from "../locales/index.ts";
import { type ListButton, pageButtons } from "./list.ts";

/**
 * A page of a list that grows at its newest end: the cursors that led to it, the last of them its own; empty is the
 * newest page.
 */
export const Trail = z.array(z.string());

type Place = { trail: string[] };

/** Slack's limit for a button's value. */
const longestValue = 2000;

/** As a button's value. A trail that is too long loses its beginning: back leads to the newest page then. */
export function renderPlace(place: Place): string {
  for (let { trail } = place; ; trail = trail.slice(1)) {
    const value = JSON.stringify({ ...place, trail });
    if (value.length <= longestValue || trail.length === 0) return value;
  }
}

/** The oldest page's leads back to the newest. `next` is the cursor of the page behind this one, null when there is none. */
export function turnsAlong(
  place: Place,
  next: string | null,
  { actionId, words }: { actionId: string; words: Catalogue["lists"] },
): ListButton[] {
  const { trail } = place;
  if (trail.length === 0 && next === null) return [];
  const at = (led: string[]) => renderPlace({ ...place, trail: led });
  return pageButtons(actionId, {
    back: trail.length === 0 ? null : { text: words.newer, value: at(trail.slice(0, -1)) },
    next:
      next === null
        ? { text: words.newest, value: at([]) }
        : { text: words.older, value: at([...trail, next]) },
  });
}
