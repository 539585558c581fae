import { z } from "zod";
import type { Format } from "../../locales/format.ts";
import type { Catalogue } from "../../locales/index.ts";
import { knownReason } from "../../locales/reasons.ts";
import { type Answer, renderAnswer } from "../../slack/blocks/answer.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import { type Counts, Tally } from "./tally.ts";

/** What a day came to; what waits is read when the post is rendered. */
export const Digest = z.object({ day: z.number(), tally: Tally });
export type Digest = z.infer<typeof Digest>;

export function renderDigest(
  { day, tally }: Digest,
  waiting: readonly Line[],
  { words, format }: { words: Catalogue; format: Format },
): Answer {
  const { digest } = words;
  const { messages, others, refusals } = tally;
  return renderAnswer([
    [{ bold: `${digest.title} · ${format.date(new Date(day))}` }],
    ...countLine(digest.messages, messages, { words, format }),
    ...costLine(tally, words),
    ...countLine(digest.others, others, { words, format }),
    ...(refusals.length === 0 ? [] : [[`${digest.refusals}:`]]),
    ...refusals.map(({ code, count }): Line => {
      const { says } = knownReason(code, words.reasons) ?? words.reasons.other;
      return [`${format.number(count)} × ${says}`];
    }),
    ...waiting,
  ]);
}

type Rendering = { words: Catalogue; format: Format };

function countLine(name: string, counts: Counts, { words, format }: Rendering): Line[] {
  const { says } = words.digest;
  const parts = (["accepted", "refused", "not_sent", "unknown"] as const)
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => says[outcome](format.number(counts[outcome])));
  return parts.length === 0 ? [] : [[`${name}: ${parts.join(" · ")}`]];
}

/** Nothing where no price is known. */
function costLine({ cost, messages }: Tally, words: Catalogue): Line[] {
  if (cost === null || cost.known === 0) return [];
  return [[words.digest.cost(words.common.won(cost.won), cost.known === messages.accepted)]];
}

export function renderUnsettled(
  { count, hasMore }: { count: number; hasMore: boolean },
  { digest }: Catalogue,
): Line[] {
  return count === 0 ? [] : [[digest.unsettled(hasMore ? `${count}+` : `${count}`)]];
}
