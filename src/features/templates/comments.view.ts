import type { KnownBlock } from "@slack/types";
import type { Catalogue } from "../../locales/index.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import { type Room, sizeOf } from "../../slack/blocks/size.ts";
import type { SeenComment, SeenVendor } from "../../store/index.ts";
import { inOrder, parseDate, sideOf } from "./status.view.ts";

/** What is shown of each vendor's comments, in their order. */
export type ShownComments = ReadonlyMap<SeenVendor, readonly KnownBlock[]>;

/** A long conversation has its newest part alone. */
const mostComments = 12;
/** A comment as it came, or where it has no room so much of it. */
const lengths = [Number.POSITIVE_INFINITY, 3000, 300];
/** In bytes: a comma between two blocks, and the id that Slack gives each. */
const besideBlock = 50;
/** A date is foreign words too, and may be anything. */
const longestDate = 64;
const longestMember = 64;

/** The newest comments of all vendors by turns, as many as there is room for. */
export function fillRoom(vendors: readonly SeenVendor[], room: Room, words: Catalogue): ShownComments {
  const shown = new Map<SeenVendor, KnownBlock[]>(vendors.map((vendor) => [vendor, []]));
  const left = { ...room };
  for (const turn of takeTurns(vendors)) {
    for (const [index, { vendor, comment }] of turn.entries()) {
      // Its share: whoever comes after it in this turn gets as much.
      const most = left.bytes / (turn.length - index) - besideBlock;
      const block = lengths
        .map((longest) => renderComment(comment, longest, words))
        .find((one) => sizeOf(one) <= most);
      if (block === undefined || left.blocks === 0) return shown;
      left.blocks -= 1;
      left.bytes -= sizeOf(block) + besideBlock;
      shown.get(vendor)?.unshift(block);
    }
  }
  return shown;
}

type Turn = { vendor: SeenVendor; comment: SeenComment }[];

/** Each vendor's newest comment, then each one's before it, and so on. */
function takeTurns(vendors: readonly SeenVendor[]): Turn[] {
  const newest = vendors.map((vendor) => ({ vendor, comments: inOrder(vendor.comments).toReversed() }));
  return Array.from({ length: mostComments }, (_, turn) =>
    newest.flatMap(({ vendor, comments }) => {
      const comment = comments[turn];
      return comment === undefined ? [] : [{ vendor, comment }];
    }),
  );
}

/** Who is the heading, what they wrote is plain text of which nothing is read. */
function renderComment(comment: SeenComment, longest: number, words: Catalogue): KnownBlock {
  const { content, dateCreated, memberId } = comment;
  const who = memberId === null || memberId === "" ? "" : ` · ${shorten(memberId, longestMember)}`;
  const at = parseDate(dateCreated);
  const when: Line = at === null ? [shorten(dateCreated ?? "", longestDate)] : [{ at }];
  const said = content === null || content === "" ? "–" : shorten(content, longest);
  return renderLines([[{ bold: `${sideOf(comment, words)}${who}` }, " · ", ...when], { quote: [[said]] }])
    .block;
}
