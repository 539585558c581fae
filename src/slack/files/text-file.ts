import { isBlank } from "../../blank-text.ts";
import type { ReadFile } from "./download.ts";
import type { SlackFile } from "./slack-file.ts";

const readingMs = 30_000;

/** `size` is in bytes. */
export type TextFileProblem =
  | { problem: "not_read" | "not_utf8" | "empty" }
  | { problem: "too_long"; size: number };

type TextFileDeps = {
  readFile: ReadFile;
  person: string;
  onFileFailure: (error: unknown) => void;
};

/** Reads a file's text, or returns why not. Takes only valid UTF-8, since replacement characters would pass as text. */
export async function readTextFile(
  file: Pick<SlackFile, "id">,
  longestBytes: number,
  { readFile, person, onFileFailure }: TextFileDeps,
): Promise<{ text: string } | TextFileProblem> {
  const asked = { person, signal: AbortSignal.timeout(readingMs) };
  const bytes = await readFile(file, asked).catch((error: unknown) => {
    onFileFailure(error);
    return null;
  });
  // Checks the size after reading: Slack doesn't state every file's size.
  return bytes === null ? { problem: "not_read" } : toFileText(bytes, longestBytes);
}

export function toFileText(bytes: Uint8Array, longestBytes: number): { text: string } | TextFileProblem {
  if (bytes.length > longestBytes) return { problem: "too_long", size: bytes.length };
  const text = decode(bytes);
  if (text === null) return { problem: "not_utf8" };
  return isBlank(text) ? { problem: "empty" } : { text };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
