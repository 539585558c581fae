import { expect, it } from "vitest";
import { renderEvent } from "../../../../src/features/templates/proposal-lines.view.ts";
import { aProposal, aSeenVendor } from "../../../support/proposal.ts";
import { en } from "../../../support/words.ts";

it("a vendor's thread reply quotes older comments only after a rejection", () => {
  const proposal = aProposal({ state: "approved" });
  const later = new Date(proposal.createdAt.getTime() + 60_000).toISOString();
  const comments = [
    { isAdmin: true, memberId: null, content: "its reason", dateCreated: "2026-02-02T01:00:00.000Z" },
    { isAdmin: false, memberId: null, content: "our own", dateCreated: later },
    { isAdmin: true, memberId: null, content: "news", dateCreated: later },
  ];
  const seen = { ...aSeenVendor("vendorA", { comments }), statusBefore: null };
  const lineOf = (vendor: typeof seen) =>
    renderEvent({ proposal, operation: null }, { kind: "vendor", vendor }, en).text;
  const statusFrom = { kind: "update", by: "U0MINA", operationId: "act-1", at: new Date(later) } as const;
  const updated = lineOf({ ...seen, statusFrom });
  expect(updated).toContain(`vendorA · ${en.templates.statuses.PENDING} · `);
  expect(updated).toContain("“news”");
  for (const old of ["its reason", "our own"]) expect(updated).not.toContain(old);
  expect(lineOf(seen)).toContain(`vendorA · ${en.templates.statuses.PENDING} · `);
  // Why it was rejected may have been written before.
  expect(lineOf({ ...seen, status: "REJECTED", comments: comments.slice(0, 1) })).toContain("“its reason”");
});
