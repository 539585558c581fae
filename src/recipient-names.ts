/** First words of a command that aren't names. */
const commandWords: ReadonlySet<string> = new Set(["me", "help", "all", "failed", "import"]);

export function isCommandWord(name: string): boolean {
  return commandWords.has(name.toLowerCase());
}

/** Commas and semicolons between names, of any keyboard. */
export const commas = ",，、､;；";

/** Test recipients of one message; more are refused. */
export const maxRecipients = 20;
