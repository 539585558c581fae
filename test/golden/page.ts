import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createFormat, type Format } from "../../src/locales/format.ts";
import { type Catalogue, type Locale, wordsOf } from "../../src/locales/index.ts";
import { errorsText, postText, viewText } from "./text.ts";

/** What is shown to somebody in a state: a post or an answer, a form, or errors on fields; null where there is nothing. */
type Shown =
  | { text: string; blocks: unknown; links?: unknown }
  | { type: string; blocks: unknown }
  | { errors: Record<string, string> }
  | null;
export type Scene = readonly [state: string, shown: Shown, reader?: string];
type Reading = { words: Catalogue; locale: Locale; format: Format };

export const scene = (state: string, shown: Shown, reader?: string): Scene =>
  reader === undefined ? [state, shown] : [state, shown, reader];

/** `GOLDEN=write` writes the pages; without it a page that differs or is missing is a failure. */
const isWritten = process.env["GOLDEN"] === "write";

/** Compares scenes with a page for each language; readers who see the same share a heading. */
export function page(name: string, toScenes: (reading: Reading) => Promise<Scene[]> | Scene[]): void {
  it.each(["en", "ko"] as const)(
    `the texts of the page “${name}” are the same as in its golden file, in %s`,
    async (locale) => {
      const format = createFormat(locale, "Asia/Seoul");
      const scenes = await toScenes({ words: wordsOf(locale), locale, format });
      const text = `${joined(scenes)
        .map(({ head, text: body }) => `## ${head}\n${body}\n`)
        .join("\n")}`;
      const file = new URL(`pages/${name}.${locale}.txt`, import.meta.url);
      if (isWritten) writeFileSync(file, text);
      expect(text).toBe(readFileSync(file, "utf8"));
    },
  );
}

function toText(shown: Shown): string {
  if (shown === null) return "(nothing)";
  if ("errors" in shown) return errorsText(shown.errors);
  return "text" in shown ? postText(shown) : viewText(shown);
}

function joined(scenes: readonly Scene[]): { head: string; text: string }[] {
  const groups = new Map<string, { name: string; readers: string[]; text: string }>();
  for (const [name, shown, reader] of scenes) {
    const text = toText(shown);
    const key = `${name}\n${text}`;
    const group = groups.get(key) ?? { name, readers: [], text };
    groups.set(key, { ...group, readers: [...group.readers, ...(reader === undefined ? [] : [reader])] });
  }
  return [...groups.values()].map(({ name, readers, text }) => ({
    head: readers.length === 0 ? name : `${name} · ${readers.join(", ")}`,
    text,
  }));
}
