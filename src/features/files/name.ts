import { nameUndrawn } from "../../blank-text.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import type { UploadRequest } from "./stored.ts";

/** The name a person gave it, or the one that it has in Slack. */
export function nameOf({ name, file, smaller }: UploadRequest): string {
  if (name !== undefined) return name;
  if (file.name === "") return file.id;
  return smaller === undefined ? file.name : toJpgName(file.name);
}

/** What is made smaller is a JPG, whatever it was. */
export function toJpgName(name: string): string {
  return name.replace(/\.(?:png|jpe?g|tiff?)$/i, ".jpg");
}

/** A page of ten stays within a message. */
const longestShown = 80;

/** Somebody else's words, of a title's length: what would turn them around is named. */
export function shownName(name: string): string {
  return shorten(nameUndrawn(name), longestShown);
}

/** Characters as JSON, in which some take two or six: ten such names are a third of what a form carries. */
const longestCarried = 100;

/** A file's name as a form carries it, and all later tell it. One that is cut says so, and keeps its extension. */
export function carriedName(name: string): string {
  const [extension = ""] = /\.[A-Za-z0-9]{1,5}$/.exec(name) ?? [];
  const rest = name.slice(0, name.length - extension.length);
  let cut = name;
  for (let length = longestCarried - extension.length; jsonLength(cut) > longestCarried; length -= 1) {
    cut = `${shorten(rest, length)}${extension}`;
  }
  return cut;
}

function jsonLength(text: string): number {
  return JSON.stringify(text).length - '""'.length;
}
