import { maskDigits } from "../../phone-number.ts";
import { removed, withoutContents } from "../../store/forget/contents.ts";
import type { Forgotten } from "../../store/forget/forget.ts";
import type { AuditBreak, AuditEntry, AuditState } from "../../store/index.ts";

const numbers = new Set(["to", "from"]);

/** As it is written out. Without its salt nobody can try whether a digest is some number's. */
export function toExported({ salt, record, at, ...entry }: AuditEntry, isClear: boolean): object {
  const shown = isClear
    ? { record, salt }
    : { record: withoutContents(record, (text, key) => (numbers.has(key) ? maskDigits(text) : removed)) };
  return { ...entry, at: at.toISOString(), ...shown };
}

const mostShown = 20;

export function verifiedLines({ breaks, sealed, unsealed, removed: gone, last }: AuditState): string[] {
  const rest = breaks.length - mostShown;
  return [
    breaks.length === 0
      ? `✓ The audit is whole: ${entries(sealed)} sealed.`
      : `✗ The audit is not whole: ${entries(sealed)} should be sealed.`,
    ...breaks.slice(0, mostShown).map((one) => `✗ ${breakWords(one)}`),
    ...(rest > 0 ? [`✗ and ${rest} more`] : []),
    ...(gone > 0 ? [`Retention has removed ${entries(gone)} before these.`] : []),
    ...(unsealed > 0
      ? [`${entries(unsealed)} not sealed yet: a running bot does that within a second.`]
      : []),
    ...(last === null ? [] : [`The newest is number ${last.number}, with the seal ${last.seal}.`]),
  ];
}

const breakKinds: Readonly<Record<AuditBreak["kind"], string>> = {
  chain: "it doesn't follow what stands before it: something there was changed, removed or put in",
  end: "the chain ended there, and doesn't any more: entries behind it were removed or put in",
  record: "its record is not as it was when this was written",
  gone: "its record is gone, and retention did not remove it",
  unrecorded: "no entry says who brought it",
};

function breakWords({ kind, number, subject }: AuditBreak): string {
  const where = [...(number === null ? [] : [`number ${number}`]), ...(subject === "" ? [] : [subject])];
  return `${where.join(", ")}: ${breakKinds[kind]}`;
}

function entries(count: number): string {
  return count === 1 ? "1 entry" : `${count} entries`;
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
