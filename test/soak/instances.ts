import { readFile } from "node:fs/promises";
import { type BotProcess, startBot } from "../../sandbox/bot-process.ts";
import type { Outside } from "../../sandbox/sandbox.ts";

/** One process of the app, begun anew however it ends. */
export type Instance = {
  /** Undefined while it is away. */
  bot(): BotProcess | undefined;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Stopped as a machine stops a process; it goes on by itself. */
  hold(ms: number): Promise<void>;
  /** In good order. */
  stop(): Promise<number | null>;
  /** Bytes of memory that it holds. */
  resident(): Promise<number>;
};

const paces = new URL("./paces.ts", import.meta.url).href;

export function createInstance(
  outside: Outside,
  { mode, env, onLine }: { mode: string; env: Record<string, string>; onLine: (line: string) => void },
): Instance {
  let bot: BotProcess | undefined;
  const end = async (signal: NodeJS.Signals) => {
    const ending = bot;
    bot = undefined;
    return (await ending?.stop(signal))?.code ?? null;
  };
  return {
    bot: () => bot,
    async start() {
      // As by `npm start`, since its memory is compared.
      const nodeArguments = ["--max-semi-space-size=4", "--import", paces];
      bot = await startBot({ env: { ...outside.env, ...env }, onLine, nodeArguments });
      if (mode === "http") outside.slack.setRequestUrl(`http://127.0.0.1:${bot.port}/slack/events`);
    },
    kill: async () => void (await end("SIGKILL")),
    async hold(ms) {
      const held = bot;
      if (held === undefined) return;
      process.kill(held.pid, "SIGSTOP");
      await new Promise((resolve) => setTimeout(resolve, ms));
      // Also one that was told to end meanwhile, and could not; killed, it is gone.
      try {
        process.kill(held.pid, "SIGCONT");
      } catch {}
    },
    stop: () => end("SIGTERM"),
    async resident() {
      const status = await readFile(`/proc/${bot?.pid}/status`, "utf8");
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1024;
    },
  };
}
