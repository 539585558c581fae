import type { Button } from "@slack/types";
import { z } from "zod";
import type { Catalogue } from "../../locales/index.ts";
import { type Answer, renderAnswer } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import type { Proposal, SeenVendor } from "../../store/index.ts";
import { ids } from "./ids.ts";
import type { Awaited } from "./sent.ts";
import { agedLine, foreign, statusWords } from "./status.view.ts";

/** What a press reports: the change that it is asked about, a vendor, and its status. */
const Answered = z.object({ proposal: z.string(), vendor: z.string(), status: z.string() });
export type Answered = z.infer<typeof Answered>;

/** Null for what none of this app's buttons carried. */
export function parseReview(value: string): Answered | null {
  try {
    return Answered.safeParse(JSON.parse(value)).data ?? null;
  } catch {
    return null;
  }
}

/** As many as the card's title names. */
const mostVendors = 4;

/** In the card's thread, since nothing else will ever tell that a vendor has decided: two answers for each, and the form. */
export function renderQuestion(
  { id, proposer, templateId }: Proposal,
  { awaited, days, toConsole }: { awaited: readonly Awaited[]; days: number; toConsole: readonly Button[] },
  words: Catalogue,
): Answer {
  const { asks, answers } = words.proposals.review;
  const rows = awaited.slice(0, mostVendors).map(({ vendor, seen }) => {
    const row = renderLines([vendorLine(vendor, seen, words)]);
    const answer = (choice: keyof typeof answers, status: string) => {
      const value = JSON.stringify({ proposal: id, vendor, status } satisfies Answered);
      return button(`${ids.review}:${choice}`, answers[choice], value);
    };
    const buttons = actions([answer("approved", "APPROVED"), answer("rejected", "REJECTED")]);
    return { text: row.text, blocks: [row.block, ...buttons] };
  });
  const head = renderLines([[{ user: proposer }, asks(days)]]);
  const report = button(ids.report, words.templates.view.report, templateId);
  return {
    text: [head.text, ...rows.map(({ text }) => text)].join("\n"),
    blocks: [head.block, ...rows.flatMap(({ blocks }) => blocks), ...actions([report, ...toConsole])],
  };
}

function vendorLine(vendor: string, seen: SeenVendor | null, words: Catalogue): Line {
  const status = statusWords(seen?.status ?? null, words);
  return [
    { bold: foreign(vendor) },
    ` · ${status}`,
    ...(seen === null ? [] : [" · ", ...agedLine(seen.statusFrom, words)]),
  ];
}

/** To who pressed: what is known by now, which is theirs or of who was first. */
export function renderKnown(isReported: boolean, { vendor, seen }: Awaited, words: Catalogue): Answer {
  const { reported, over } = words.proposals.review;
  return renderAnswer([[isReported ? reported : over], vendorLine(vendor, seen, words)]);
}
