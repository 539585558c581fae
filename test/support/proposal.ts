import type { ObservationSource, ObservedTemplate, ObservedVendor, Proposal } from "../../src/store/index.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 5, minute));

export const seenFromComment: ObservationSource = {
  kind: "comment",
  by: "U0MINA",
  operationId: "act-1",
  at: at(2),
};

export function aSeenVendor(vendor: string, change: Partial<ObservedVendor> = {}): ObservedVendor {
  return {
    ...{ vendor, status: "PENDING", statusFrom: seenFromComment, reason: null },
    ...{ code: `${vendor}-code`, comments: [], commentsFrom: seenFromComment, ...change },
  };
}

/** A template with two placeholders and one button, both vendors waiting. */
export function aSeenTemplate(
  content: Partial<NonNullable<ObservedTemplate["content"]>> = {},
  vendors: ObservedVendor[] = [aSeenVendor("vendorA"), aSeenVendor("vendorB")],
): ObservedTemplate {
  return {
    templateId: "KA01TP001",
    content: {
      name: "Order placed",
      content: "Hello #{name}, order #{number} is placed.",
      buttons: [
        {
          ...{ buttonType: "WL", buttonName: "Show order" },
          ...{ linkMo: "https://m.shop.example/#{number}", linkPc: null, linkAnd: null, linkIos: null },
        },
      ],
      ...{ isHidden: false, pfId: "KA01PF001", dateCreated: "2026-02-01T01:00:00.000Z", dateUpdated: null },
      from: seenFromComment,
      ...content,
    },
    vendors,
    newest: 1,
  };
}

/** Joon's, of a new content, open and approved by nobody. */
export function aProposal(change: Partial<Proposal> = {}): Proposal {
  const reason = change.reason ?? "It has left by then";
  const proposed = change.change ?? { content: "Hello #{customer}, order #{number} has left." };
  return {
    ...{ id: "p-1", templateId: "KA01TP001", revision: 1, change: proposed, contentDigest: "seal-1" },
    ...{ reason, proposer: "U0JOON", locale: "en" },
    revisions: [{ revision: 1, change: proposed, contentDigest: "seal-1", reason, by: "U0JOON", at: at(3) }],
    ...{ approvals: [], state: "open", decision: null, basis: aSeenTemplate().content },
    ...{ createdAt: at(3), expiresAt: at(59), remindedAt: null, operation: null },
    ...change,
  };
}
