import type { KnownBlock } from "@slack/types";
import { shortenId } from "../../foreign-id.ts";
import type { Catalogue } from "../../locales/index.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import type { ObservedComment, ObservedVendor } from "../../store/index.ts";
import { inOrder, parseDate, sideOf } from "./status.view.ts";

/** A date is foreign words too, and may be anything. */
const longestName = 64;

/** The newest comments of all vendors, the oldest first; `hidden`: how many there are before them. */
export function renderComments(
  vendors: readonly ObservedVendor[],
  { most, longest }: { most: number; longest: number },
  words: Catalogue,
): { blocks: KnownBlock[]; hidden: number } {
  const said = inTime(vendors);
  return {
    blocks: said.slice(-most).map((one) => renderComment(one, longest, words)),
    hidden: Math.max(0, said.length - most),
  };
}

/** What reminds of a conversation. */
const last = { most: 3, longest: 600 };

/** The end of the conversation, for whoever answers. */
export function renderLastWords(vendors: readonly ObservedVendor[], words: Catalogue): KnownBlock[] {
  return renderComments(vendors, last, words).blocks;
}

/** What the reviewers' side wrote last about what isn't approved: what a change answers. */
export function renderReviewersWords(vendors: readonly ObservedVendor[], words: Catalogue): KnownBlock[] {
  const waiting = vendors.filter(({ status }) => status !== "APPROVED");
  const newest = inTime(waiting).findLast(({ comment }) => comment.isAdmin === true);
  return newest === undefined ? [] : [renderComment(newest, last.longest, words)];
}

type Said = { vendor: string; comment: ObservedComment };

/** All in the order of time; where a date is none, vendor by vendor in theirs. */
function inTime(vendors: readonly ObservedVendor[]): Said[] {
  const all = vendors.flatMap(({ vendor, comments }) =>
    inOrder(comments).map((comment) => ({ vendor, comment, at: parseDate(comment.dateCreated) })),
  );
  if (all.some(({ at }) => at === null)) return all;
  return all.toSorted((one, other) => (one.at?.getTime() ?? 0) - (other.at?.getTime() ?? 0));
}

/** Who is the heading, what they wrote is plain text of which nothing is read. */
function renderComment({ vendor, comment }: Said, longest: number, words: Catalogue): KnownBlock {
  const { content, dateCreated, memberId } = comment;
  const who = [vendor, shortenId(memberId ?? "")]
    .filter((name) => name !== "")
    .map((name) => ` · ${shorten(name, longestName)}`)
    .join("");
  const at = parseDate(dateCreated);
  const when: Line = at === null ? [shorten(dateCreated ?? "", longestName)] : [{ at }];
  const said = content === null || content === "" ? "–" : shorten(content, longest);
  return renderLines([[{ bold: sideOf(comment, words) }, `${who} · `, ...when], { quote: [[said]] }]).block;
}
