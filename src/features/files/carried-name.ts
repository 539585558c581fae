import { shorten } from "../../slack/blocks/limits.ts";

/** Characters as JSON, in which some take two or six: ten such names are a third of what a form carries. */
const longestName = 100;

/** A file's name as a form carries it, and all later tell it. One that is cut says so, and keeps its extension. */
export function carriedName(name: string): string {
  const [extension = ""] = /\.[A-Za-z0-9]{1,5}$/.exec(name) ?? [];
  const rest = name.slice(0, name.length - extension.length);
  let cut = name;
  for (let length = longestName - extension.length; jsonLength(cut) > longestName; length -= 1) {
    cut = `${shorten(rest, length)}${extension}`;
  }
  return cut;
}

function jsonLength(text: string): number {
  return JSON.stringify(text).length - '""'.length;
}
