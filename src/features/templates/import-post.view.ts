import { shortenId } from "../../foreign-id.ts";
import type { Catalogue } from "../../locales/index.ts";
import { type Answer, renderAnswer } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import type { Import, ImportedChange, NewPost, SeenFrom, SeenVendor } from "../../store/index.ts";
import { countApproved } from "./card-title.view.ts";
import { ids } from "./ids.ts";
import { foreign, isApproved, isRejected, seenAlone, statusWords } from "./status.view.ts";
import { statusTitle, transitionButtons, withId } from "./transition.view.ts";

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
  const [rejected, others] = [changes.filter(isRejected), changes.filter((change) => !isRejected(change))];
  const lines = [...rejected, ...others].slice(0, mostLines).map((change) => changeLine(change, words));
  const left = changes.length - lines.length;
  return renderAnswer(
    [
      [{ bold: imports.changed(changes.length) }],
      ...lines,
      ...(left > 0 ? [[imports.more(left)]] : []),
      seenAlone(fromOf(made), words),
    ],
    ...actions([button(ids.open, words.templates.find.title)]),
  );
}

function fromOf({ kind, by, doneAt, expiresAt }: Import): SeenFrom {
  return { kind, by, at: doneAt ?? expiresAt, operationId: null };
}

export type OneImported = {
  change: ImportedChange;
  /** How it stands with all of them. */
  vendors: readonly SeenVendor[];
  /** What else of the template is otherwise. */
  also: readonly (keyof Catalogue["templates"]["imports"]["parts"])[];
};

/** A single one is told as what it is, beside what the other vendors say, with the way to its template. */
export function renderOneImported(
  made: Import,
  { change, vendors, also }: OneImported,
  words: Catalogue,
): Answer {
  const { templateId, name, vendor, before, status } = change;
  const { imports } = words.templates;
  const others = vendors.filter((one) => one.vendor !== vendor);
  const states = others.map((one) => ` · ${foreign(one.vendor)} ${statusWords(one.status, words)}`);
  const title = approvalTitle([change, ...others], words) ?? statusTitle(change, words);
  return withId(
    [
      [{ bold: `${title} · ${foreign(name ?? shortenId(templateId), longestName)}` }],
      [
        `${foreign(vendor)} ${statusWords(before, words)} → `,
        { bold: statusWords(status, words) },
        ...states,
      ],
      ...(also.length === 0 ? [] : [[imports.also(also.map((part) => imports.parts[part]).join(", "))]]),
    ],
    [seenAlone(fromOf(made), words), templateId],
    transitionButtons(change, words),
  );
}

/** One approval is told with those that are awaited; null of anything else that the first of them says. */
function approvalTitle(
  vendors: readonly [ImportedChange, ...SeenVendor[]],
  { proposals: { card } }: Catalogue,
): string | null {
  if (!isApproved(vendors[0])) return null;
  const { approved, all } = countApproved(vendors);
  const waiting = all.filter((vendor) => !approved.includes(vendor)).map((vendor) => foreign(vendor));
  return card.reviewed(approved.length, all.length, waiting.join(", "));
}

function changeLine({ templateId, name, vendor, before, status }: ImportedChange, words: Catalogue): Line {
  return [
    name === null ? { code: templateId } : { bold: foreign(name, longestName) },
    ` · ${foreign(vendor)} ${statusWords(before, words)} → ${statusWords(status, words)}`,
  ];
}
