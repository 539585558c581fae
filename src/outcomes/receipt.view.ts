import { givesAway } from "../foreign-words.ts";
import type { Catalogue } from "../locales/index.ts";
import { maskDigits } from "../phone-number.ts";
import type { Line } from "../slack/blocks/rich-text.ts";
import type { Receipt } from "../store/index.ts";

/** What the owner of the phone said, as that person's word; null while nobody has said anything. */
export function receiptLine(
  receipt: Receipt | null,
  contents: readonly string[],
  words: Catalogue,
): Line | null {
  if (receipt === null || receipt.as === null) return null;
  return [
    { user: receipt.phoneOwner },
    `${words.receipts.says[receipt.as]}${quoted(receipt, contents, words)}`,
  ];
}

/** What looks wrong in the owner's words, unless they repeat something of `contents`. */
export function quoted({ words }: Receipt, contents: readonly string[], { receipts }: Catalogue): string {
  return words === null || givesAway(words, contents) ? "" : receipts.quoted(maskDigits(words));
}
