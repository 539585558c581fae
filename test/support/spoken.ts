import { createFormat } from "../../src/locales/format.ts";
import type { ReadMetadata } from "../../src/slack/edge/interaction.ts";
import { en } from "./words.ts";

/** What an interaction brings of its person's language. */
export const spoken = { words: en, format: createFormat("en", "Asia/Seoul") };

/** What a form brings back: its metadata as a string, and the reader of it. */
export function metadataOf(carries: object | string) {
  const metadata = typeof carries === "string" ? carries : JSON.stringify(carries);
  const carried: ReadMetadata = (schema) => schema.parse(JSON.parse(metadata));
  return { metadata, carried };
}

/** The same as a submission has it. */
export function viewOf(carries: object | string) {
  const { metadata, carried } = metadataOf(carries);
  return { view: { private_metadata: metadata }, carried, refuse: async () => {} };
}
