import type { Asker } from "../../src/operations/index.ts";

/** Who asks, U1 unless a test says otherwise. */
export function anAsker(own: Partial<Asker["person"]> = {}): Asker {
  return { person: { id: "U1", locale: "en", ...own }, delivery: {} };
}
