import type { Catalogue } from "../../locales/index.ts";
import { type Answer, renderAnswer } from "../../slack/blocks/answer.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import type { Import, ImportedChange, NewPost } from "../../store/index.ts";
import { foreign, isRejected, seenLine, statusWords } from "./status.view.ts";

/** Who draws which statuses an import changed. */
export const importKind = "import";

const mostLines = 20;
const longestName = 80;

/** All of them in one post, where proposals are reviewed; else to whose word it is. */
export function tellImported({ id, by }: Import, review: string | null): NewPost {
  const destinations = review === null ? [by] : [review, by];
  return { subject: `${importKind}:${id}`, place: "review", kind: importKind, destinations };
}

/** What was rejected comes first. */
export function renderImported(made: Import, changes: readonly ImportedChange[], words: Catalogue): Answer {
  const { imports } = words.templates;
  const { kind, by, doneAt } = made;
  const from = { kind, by, at: doneAt ?? made.expiresAt, operationId: null };
  const [rejected, others] = [changes.filter(isRejected), changes.filter((change) => !isRejected(change))];
  const lines = [...rejected, ...others].slice(0, mostLines).map((change) => changeLine(change, words));
  const left = changes.length - lines.length;
  return renderAnswer([
    [{ bold: imports.changed(changes.length) }],
    ...lines,
    ...(left > 0 ? [[imports.more(left)]] : []),
    seenLine(from, words),
  ]);
}

function changeLine({ templateId, name, vendor, before, status }: ImportedChange, words: Catalogue): Line {
  return [
    name === null ? { code: templateId } : { bold: foreign(name, longestName) },
    ` · ${foreign(vendor)} ${statusWords(before, words)} → ${statusWords(status, words)}`,
  ];
}
