/** `warning`: the bot runs, with a consequence worth knowing. `problem`: a needed part won't work. */
export type Mark = "ok" | "warning" | "problem";

export type Check = { mark: Mark; about: string; words: string };

export const ok = (about: string, words: string): Check => ({ mark: "ok", about, words });
export const warning = (about: string, words: string): Check => ({ mark: "warning", about, words });
export const problem = (about: string, words: string): Check => ({ mark: "problem", about, words });
