/** Words with a meaning in commands, which can't be names. */
const commandWords: ReadonlySet<string> = new Set(["me", "help", "all", "failed", "import"]);

export function isCommandWord(name: string): boolean {
  return commandWords.has(name.toLowerCase());
}

/** Commas and semicolons of all keyboards, which separate names. */
export const commas = ",，、､;；";

/** Most test recipients of one message. */
export const maxRecipients = 20;
