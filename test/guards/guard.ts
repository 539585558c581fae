/** One safeguard in the code, and what goes red when it is taken away. */
export type Guard = {
  /** What holds as long as the guard is there. */
  guard: string;
  file: string;
  /** Stands exactly once in the file. */
  text: string;
  /** What the mutation puts in its place: the app still compiles and starts. */
  instead: string;
  test: string;
  /** The tests of that file that are run, as vitest's `-t` finds them. @default all */
  only?: string;
};

/** A row of docs/security.md by its threat, as the page words it. */
export type Row = { threat: string; guards: readonly Guard[] };

/** Throws where the text isn't found, or more than once. */
export function takeAway({ guard, file, text, instead }: Guard, source: string): string {
  const parts = source.split(text);
  if (parts.length !== 2) throw new Error(`${guard}: its text is ${parts.length - 1} times in ${file}`);
  return parts.join(instead);
}
