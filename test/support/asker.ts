import type { ActSource } from "../../src/operations/index.ts";

/** Who asks, U1 unless a test says otherwise. */
export function anAsker(own: Partial<ActSource["person"]> = {}): ActSource {
  return { person: { id: "U1", locale: "en", ...own }, delivery: {} };
}
