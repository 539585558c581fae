import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One safeguard in the code, and what goes red when it is taken away. */
export type Guard = {
  /** A row of docs/security.md, as the page words it. */
  threat: string;
  /** What holds as long as the guard is there. */
  guard: string;
  file: string;
  test: string;
  /** The tests of that file that are run, as vitest's `-t` finds them. @default all */
  only?: string;
  /** Stands exactly once in the file. */
  text: string;
  /** What the mutation puts in its place: the app still compiles and starts. */
  instead: string;
};

/** A line `guard | file | test | only`, the lines of its text behind `- `, and behind `+ ` those in their place, or none. */
const entry = /^(?![-+] )(.+)\n((?:- .*\n)+)((?:\+ .*\n)*)/gm;
const readLines = (marked: string) => marked.trimEnd().replaceAll(/^[-+] /gm, "");

/** The tables beside this file: a threat behind `# `, and its guards. Throws where one is written in another way. */
export function readGuards(): Guard[] {
  const tables = globSync("*.diff", { cwd: import.meta.dirname })
    .toSorted()
    .map((name) => readFileSync(join(import.meta.dirname, name), "utf8"));
  return tables
    .flatMap((table) => table.split(/^# /m).slice(1))
    .flatMap((part) => {
      const [threat = ""] = part.split("\n", 1);
      const entries = part.slice(threat.length + 1);
      const unread = entries.replaceAll(entry, "").trim();
      if (unread !== "" || entries.trim() === "")
        throw new Error(`${threat}: no guard is read from "${unread}"`);
      return Array.from(entries.matchAll(entry), ([, head = "", text = "", instead = ""]) => {
        const [guard = "", file = "", test = "", only] = head.split(" | ");
        const taken = { text: readLines(text), instead: readLines(instead) };
        return { threat, guard, file, test, ...(only !== undefined && { only }), ...taken };
      });
    });
}

/** Throws where the text isn't found, or more than once. */
export function takeAway({ guard, file, text, instead }: Guard, source: string): string {
  const parts = source.split(text);
  if (parts.length !== 2) throw new Error(`${guard}: its text is ${parts.length - 1} times in ${file}`);
  return parts.join(instead);
}
