import { maskDigits } from "../../phone-number.ts";
import { removed, withoutContents } from "../../store/forget/contents.ts";
import type { Forgotten } from "../../store/forget/forget.ts";
import type { AuditEntry } from "../../store/index.ts";

const numbers = new Set(["to", "from"]);

/** As it is written out, with the contents of its record where they are asked for. */
export function toExported({ record, at, ...entry }: AuditEntry, isClear: boolean): object {
  const masked = () =>
    withoutContents(record, (text, key) => (numbers.has(key) ? maskDigits(text) : removed));
  return { ...entry, at: at.toISOString(), record: isClear ? record : masked() };
}

/** `isNamed`: the configuration has the number too. */
export function forgottenLines(result: Forgotten, { isNamed }: { isNamed: boolean }): string[] {
  if (result.kind === "open") {
    return [
      "Nothing was changed, since somebody may still have to do something with these:",
      ...result.subjects.map((subject) => `  ${subject}`),
      "Let them end, settle or withdraw them, and try again.",
    ];
  }
  if (result.kind === "shown") {
    return [
      `Something would be taken out of ${result.changed} stored rows, and drafts would go. Nothing was changed.`,
      "With --yes it is done, for good.",
    ];
  }
  const { changed, removed: gone, redrawn } = result;
  const places = [...redrawn].map(([place, count]) => `  ${place}: ${count}`);
  return [
    `Taken out of ${changed} stored rows; ${gone} more are gone (drafts, saved messages, search words).`,
    ...(places.length === 0 ? [] : ["Posts that a running bot draws anew, by conversation:", ...places]),
    "What stays in Slack: lines below these posts, answers and forms that somebody has open, and what people wrote.",
    "There may be more: of posts whose records are gone nothing is known. Backups of the store are not touched.",
    ...(isNamed ? ["TEST_RECIPIENTS names this number: take it out there too."] : []),
  ];
}
