import { vi } from "vitest";

/** Far longer than anything takes on a machine with nothing else to do: only a defect comes to its end. */
const patienceMs = 40_000;

/** Asks again until nothing is thrown. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: patienceMs, interval: 20 });
}
