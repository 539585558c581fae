import { createHash } from "node:crypto";
import type { SeenContent } from "../../store/index.ts";
import { ProposedChange } from "../../store/proposals/proposal.ts";

/** What approvals stand for: the SHA-256 of the canonical body, in hexadecimal. */
export function sealOf(change: ProposedChange): string {
  return hashOf(ProposedChange.parse(change));
}

/** What somebody was shown that stands there, as far as a proposal is compared with it. */
export function sealOfSeen(seen: SeenContent | null): string {
  return hashOf(seen && [seen.name, seen.content, seen.buttons]);
}

function hashOf(value: object | null): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}
