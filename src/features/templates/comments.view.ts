import type { KnownBlock } from "@slack/types";
import { shortenId } from "../../foreign-id.ts";
import type { Catalogue } from "../../locales/index.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import { type Room, sizeOf } from "../../slack/blocks/size.ts";
import type { SeenComment, SeenVendor } from "../../store/index.ts";
import { inOrder, parseDate, sideOf } from "./status.view.ts";

/** What is shown of what vendors and the account wrote to each other, the oldest first. */
export type ShownComments = { blocks: readonly KnownBlock[]; hidden: number };

/** A long conversation has its newest part alone. */
const mostComments = 12;
/** A comment as it came, or where it has no room so much of it. */
const lengths = [Number.POSITIVE_INFINITY, 3000, 300];
/** In bytes: a comma between two blocks, and the id that Slack gives each. */
const besideBlock = 50;
/** A date is foreign words too, and may be anything. */
const longestDate = 64;
const longestMember = 64;

/** The newest comments of all vendors by turns, as many as there is room for, in the order of time. */
export function fillRoom(vendors: readonly SeenVendor[], room: Room, words: Catalogue): ShownComments {
  const blocks = new Map<Said, KnownBlock>();
  const left = { ...room };
  const said = inTime(vendors);
  const many = sidesOfMany(vendors);
  const shown = () => said.flatMap((one) => blocks.get(one) ?? []);
  const all = () => ({ blocks: shown(), hidden: said.length - blocks.size });
  for (const turn of takeTurns(said)) {
    for (const [index, one] of turn.entries()) {
      // Its share: whoever comes after it in this turn gets as much.
      const most = left.bytes / (turn.length - index) - besideBlock;
      const block = lengths
        .map((longest) => renderComment(one, { longest, many }, words))
        .find((each) => sizeOf(each) <= most);
      if (block === undefined || left.blocks === 0) return all();
      left.blocks -= 1;
      left.bytes -= sizeOf(block) + besideBlock;
      blocks.set(one, block);
    }
  }
  return all();
}

/** As many as remind of a conversation, and as long. */
const last = { count: 3, longest: 600 };

/** The end of the conversation, for whoever answers. */
export function renderLastWords(vendors: readonly SeenVendor[], words: Catalogue): KnownBlock[] {
  const newest = inTime(vendors).slice(-last.count);
  const { longest } = last;
  return newest.map((one) => renderComment(one, { longest, many: sidesOfMany(vendors) }, words));
}

/** What the reviewers' side wrote last about what isn't approved: what a change answers. */
export function renderReviewersWords(vendors: readonly SeenVendor[], words: Catalogue): KnownBlock[] {
  const waiting = vendors.filter(({ status }) => status !== "APPROVED");
  const newest = inTime(waiting).findLast(({ comment }) => comment.isAdmin === true);
  const { longest } = last;
  return newest === undefined ? [] : [renderComment(newest, { longest, many: sidesOfMany(vendors) }, words)];
}

type Said = { vendor: string; comment: SeenComment };

/** All in the order of time; where a date is none, vendor by vendor in theirs. */
function inTime(vendors: readonly SeenVendor[]): Said[] {
  const all = vendors.flatMap(({ vendor, comments }) =>
    inOrder(comments).map((comment) => ({ vendor, comment, at: parseDate(comment.dateCreated) })),
  );
  if (all.some(({ at }) => at === null)) return all;
  return all.toSorted((one, other) => (one.at?.getTime() ?? 0) - (other.at?.getTime() ?? 0));
}

/** Each vendor's newest comment, then each one's before it, and so on. */
function takeTurns(said: readonly Said[]): Said[][] {
  const newest = [...Map.groupBy(said.toReversed(), ({ vendor }) => vendor).values()];
  return Array.from({ length: mostComments }, (_, turn) => newest.flatMap((own) => own[turn] ?? []));
}

/** Each side's members by their ids. */
function membersBySide(vendors: readonly SeenVendor[]): Map<string, SeenComment[]> {
  const all = vendors.flatMap(({ comments }) => comments);
  const written = all.filter(({ memberId }) => (memberId ?? "") !== "");
  const sides = Map.groupBy(written, ({ isAdmin }) => String(isAdmin));
  return new Map(
    [...sides].map(([side, own]) => [side, [...new Map(own.map((one) => [one.memberId, one])).values()]]),
  );
}

/** For which more than one member wrote: each of their comments says which. */
function sidesOfMany(vendors: readonly SeenVendor[]): ReadonlySet<string> {
  const sides = [...membersBySide(vendors)];
  return new Set(sides.filter(([, members]) => members.length > 1).map(([side]) => side));
}

/** More of them are no line. */
const mostMembers = 5;

/** Whose ids they are that wrote, in full. */
export function memberLines(vendors: readonly SeenVendor[], words: Catalogue): Line[] {
  return [...membersBySide(vendors).values()].flatMap((members) => {
    const [first] = members;
    if (first === undefined) return [];
    const ids = members
      .slice(0, mostMembers)
      .flatMap(({ memberId }): Line => [" ", { code: shorten(memberId ?? "", longestMember) }]);
    const left = members.length - mostMembers;
    return [[sideOf(first, words), ...ids, ...(left > 0 ? [` +${left}`] : [])]];
  });
}

/** Who is the heading, what they wrote is plain text of which nothing is read. */
function renderComment(
  { vendor, comment }: Said,
  { longest, many }: { longest: number; many: ReadonlySet<string> },
  words: Catalogue,
): KnownBlock {
  const { content, dateCreated, memberId, isAdmin } = comment;
  const member = many.has(String(isAdmin)) ? shortenId(memberId ?? "") : "";
  const names = [shorten(vendor, longestMember), shorten(member, longestMember)];
  const who = names
    .filter((name) => name !== "")
    .map((name) => ` · ${name}`)
    .join("");
  const at = parseDate(dateCreated);
  const when: Line = at === null ? [shorten(dateCreated ?? "", longestDate)] : [{ at }];
  const said = content === null || content === "" ? "–" : shorten(content, longest);
  return renderLines([[{ bold: sideOf(comment, words) }, `${who} · `, ...when], { quote: [[said]] }]).block;
}
