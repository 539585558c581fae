import { z } from "zod";
import type { Proposal } from "../../store/index.ts";

/** Which proposal somebody decides on, and which revision of it they had before them. */
const Decided = z.object({ id: z.string(), revision: z.int() });
type Decided = z.infer<typeof Decided>;

export function toDecisionValue({ id, revision }: Proposal): string {
  return JSON.stringify({ id, revision } satisfies Decided);
}

/** Null for what an older card's button, or none of this app's, carried. */
export function parseDecision(value: string): Decided | null {
  try {
    return Decided.safeParse(JSON.parse(value)).data ?? null;
  } catch {
    return null;
  }
}
