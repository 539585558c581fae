import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

const script = `
  import { DatabaseSync } from "node:sqlite";
  const database = new DatabaseSync(process.argv[1], { timeout: 10_000 });
  database.exec("begin immediate");
  console.log("writing");
  process.stdin.resume().once("end", () => {
    database.exec("commit");
    database.close();
  });`;

export type OutsideWriter = {
  /** Ends its transaction, and resolves when the process is gone. */
  release(): Promise<void>;
};

/** Another process in the middle of a write to the SQLite file at `path`: a shell, or a restore. */
export async function startOutsideWriter(path: string): Promise<OutsideWriter> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, path], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  const release = async () => {
    child.stdin.end();
    await exit;
  };
  onTestFinished(release);
  await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    exit.then(() => Promise.reject(new Error(`nothing can write to ${path}`))),
  ]);
  return { release };
}
