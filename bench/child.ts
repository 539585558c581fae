import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { processorMs } from "./processor-time.ts";

export type Child = {
  port: number;
  /** From the spawn to the line that says it is ready. */
  readyMs: number;
  /** What it has used of a processor so far; as what follows, NaN where the system has no /proc. */
  processorMs(): number;
  rssMb(): number;
  /** The most that it ever was. */
  peakRssMb(): number;
  stop(): Promise<void>;
};

/** By `npm start`. */
const asStarted = ["--max-semi-space-size=4"];

/** A process of its own that says `{"msg":"ready","port":…}` when it is. */
export async function startChild(entry: URL, env: Record<string, string> = {}): Promise<Child> {
  const startedMs = performance.now();
  const path = fileURLToPath(entry);
  const isBot = path.endsWith("/scripts/messaging-chatops.js");
  const child = spawn(process.execPath, isBot ? [...asStarted, path, "start"] : [path], {
    // Where no `.env` is.
    cwd: tmpdir(),
    env: { PATH: process.env["PATH"], HOST: "127.0.0.1", PORT: "0", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  // Whoever dies of a defect here leaves no process behind.
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  child.once("exit", () => process.removeListener("exit", killWithUs));
  const port = await readReadyPort(child, entry);
  return {
    port,
    readyMs: performance.now() - startedMs,
    processorMs: () => processorMs(child.pid ?? 0),
    rssMb: () => readMb(child.pid, "VmRSS"),
    peakRssMb: () => readMb(child.pid, "VmHWM"),
    async stop() {
      child.kill("SIGTERM");
      await exit;
    },
  };
}

function readReadyPort(child: ChildProcess, entry: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`${entry.pathname} ended with ${code}`)));
    if (child.stdout === null) return;
    // Read to the end: a full pipe would stop the process.
    createInterface({ input: child.stdout }).on("line", (line) => {
      const port = /"port":(\d+)/.exec(line)?.[1];
      if (port !== undefined && line.includes('"msg":"ready"')) resolve(Number(port));
    });
  });
}

/** `VmRSS` is what a process has, `VmHWM` the most it ever had. */
export function readMb(pid: number | undefined, field: "VmRSS" | "VmHWM"): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
