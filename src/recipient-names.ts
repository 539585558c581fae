/** What the first word behind a command may mean beside somebody's name. */
const commandWords: ReadonlySet<string> = new Set(["me", "help", "all", "failed", "import"]);

export function isCommandWord(name: string): boolean {
  return commandWords.has(name.toLowerCase());
}

/** What parts names, on any keyboard. */
export const commas = ",，、､;；";

/** Test recipients that one message goes to at once. */
export const mostRecipients = 20;
