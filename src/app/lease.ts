import type { Config } from "../config.ts";

/** A lease is renewed at a third of this; a process that is gone longer has lost its work to recovery. */
const leaseMarginMs = 60_000;

/** How long work is a process's own, in the store and for whoever does it. */
export function leaseMs({ platform }: Config): number {
  return platform.timeoutMs + leaseMarginMs;
}
