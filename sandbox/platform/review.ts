import { notFound, validationError } from "./api-error.ts";
import type { PlatformState, StoredTemplate, TemplateComment, Vendor } from "./state.ts";

/** The vendors' side of a template's review. Nobody is told: it stands in the reply to the next update or comment. */
export type Review = {
  approve(templateId: string, vendor: Vendor, comment?: string): void;
  /** A vendor that rejects says why. */
  reject(templateId: string, vendor: Vendor, reason: string): void;
  /** Asks the members of the account, in a comment that leaves the status as it is. */
  ask(templateId: string, vendor: Vendor, question: string): void;
  /** Any status, also one that the public record doesn't know. */
  decide(templateId: string, vendor: Vendor, status: string, comment?: string): void;
};

type Said = { readonly status?: string; readonly comment?: string | undefined };

/** Each call throws a 404 ApiError for an unknown template, and a 400 one where words are missing. */
export function createReview(state: PlatformState, now: () => Date): Review {
  const review = (templateId: string, vendor: Vendor, { status, comment = "" }: Said): void => {
    const template = findTemplate(state, templateId);
    const code = template.codes.find(({ service }) => service === vendor);
    const dateCreated = now().toISOString();
    if (code !== undefined && status !== undefined) code.status = status;
    template.dateUpdated = dateCreated;
    if (comment.trim() === "") return;
    addComment(template, vendor, { isAdmin: true, memberId: "REVIEWER", content: comment, dateCreated });
  };
  return {
    approve: (templateId, vendor, comment) => review(templateId, vendor, { status: "APPROVED", comment }),
    reject(templateId, vendor, reason) {
      review(templateId, vendor, { status: "REJECTED", comment: worded(reason, "a rejection") });
    },
    ask: (templateId, vendor, question) =>
      review(templateId, vendor, { comment: worded(question, "a question") }),
    decide: (templateId, vendor, status, comment) => review(templateId, vendor, { status, comment }),
  };
}

export function addComment(template: StoredTemplate, vendor: Vendor, comment: TemplateComment): void {
  template.codes.find(({ service }) => service === vendor)?.comments.push(comment);
  template.dateUpdated = comment.dateCreated;
}

/** Throws a 404 ApiError for an unknown one. */
export function findTemplate(state: PlatformState, templateId: string): StoredTemplate {
  const template = state.templates.get(templateId);
  if (template === undefined) throw notFound(templateId);
  return template;
}

function worded(text: string, what: string): string {
  if (text.trim() === "") throw validationError(`${what} needs words`);
  return text;
}
