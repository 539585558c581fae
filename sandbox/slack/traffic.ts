import type { TrafficEntry, TrafficVia } from "./types.ts";
import type { World } from "./world.ts";

export type TrafficStart = {
  readonly direction: TrafficEntry["direction"];
  readonly via: TrafficVia;
  readonly name: string;
  readonly request: unknown;
};

/** Notes an exchange when it starts; the returned function completes it. Both are announced. */
export function startTraffic(world: World, start: TrafficStart): (status: number, response: unknown) => void {
  const startedMs = performance.now();
  const entry: TrafficEntry = {
    ...start,
    id: world.traffic.length + 1,
    at: world.now(),
    response: null,
    status: null,
    durationMs: null,
  };
  world.traffic.push(entry);
  world.emit({ kind: "traffic", entry });
  return (status, response) => {
    entry.status = status;
    entry.response = response;
    entry.durationMs = performance.now() - startedMs;
    world.emit({ kind: "traffic", entry });
  };
}
