/** Levels at which the bot has something to say to whoever only looks on. */
const told = ["warn", "error", "fatal"];

/** A line of the bot's log for a terminal: null for what is everyday, and what isn't a line of the log as it is. */
export function toToldLine(line: string): string | null {
  const entry = readEntry(line);
  if (entry === null) return `bot: ${line}`;
  const { level, msg, err, error } = entry;
  if (!told.includes(String(level))) return null;
  const why = messageOf(err ?? error);
  return `bot, ${level}: ${String(msg ?? "")}${why === "" ? "" : ` (${why})`}`;
}

function readEntry(line: string): Record<string, unknown> | null {
  if (!line.startsWith("{")) return null;
  try {
    return { ...JSON.parse(line) };
  } catch {
    return null;
  }
}

function messageOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  const message: unknown = Reflect.get(error, "message");
  return typeof message === "string" ? message : "";
}
