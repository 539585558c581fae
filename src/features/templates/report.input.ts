import { isBlank } from "../../blank-text.ts";
import type { Fields } from "../../slack/edge/fields.ts";
import type { StatusReport } from "../../store/index.ts";

/** The two that the platform's description names. */
export const vendors = ["vendorA", "vendorB"] as const;

/** What the public record names; the description leaves the list open. */
export const knownStatuses = ["PENDING", "INSPECTING", "APPROVED", "REJECTED"] as const;

export const reportFields = { status: "status", reason: "reason" } as const;

/** Reasons typed for a vendor whose status was left empty: they would be lost. */
export function findBareReasons(form: Fields): string[] {
  return vendors
    .filter((vendor) => isBlank(form.choice(`${reportFields.status}.${vendor}`) ?? ""))
    .map((vendor) => `${reportFields.reason}.${vendor}`)
    .filter((name) => !isBlank(form.text(name) ?? ""));
}

/** What a person read in the console; none for a form that was left empty. A reason without a status says nothing. */
export function parseReport(form: Fields): StatusReport["vendors"] {
  return vendors.flatMap((vendor) => {
    const status = (form.choice(`${reportFields.status}.${vendor}`) ?? "").trim();
    const reason = form.text(`${reportFields.reason}.${vendor}`) ?? "";
    if (isBlank(status)) return [];
    return [{ vendor, status, reason: isBlank(reason) ? null : reason.trim() }];
  });
}
