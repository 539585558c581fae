import { givesAway } from "../foreign-words.ts";
import type { Catalogue } from "../locales/index.ts";
import { maskDigits } from "../phone-number.ts";
import type { Line } from "../slack/blocks/rich-text.ts";
import type { Operation, Receipt } from "../store/index.ts";

/**
 * What the holder of the phone said, as that person's word; null while nobody has said anything. What looks wrong is
 * quoted, unless it repeats something of `contents`.
 */
export function receiptLine(
  receipt: Receipt | null,
  contents: readonly string[],
  { receipts }: Catalogue,
): Line | null {
  if (receipt === null || receipt.as === null) return null;
  const { holder, as, words } = receipt;
  const quoted = words === null || givesAway(words, contents) ? "" : receipts.quoted(maskDigits(words));
  return [{ user: holder }, `${receipts.says[as]}${quoted}`];
}

/** How long it took from when the request left until somebody saw it; null where that isn't known. */
export function tookWords({ receipt, startedAt }: Operation, { receipts }: Catalogue): string | null {
  if (receipt === null || receipt.at === null || startedAt === null || receipt.as === "did_not_arrive")
    return null;
  const seconds = Math.max(0, Math.round((receipt.at.getTime() - startedAt.getTime()) / 1000));
  return receipts.after(seconds);
}
