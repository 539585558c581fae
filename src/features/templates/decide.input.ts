import { createHash } from "node:crypto";
import { z } from "zod";
import type { Proposal } from "../../store/index.ts";

/** Which proposal somebody decides on, which revision of it they had before them, and which update came before that. */
const Decided = z.object({ id: z.string(), revision: z.int(), after: z.string().nullable().catch(null) });
type Decided = z.infer<typeof Decided>;

export function toDecisionValue({ id, revision, operation }: Proposal): string {
  return JSON.stringify({ id, revision, after: operation?.id ?? null } satisfies Decided);
}

/** Null for what an older card's button, or none of this app's, carried. */
export function parseDecision(value: string): Decided | null {
  try {
    return Decided.safeParse(JSON.parse(value)).data ?? null;
  } catch {
    return null;
  }
}

/** A person's approval of what one card shows is one act, however often it is clicked or delivered. */
export function toApprovalId(decided: Decided, person: string): string {
  const { id, revision, after } = decided;
  return createHash("sha256")
    .update(JSON.stringify([id, revision, after, person]))
    .digest("hex")
    .slice(0, 32);
}
