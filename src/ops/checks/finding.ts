/** `warning`: it runs, with a consequence worth knowing. `problem`: something that a user needs will not work. */
export type Mark = "ok" | "warning" | "problem";

/** One line of the doctor's report: what was looked at, and what was found or has to be done. */
export type Finding = { mark: Mark; about: string; words: string };

export function ok(about: string, words: string): Finding {
  return { mark: "ok", about, words };
}

export function warning(about: string, words: string): Finding {
  return { mark: "warning", about, words };
}

export function problem(about: string, words: string): Finding {
  return { mark: "problem", about, words };
}
