import { toShownId } from "../../foreign-id.ts";
import type { Catalogue } from "../../locales/index.ts";
import type { Description } from "../../operations/description.ts";
import { type Answer, renderAnswer } from "../../slack/blocks/answer.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import type { Operation, SeenVendor } from "../../store/index.ts";
import { commentKind, readComment } from "./comment.ts";
import { readShown } from "./shown.ts";
import { deviationLines, statusLines } from "./status.view.ts";
import { readUpdate } from "./update.ts";

/** What is told of an update or a comment; null of one that can't be read. */
export function describeTemplateAct(operation: Operation, words: Catalogue): Description | null {
  const isComment = operation.kind === commentKind;
  const comment = isComment ? readComment(operation.request) : null;
  const asked = comment ?? (isComment ? null : readUpdate(operation.request));
  if (asked === null) return null;
  const { templates } = words;
  const { outcomes, settle } = templates.terms[isComment ? "comment" : "update"];
  const id = toShownId(asked.templateId) ?? "";
  const name = nameShown(operation) ?? id;
  return {
    kind: templates.templateId,
    subject: { inFull: name, masked: name },
    facts: comment === null ? [] : [{ name: templates.comment.label, value: comment.comment }],
    contents: [],
    ids: id === "" ? [] : [{ name: templates.templateId, id }],
    terms: {
      ...words,
      outcomes: { ...words.outcomes, ...outcomes },
      settle: { ...words.settle, ...settle },
      reasons: withAccess(words),
    },
  };
}

/** Who asks is what 401 and 403 are about: the description has a table of what that takes. */
function withAccess({ reasons, templates: { access } }: Catalogue): Catalogue["reasons"] {
  return {
    ...reasons,
    byCode: { ...reasons.byCode, Forbidden: access },
    byStatus: (status) => (status === 401 || status === 403 ? access : reasons.byStatus(status)),
  };
}

const longestName = 100;

/** As the reply called it. */
function nameShown({ result }: Operation): string | null {
  const name = readShown(result)?.vendors[0]?.content.name ?? null;
  return name === null || name === "" ? null : shorten(name, longestName);
}

const noDeviations = { missing: [], others: [], differing: [] };

/** What the reply to a comment showed of each vendor's review. */
export function renderShown(
  { id, author, result, closedAt, createdAt }: Operation,
  words: Catalogue,
): Answer[] {
  const from = { kind: "comment" as const, by: author, operationId: id, at: closedAt ?? createdAt };
  const shown = readShown(result);
  const vendors = (shown?.vendors ?? []).map(
    (seen): SeenVendor => ({ ...seen, statusFrom: from, commentsFrom: from, reason: null }),
  );
  const deviations = deviationLines(shown ?? noDeviations, words);
  return [
    ...(deviations.length === 0 ? [] : [renderAnswer(deviations)]),
    ...vendors.map((vendor) => renderAnswer(statusLines(vendor, words))),
  ];
}
