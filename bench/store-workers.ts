import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Sample } from "./load.ts";

export type Round = { concurrency: number; durationMs: number };
export type StoreWorker = { run(round: Round): Promise<Sample>; stop(): Promise<void> };
export type WorkerOptions = { way: "raw" | "store"; url: string; commitMs: number };

const Answer = z.object({
  perSecond: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  cpuUs: z.number(),
});
const script = fileURLToPath(new URL("./store-worker.ts", import.meta.url));

/** A process that has a store open and works on it when told so. */
export async function startStoreWorker({ way, url, commitMs }: WorkerOptions): Promise<StoreWorker> {
  const child = fork(script, [way, url, String(commitMs)]);
  const exit = once(child, "exit");
  await Promise.race([once(child, "message"), exit]);
  return {
    async run(round) {
      const answered = once(child, "message");
      child.send(round);
      const [answer] = await Promise.race([answered, exit.then(() => [null])]);
      return Answer.parse(answer);
    },
    async stop() {
      child.disconnect();
      await exit;
    },
  };
}
