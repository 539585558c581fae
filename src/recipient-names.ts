/** Words that begin a command and aren't names. */
const commandWords: ReadonlySet<string> = new Set(["me", "help", "all", "failed", "import"]);

export function isCommandWord(name: string): boolean {
  return commandWords.has(name.toLowerCase());
}

/** Commas and semicolons of all keyboards, which separate names. */
export const commas = ",，、､;；";

/** Most test recipients of one message; more are refused. */
export const maxRecipients = 20;
