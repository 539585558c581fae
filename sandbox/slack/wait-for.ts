import type { TrafficEntry } from "./types.ts";
import type { World } from "./world.ts";

/** Long enough for any machine: only what never comes waits to its end. */
const DEFAULT_TIMEOUT_MS = 20_000;
const TRAFFIC_SHOWN = 8;

/**
 * Reads now and again at each event of the workspace until something comes.
 * @throws Error naming `what`, the last traffic and the findings when nothing came in time
 */
export function waitFor<T>(
  world: World,
  read: () => T | undefined | false | null,
  options: { timeoutMs?: number; what?: string } = {},
): Promise<T> {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const attempt = () => {
    try {
      const value = read();
      if (value === undefined || value === false || value === null) return;
      finish();
      resolve(value);
    } catch (error) {
      finish();
      reject(error);
    }
  };
  const timer = setTimeout(() => {
    finish();
    reject(
      new Error(`${options.what ?? "the awaited state"} did not come in ${timeoutMs} ms\n${summary(world)}`),
    );
  }, timeoutMs);
  const finish = () => {
    clearTimeout(timer);
    world.listeners.delete(attempt);
  };
  world.listeners.add(attempt);
  attempt();
  return promise;
}

function summary(world: World): string {
  const traffic = world.traffic.slice(-TRAFFIC_SHOWN).map(describe);
  const findings = world.findings.map(({ method, rule, detail }) => `finding: ${method} ${rule}: ${detail}`);
  return ["last traffic:", ...traffic, ...findings].join("\n");
}

function describe(entry: TrafficEntry): string {
  const arrow = entry.direction === "to_bot" ? "-> bot" : "<- bot";
  return `${arrow} ${entry.via} ${entry.name} ${entry.status ?? "unanswered"} ${JSON.stringify(entry.response)?.slice(0, 200)}`;
}
