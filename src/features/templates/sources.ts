import type { SeenContent, SeenFrom, SeenTemplate } from "../../store/index.ts";

const texts = ["name", "content", "buttons"] as const;
export type TextName = (typeof texts)[number];

/** From what a template's texts, or some of them, were seen: each source once, with those that are from there. */
export function sourcesOf(
  seen: SeenContent,
  some: readonly TextName[] = texts,
): { from: SeenFrom; fields: TextName[] }[] {
  const { from, nameFrom = from, buttonsFrom = from } = seen;
  const sources = { name: nameFrom, content: from, buttons: buttonsFrom };
  const known = texts.filter((field) => some.includes(field) && seen[field] !== null);
  const together = Map.groupBy(known, (field) => JSON.stringify(sources[field]));
  const found = [...together.values()].flatMap((fields) =>
    fields.slice(0, 1).map((field) => ({ from: sources[field], fields })),
  );
  return found.length === 0 ? [{ from, fields: [] }] : found;
}

/** The reply, report or import in which all that is known of a template was seen; null where there are several. */
export function oneSight({ content, vendors }: SeenTemplate): SeenFrom | null {
  const { from, nameFrom, buttonsFrom, placeFrom } = content ?? {};
  const all = [
    ...[from, nameFrom, buttonsFrom, placeFrom],
    ...vendors.flatMap(({ statusFrom, codeFrom, commentsFrom, comments }) => [
      ...[statusFrom, codeFrom],
      ...(comments.length === 0 ? [] : [commentsFrom]),
    ]),
  ].filter((one) => one != null);
  return countSights(all) === 1 ? (all[0] ?? null) : null;
}

/** How many different ones there are. */
export function countSights(all: readonly SeenFrom[]): number {
  return new Set(all.map((one) => JSON.stringify(one))).size;
}
