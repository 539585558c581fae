import { subDays } from "date-fns/subDays";
import type { SeenFrom, SeenTemplate } from "../../store/index.ts";
import { sourcesOf } from "./sources.ts";

/** Whoever relies on what was seen longer ago should look at the console first. */
const oldDays = 30;

export function areOld(sources: readonly SeenFrom[], now: Date): boolean {
  return sources.some(({ at }) => at < subDays(now, oldDays));
}

/** Something of what is shown of it is. */
export function isOld(seen: SeenTemplate | null, now: Date): boolean {
  const { content = null, vendors = [] } = seen ?? {};
  return areOld(
    [
      ...(content === null ? [] : sourcesOf(content).map((one) => one.from)),
      ...vendors.map((one) => one.statusFrom),
    ],
    now,
  );
}
