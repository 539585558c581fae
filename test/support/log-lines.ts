import { createLogger, type LoggerOptions } from "../../src/log.ts";

/** A logger and the lines it wrote so far. */
export function startLog(options: Partial<LoggerOptions> = {}) {
  const lines: string[] = [];
  const log = createLogger({
    level: "trace",
    secrets: [],
    destination: { write: (line: string) => void lines.push(line) },
    ...options,
  });
  return { log, lines, records: () => lines.map((line): Record<string, unknown> => JSON.parse(line)) };
}
