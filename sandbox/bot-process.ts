import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { findEntry } from "../scripts/entry.ts";

export type BotProcess = {
  /** Where it serves `/readyz` and, in HTTP mode, `/slack/events`. */
  port: number;
  pid: number;
  /** Everything it wrote to standard output so far, a line each. */
  lines: readonly string[];
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
};

export type BotOptions = {
  env: Record<string, string>;
  /** Called with each line the bot logs. */
  onLine?: (line: string) => void;
  /** Node's own, before the entry: `--import` of something that watches the bot from outside its code. */
  nodeArguments?: readonly string[];
};

/** A second of a core, which a busy machine may take half a minute to give: only a defect comes to its end. */
export const startPatienceMs = 45_000;

/** The bot as it is: its own process, told everything by its environment, ready when it says so. */
export async function startBot(options: BotOptions): Promise<BotProcess> {
  const { env, onLine, nodeArguments = [] } = options;
  const child = spawn(process.execPath, [...nodeArguments, fileURLToPath(findEntry())], {
    env: { PATH: process.env["PATH"], HOST: "127.0.0.1", PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Whoever dies of a defect here leaves no bot behind.
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  child.once("exit", () => process.removeListener("exit", killWithUs));
  const lines: string[] = [];
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  const ready = new Promise<number>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        lines.push(line);
        onLine?.(line);
        const port = readyPort(line);
        if (port !== undefined) resolve(port);
      });
    }
  });
  const port = await firstOf(ready, exited, lines).catch((error: unknown) => {
    child.kill("SIGKILL");
    throw error;
  });
  return {
    port,
    pid: child.pid ?? 0,
    lines,
    exited,
    stop: (signal = "SIGTERM") => end(child, signal, exited),
  };
}

async function firstOf(
  ready: Promise<number>,
  exited: Promise<{ code: number | null }>,
  lines: readonly string[],
): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`the bot was not ready in ${startPatienceMs} ms`)),
      startPatienceMs,
    );
  });
  const gone = exited.then(({ code }) => {
    throw new Error(`the bot ended with code ${code}:\n${lines.slice(-20).join("\n")}`);
  });
  gone.catch(() => {});
  try {
    return await Promise.race([ready, gone, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function end(
  child: ChildProcess,
  signal: NodeJS.Signals,
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>,
) {
  child.kill(signal);
  return exited;
}

function readyPort(line: string): number | undefined {
  if (!line.includes('"ready"')) return undefined;
  const entry: unknown = JSON.parse(line);
  if (typeof entry !== "object" || entry === null) return undefined;
  const port: unknown = Reflect.get(entry, "port");
  return Reflect.get(entry, "msg") === "ready" && typeof port === "number" ? port : undefined;
}
