import type { SeenContent, SeenFrom } from "../../store/index.ts";

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
