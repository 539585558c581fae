import { shortenId, toShownId } from "../../foreign-id.ts";
import type { Catalogue } from "../../locales/index.ts";
import { withTerms } from "../../locales/terms.ts";
import { type Description, inItself } from "../../operations/kind.ts";
import { type Answer, renderAnswer } from "../../slack/blocks/answer.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import type { ObservedComment, ObservedVendor, Operation } from "../../store/index.ts";
import { changedFields, toContent } from "./change.view.ts";
import { readComment } from "./comment.ts";
import { proposalSubject } from "./proposal.ts";
import { readShown } from "./shown.ts";
import { deviationLines, foreign, inOrder, statusLines } from "./status.view.ts";
import { readUpdate } from "./update.ts";

/** A comment and the conversation in which its reply showed it; null for one that can't be read. */
export function describeComment(operation: Operation, words: Catalogue): Description | null {
  const asked = readComment(operation.request);
  if (asked === null) return null;
  const { templateId, name, comment } = asked;
  const { label, inConversation } = words.templates.comment;
  const where = (readShown(operation.result)?.vendors ?? [])
    .filter(({ comments }) => isNewest(comment, comments ?? []))
    .map(({ vendor }) => foreign(vendor));
  const facts = [
    { name: label, value: comment, says: `“${comment}”` },
    ...(where.length === 0 ? [] : [inItself("", inConversation(where.join(", ")))]),
  ];
  return describe(operation, { templateId, name, kind: "comment", facts }, words);
}

/** An older comment with the same words is another one. */
function isNewest(comment: string, comments: readonly ObservedComment[]): boolean {
  const newest = inOrder(comments).at(-1);
  return newest?.isAdmin === false && newest.content === comment;
}

/** An update, beside its proposal's card. */
export function describeUpdate(
  operation: Operation,
  words: Catalogue,
  review: string | null,
): Description | null {
  const asked = readUpdate(operation.request);
  if (asked === null) return null;
  const { templateId, body, proposal } = asked;
  const facts = changedFields(toContent(null), body, words).map(({ field, after }) => ({
    name: words.templates.fieldNames[field],
    value: after === "" ? words.proposals.card.noButtons : after,
  }));
  const card = { subject: proposalSubject(proposal), audience: "review" };
  const describedIn = review === null ? undefined : { ...card, conversation: review };
  const { name = null } = body;
  return { ...describe(operation, { templateId, name, kind: "update", facts }, words), describedIn };
}

type Asked = {
  templateId: string;
  kind: "update" | "comment";
  facts: Description["facts"];
  name: string | null;
};

function describe(operation: Operation, asked: Asked, words: Catalogue): Description {
  const { templates } = words;
  const id = toShownId(asked.templateId) ?? "";
  const name = shorten(nameShown(operation) ?? asked.name ?? shortenId(id), longestName);
  return {
    kind: templates.kind[asked.kind],
    subject: { inFull: name, masked: name },
    facts: asked.facts,
    contents: [],
    ids: id === "" ? [] : [{ name: templates.templateId, id }],
    terms: withTerms(words, asked.kind),
  };
}

const longestName = 100;

/** As the reply calls it. */
function nameShown({ result }: Operation): string | null {
  const name = readShown(result)?.vendors[0]?.content.name ?? null;
  return name === "" ? null : name;
}

const noDeviations = { missing: [], others: [], differing: [] };

/** Each vendor's review as a comment's reply showed it. */
export function renderShown(
  { id, author, result, closedAt, createdAt }: Operation,
  words: Catalogue,
): Answer[] {
  const from = { kind: "comment" as const, by: author, operationId: id, at: closedAt ?? createdAt };
  const shown = readShown(result);
  const vendors = (shown?.vendors ?? [])
    .filter(({ vendor }) => vendor !== "")
    .map(
      (seen): ObservedVendor => ({
        ...seen,
        comments: seen.comments ?? [],
        statusFrom: from,
        commentsFrom: from,
        reason: null,
      }),
    );
  const deviations = deviationLines(shown ?? noDeviations, words);
  return [
    ...(deviations.length === 0 ? [] : [renderAnswer(deviations)]),
    ...vendors.map((vendor) => renderAnswer(statusLines(vendor, words))),
  ];
}
