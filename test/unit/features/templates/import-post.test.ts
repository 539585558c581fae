import { expect, it } from "vitest";
import { renderOneImported } from "../../../../src/features/templates/import-post.view.ts";
import type { Import } from "../../../../src/store/index.ts";
import { aSeenVendor } from "../../../support/proposal.ts";
import { en } from "../../../support/words.ts";

const doneAt = new Date("2026-11-21T00:00:00.000Z");
const counts = { broken: 0, older: 0, changed: 0, new: 0, same: 0, chosen: 0, reported: 1, left_out: 0 };
const made: Import = {
  ...{ id: "I", kind: "import", by: "U1", locale: null, counts },
  ...{ expiresAt: doneAt, confirmedAt: doneAt, doneAt },
};
const change = {
  ...{ templateId: "KA01TP001", name: "Order placed", vendor: "vendorA" },
  ...{ before: "PENDING", status: "APPROVED" },
};

it("says of an import what that brought, and of another vendor's status from what else it was seen", () => {
  const at = new Date("2026-12-05T00:00:00.000Z");
  const statusFrom = { kind: "comment" as const, by: "U2", operationId: "C", at };
  const vendors = [
    aSeenVendor("vendorA", { status: "APPROVED" }),
    aSeenVendor("vendorB", { status: "APPROVED", statusFrom }),
  ];
  const { text } = renderOneImported(made, { change, vendors, also: [] }, en);
  const [title, own, other, from, ...more] = text.split("\n");
  expect(title).toBe(`${en.templates.status.approved("vendorA")} · Order placed`);
  expect(own).toBe(`vendorA ${en.templates.statuses.PENDING} → APPROVED`);
  expect(other).toMatch(/^vendorB APPROVED · seen in <@U2>'s comment <!date\^1796428800\^/);
  expect(from).toMatch(/^Imported <!date\^1795219200\^.* by <@U1> · KA01TP001$/);
  expect(more).toEqual([]);
});
