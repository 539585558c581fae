import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export type Child = {
  port: number;
  /** From the spawn to the line that says it is ready. */
  readyMs: number;
  /** Null where the system has no /proc. */
  rssMb(): number | null;
  stop(): Promise<void>;
};

/** A process of its own that says `{"msg":"ready","port":…}` when it is. */
export async function startChild(entry: URL, env: Record<string, string>): Promise<Child> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [fileURLToPath(entry)], {
    env: { PATH: process.env["PATH"], HOST: "127.0.0.1", PORT: "0", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await readReadyPort(child, entry);
  return {
    port,
    readyMs: performance.now() - startedMs,
    rssMb: () => readRssMb(child.pid),
    async stop() {
      if (child.exitCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
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

function readRssMb(pid: number | undefined): number | null {
  try {
    const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kb === undefined ? null : Number(kb) / 1024;
  } catch {
    return null;
  }
}
