import type { KnownBlock } from "@slack/types";
import { type Line, renderLines } from "./rich-text.ts";
import { withoutTables } from "./table.ts";

/** A personal answer or a post: blocks for the eye, and all that they say again as `text`. */
export type Answer = { text: string; blocks: KnownBlock[] };

/** Buttons and other blocks that follow the lines; what they say has to be in the lines as well. */
export function renderAnswer(lines: Line[], ...blocks: KnownBlock[]): Answer {
  const { text, block } = renderLines(lines);
  return { text, blocks: [block, ...blocks] };
}

export function plainAnswer(text: string): Answer {
  return renderAnswer([[text]]);
}

/**
 * Set on everything this app posts: Slack fetches no address in a text (one-time links would be used up), and
 * reads neither markup nor names into it.
 */
export const inert = { unfurl_links: false, unfurl_media: false, mrkdwn: false, link_names: false } as const;

/** Slack's documented life of a response_url's answer is 30 minutes; a hanging one must not hold us. */
const respondTimeoutMs = 5000;

/**
 * Answers one person through a response_url: it works where the bot is no member, for 30 minutes. A workspace that
 * refuses a table gets its rows as lines.
 */
export async function respondTo(
  responseUrl: string,
  answer: Answer,
  options: { replaceOriginal?: boolean } = {},
): Promise<void> {
  const status = await respond(responseUrl, answer, options);
  if (status === null) return;
  // 404 is a response_url that is used up or too old.
  const isRefused = status !== 404 && answer.blocks.some(({ type }) => type === "table");
  const left = isRefused
    ? await respond(responseUrl, { ...answer, blocks: withoutTables(answer.blocks) }, options)
    : status;
  if (left !== null) throw new Error(`response_url answered ${left}`);
}

/** The status of a refusal, or null. Slack also refuses with 200 and `ok: false`. */
async function respond(
  responseUrl: string,
  answer: Answer,
  options: { replaceOriginal?: boolean },
): Promise<number | null> {
  const response = await fetch(responseUrl, {
    method: "POST",
    redirect: "error",
    headers: { "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify({
      // A message that is replaced keeps its own visibility; Slack documents no response_type beside it.
      ...(options.replaceOriginal === true ? {} : { response_type: "ephemeral" }),
      replace_original: options.replaceOriginal ?? false,
      ...answer,
      ...inert,
    }),
    signal: AbortSignal.timeout(respondTimeoutMs),
  });
  const words = await response.text();
  return response.ok && !/"ok"\s*:\s*false/.test(words) ? null : response.status;
}
